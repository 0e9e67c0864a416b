#pragma once
// Random legal play: the same driver for simulations, benchmarks, signatures and tests.

#include <optional>

#include "base/rng.h"
#include "games/game.h"

namespace hotaka {

template <class G>
struct Deed {
  Seat seat = nobody;
  typename G::Action action;
};

// Chooses for the seat that must act: each legal action is equally likely.
template <class G>
class TurnTakers {
 public:
  void begin_round(const typename G::State&, Rng&) {}
  std::optional<Deed<G>> next(typename G::State& state, Rng& rng) {
    typename G::Actions actions;
    const Seat seat = actors(state).lowest();
    legal(state, seat, actions);
    return Deed<G>{seat, actions[rng.below(static_cast<std::uint32_t>(actions.size()))]};
  }
};

// A game in which several seats may act says itself who does what and when, as G::SimulatedPlayers
// with the same two functions. Nothing from next() means that the round was over before.
template <class G>
struct RandomPlayersOf {
  using type = TurnTakers<G>;
};
template <class G>
  requires requires { typename G::SimulatedPlayers; }
struct RandomPlayersOf<G> {
  using type = typename G::SimulatedPlayers;
};
template <class G>
using RandomPlayers = typename RandomPlayersOf<G>::type;

// Plays until the game is over or `most` decisions of players and nature were made. Asks
// draw_next(state) for chance, and calls on_chance(state, chance) and on_action(state, deed) before
// each is applied. Returns the number of players' actions.
template <class G, class DrawNext, class OnChance, class OnAction>
std::uint64_t play_on(typename G::State& state, RandomPlayers<G>& players, Rng& rng,
                      std::uint64_t most, DrawNext&& draw_next, OnChance&& on_chance,
                      OnAction&& on_action) {
  std::uint64_t actions = 0;
  for (std::uint64_t i = 0; i < most; ++i) {
    const Phase due = phase(state);
    if (due == Phase::over) break;
    if (due == Phase::chance) {
      const auto chance = draw_next(state);
      on_chance(state, chance);
      apply(state, chance);
      players.begin_round(state, rng);
    } else if (const auto deed = players.next(state, rng)) {
      on_action(state, *deed);
      apply(state, deed->seat, deed->action);
      ++actions;
    }
  }
  return actions;
}

// The same with chance from the players' generator.
template <class G, class OnChance, class OnAction>
std::uint64_t play_on(typename G::State& state, RandomPlayers<G>& players, Rng& rng,
                      std::uint64_t most, OnChance&& on_chance, OnAction&& on_action) {
  return play_on<G>(
      state, players, rng, most, [&](const auto& now) { return draw(now, rng); }, on_chance,
      on_action);
}

}  // namespace hotaka
