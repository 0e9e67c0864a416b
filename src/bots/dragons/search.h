#pragma once
// Looking two turns ahead: for the most promising turns, the opponent's best answer to each of the
// 21 rolls.

#include <memory>
#include <vector>

#include "bots/dragons/net.h"
#include "bots/dragons/turns.h"

namespace hotaka::bots {

class Search {
 public:
  struct Candidate {
    Turn turn;
    float first_look = 0;  // the chance to win, one turn ahead
    float chance = 0;      // two turns ahead, once it is searched; before that the first look
    bool searched = false;
  };

  explicit Search(std::shared_ptr<const Net> net) : net_(std::move(net)) {}

  // From a state in which the side to move has an action: all its turns, best first look first, of
  // which those that are not hopeless will be searched.
  void begin(const dragons::State& state);
  // Searches the next candidate (about four hundred evaluations); returns whether there are more.
  bool step();

  const std::vector<Candidate>& candidates() const { return candidates_; }
  // The best of the searched ones; before any is, the best first look.
  const Candidate& best() const { return candidates_[best_]; }

 private:
  struct Look {  // small, to be sorted
    float chance;
    const Turn* turn;
  };

  float expected(const dragons::State& state);
  float after_roll(const dragons::State& state, int a, int b);

  std::shared_ptr<const Net> net_;
  int side_ = 0;
  std::vector<Turn> turns_;
  std::vector<Turn> replies_;
  std::vector<Look> looks_;
  std::vector<Candidate> candidates_;
  std::size_t next_ = 0;
  std::size_t worth_ = 0;  // how many are to be searched
  std::size_t best_ = 0;
};

}  // namespace hotaka::bots
