#pragma once
// A player of ratuki as a pure function: from what a seat sees now to the time at which its hand
// arrives, and with what. It remembers nothing; when the own hand moved last and when somebody
// played last stand in the view.

#include <optional>

#include "bots/plans.h"
#include "bots/ratuki/bots.h"
#include "games/ratuki/ratuki.h"

namespace hotaka::bots {

using RatukiPlan = Plan<ratuki::Action>;  // the action's time is the plan's

// Who will arrive after so long without a play holds nothing back and overlooks nothing ..
inline constexpr ratuki::Time longest_silence = 5000;
// .. and, once that silence is there, needs no longer than this.
inline constexpr ratuki::Time slowest_awake = 3000;

// `view` is what the seat sees at view.now, while a round is played: whoever lets time pass without
// an action sets view.now.
RatukiPlan plan(const RatukiLevel& level, const ratuki::View& view, Seat seat, std::uint64_t seed);

}  // namespace hotaka::bots
