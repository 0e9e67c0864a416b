#pragma once
// Bots that play a round of a real-time game against each other, without a table and its clock.

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "bots/bot.h"
#include "bots/real_time_bot.h"
#include "games/game.h"

namespace hotaka::bots {

template <class G>
class RealTimeSeats {
 public:
  using State = typename G::State;
  using Action = typename G::Action;

  explicit RealTimeSeats(std::uint64_t table_seed) : seed_(table_seed) {}

  void sit_down(Seat seat, std::shared_ptr<const RealTimeBot<G>> bot) {
    bots_[static_cast<std::size_t>(seat)] = std::move(bot);
  }

  // A round has begun, or the bots have just come to one: everybody looks at state.now.
  void begin(const State& state) {
    for (Seat seat = 0; seat < seats(state); ++seat) {
      if (bots_[static_cast<std::size_t>(seat)] != nullptr) look(state, seat);
    }
  }

  // When a bot wants to look or to act next; Plan::never if nobody does.
  std::int64_t next_time() const { return plans_.next_time(); }

  // Lets time pass until a bot has acted, at most until `until`. Returns what it did; nothing if no
  // bot did anything, or the round is over. People's actions go into `state` between two calls.
  std::optional<Done<G>> step(State& state, std::int64_t until) {
    while (phase(state) == Phase::action) {
      const std::int64_t at = plans_.next_time();
      advance(state, std::min(at, until));
      if (phase(state) != Phase::action || at > until) break;
      state.now = std::max(state.now, at);
      const Seat seat = plans_.first();
      const Plan<Action> plan = plans_.take(seat);
      bool done = false;
      if (plan.action) {
        const auto refusal = try_apply(state, seat, *plan.action);
        done = refusal == decltype(refusal)::none;
      }
      look(state, seat);
      if (phase(state) != Phase::action) rest();
      if (done) return Done<G>{seat, *plan.action};
    }
    if (phase(state) != Phase::action) rest();
    return std::nullopt;
  }

 private:
  void look(const State& state, Seat seat) {
    const std::uint64_t seed = plans_.next_seed(seed_, seat, seat);
    if (phase(state) != Phase::action) return;
    const auto& bot = *bots_[static_cast<std::size_t>(seat)];
    plans_.set(seat, bot.plan(view(state, Viewer::seat(seat)), seat, seed), state.now);
  }
  void rest() {
    for (Seat seat = 0; seat < max_players; ++seat) plans_.clear(seat);
  }

  std::array<std::shared_ptr<const RealTimeBot<G>>, max_players> bots_;
  Plans<Action> plans_;
  std::uint64_t seed_;
};

}  // namespace hotaka::bots
