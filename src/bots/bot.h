#pragma once
// The contract of a bot. It is given what its seat sees and what is legal, never a state, and
// thinks in slices, so that whoever hosts it can stop at any time and take the best answer so far.

#include <cstdint>
#include <memory>

#include "base/seat.h"

namespace hotaka::bots {

template <class G>
class Bot {
 public:
  virtual ~Bot() = default;

  // A new decision. The same view, seed and work give the same choice on every build.
  virtual void begin(const typename G::View& view, Seat seat, const typename G::Actions& legal,
                     std::uint64_t seed) = 0;
  // Thinks for about so many units of work (an evaluation or a playout is one); returns whether
  // more thinking could change the answer.
  virtual bool think(std::uint64_t work) = 0;
  // The best action so far; to be asked after the first slice.
  virtual typename G::Action best() const = 0;
};

// The usual way to decide: slices until the bot is sure, the work is spent, or `go_on()` says no.
template <class G, class GoOn>
typename G::Action decide(Bot<G>& bot, const typename G::View& view, Seat seat,
                          const typename G::Actions& legal, std::uint64_t seed, std::uint64_t work,
                          GoOn&& go_on) {
  constexpr std::uint64_t slice = 256;
  bot.begin(view, seat, legal, seed);
  std::uint64_t done = 0;
  while (bot.think(slice)) {
    done += slice;
    if (done >= work || !go_on()) break;
  }
  return bot.best();
}

}  // namespace hotaka::bots
