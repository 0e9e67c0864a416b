#pragma once
// The contract of a bot. It is given what its seat sees and what is legal, never a state, and
// thinks in slices, so that whoever hosts it can stop at any time and take the best answer so far.

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/seat.h"

namespace hotaka::bots {

// Something that everybody saw somebody do.
template <class G>
struct Done {
  Seat seat = nobody;
  typename G::Action action;
};

// All that a bot may know when it decides. It remembers nothing between two questions.
template <class G>
struct Question {
  typename G::View view;
  Seat seat = nobody;
  typename G::Actions legal;
  std::uint64_t seed = 0;
  std::vector<Done<G>> trail;  // what was done since the last chance; may be empty if not known
};

template <class G>
class Bot {
 public:
  virtual ~Bot() = default;

  // A new decision. The same question and work give the same choice on every build.
  virtual void begin(const Question<G>& question) = 0;
  // Thinks for about so many units of work (an evaluation or a playout is one); returns whether
  // more thinking could change the answer.
  virtual bool think(std::uint64_t work) = 0;
  // The best action so far; to be asked after the first slice.
  virtual typename G::Action best() const = 0;
};

// The usual way to decide: slices until the bot is sure, the work is spent, or `go_on()` says no.
template <class G, class GoOn>
typename G::Action decide(Bot<G>& bot, const Question<G>& question, std::uint64_t work,
                          GoOn&& go_on) {
  constexpr std::uint64_t slice = 256;
  bot.begin(question);
  std::uint64_t done = 0;
  while (bot.think(slice)) {
    done += slice;
    if (done >= work || !go_on()) break;
  }
  return bot.best();
}

// What is asked of whoever decides for `seat` in `state`: with the eyes of that person, which for
// a ghost's seat is another one.
template <class G>
Question<G> question_for(const typename G::State& state, Seat seat, std::uint64_t seed) {
  Question<G> question{view(state, Viewer::seat(decider(state, seat))), seat, {}, seed, {}};
  legal(state, seat, question.legal);
  return question;
}

// A bot by name, as lists show it.
struct BotInfo {
  std::string_view name;
  std::string_view meaning;
};

}  // namespace hotaka::bots
