#pragma once
// A player of ratuki as a pure function: from what a seat sees now to the time at which its hand
// arrives, and with what. It remembers nothing; when the own hand moved last and when somebody
// played last stand in the view.

#include <optional>

#include "bots/ratuki/bots.h"
#include "games/ratuki/ratuki.h"

namespace hotaka::bots {

// At the time `at` the action happens if it is then allowed; otherwise the hand came too late.
// Without an action there was nothing to do. Either way the player looks again at `at`.
struct Plan {
  ratuki::Time at = 0;
  std::optional<ratuki::Action> action;  // its time is `at`

  bool operator==(const Plan&) const = default;
};

// Who will arrive after so long without a play holds nothing back and overlooks nothing ..
inline constexpr ratuki::Time longest_silence = 5000;
// .. and, once that silence is there, needs no longer than this.
inline constexpr ratuki::Time slowest_awake = 3000;

// `view` is what the seat sees at view.now, while a round is played: whoever lets time pass without
// an action sets view.now. Seeds must differ by seat and by decision (plan_seed), or two players
// would have the same beat.
Plan plan(const RatukiLevel& level, const ratuki::View& view, Seat seat, std::uint64_t seed);

std::uint64_t plan_seed(std::uint64_t table_seed, Seat seat, std::uint64_t decision);

}  // namespace hotaka::bots
