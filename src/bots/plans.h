#pragma once
// What real-time bots mean to do and when, and whose plan comes first.

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "base/seat.h"
#include "games/game.h"

namespace hotaka::bots {

// At the time `at` the action happens if it is then allowed; otherwise somebody was faster. Without
// an action there was nothing to do. Either way the bot looks again at `at`.
template <class Action>
struct Plan {
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  std::int64_t at = never;  // in ms of the round
  std::optional<Action> action;

  bool operator==(const Plan&) const = default;
};

// Two bots that see the same must not have the same beat, so seeds differ by seat and by decision.
inline std::uint64_t plan_seed(std::uint64_t table_seed, Seat seat, std::uint64_t decision) {
  return Hasher().add(table_seed).add(static_cast<std::uint64_t>(seat)).add(decision).value();
}

// The plans at one table, one a seat or player.
template <class Action>
class Plans {
 public:
  bool has(int owner) const { return slot(owner).plan.has_value(); }
  const Plan<Action>& operator[](int owner) const { return *slot(owner).plan; }

  // A plan that was made at `now`. It is for later, so that time goes on whatever a bot plans.
  void set(int owner, Plan<Action> plan, std::int64_t now) {
    plan.at = std::max(plan.at, now + 1);
    slot(owner).plan = std::move(plan);
  }
  void clear(int owner) { slot(owner).plan.reset(); }
  Plan<Action> take(int owner) { return *std::exchange(slot(owner).plan, std::nullopt); }

  // Whose plan comes first, the lowest of equals; nobody if no plan has a time.
  int first() const {
    int first = nobody;
    std::int64_t at = Plan<Action>::never;
    for (int owner = 0; owner < max_players; ++owner) {
      if (!has(owner) || slot(owner).plan->at >= at) continue;
      first = owner;
      at = slot(owner).plan->at;
    }
    return first;
  }
  // When that is.
  std::int64_t next_time() const {
    const int owner = first();
    return owner == nobody ? Plan<Action>::never : slot(owner).plan->at;
  }

  // For the owner's next decision.
  std::uint64_t next_seed(std::uint64_t table_seed, Seat seat, int owner) {
    return plan_seed(table_seed, seat, ++slot(owner).decisions);
  }

 private:
  struct Slot {
    std::optional<Plan<Action>> plan;
    std::uint64_t decisions = 0;
  };

  Slot& slot(int owner) { return slots_[static_cast<std::size_t>(owner)]; }
  const Slot& slot(int owner) const { return slots_[static_cast<std::size_t>(owner)]; }

  std::array<Slot, max_players> slots_{};
};

}  // namespace hotaka::bots
