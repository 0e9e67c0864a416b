#pragma once
// The contract of a bot of a real-time game: a pure function from what its seat sees now to the
// time of its next action. It remembers nothing between two plans.

#include <cstdint>

#include "base/seat.h"
#include "bots/plans.h"

namespace hotaka::bots {

template <class G>
class RealTimeBot {
 public:
  virtual ~RealTimeBot() = default;

  // `view` is what the seat sees at view.now, while a round is played. The same arguments give the
  // same plan on every build. If the action carries a time, that is the plan's.
  virtual Plan<typename G::Action> plan(const typename G::View& view, Seat seat,
                                        std::uint64_t seed) const = 0;
};

}  // namespace hotaka::bots
