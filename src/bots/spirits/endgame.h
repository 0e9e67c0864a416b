#pragma once
// The end of a round: each sampled world is solved exactly, and the action is chosen that is best
// over all of them.

#include <memory>
#include <vector>

#include "bots/spirits/match.h"
#include "bots/spirits/solver/table.h"
#include "bots/spirits/tree.h"

namespace hotaka::bots::spirits_play {

class Endgame {
 public:
  void begin(const Question<spirits::Spirits>& asked, std::vector<PooledWorld> pool);
  // Solves one more world; whether there are more.
  bool step();
  const std::vector<Tree::Branch>& branches() const { return branches_; }

 private:
  static constexpr std::size_t table_megabytes = 8;

  std::vector<PooledWorld> pool_;
  std::size_t next_ = 0;
  int team_ = 0;
  std::vector<MatchChance> chance_;
  spirits::Actions legal_;
  std::vector<Tree::Branch> branches_;
  std::unique_ptr<solver::SolverTable> table_;  // made when it is first needed
};

}  // namespace hotaka::bots::spirits_play
