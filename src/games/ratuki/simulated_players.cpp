#include "games/ratuki/simulated_players.h"

#include <algorithm>

#include "games/ratuki/ratuki.h"

namespace hotaka::ratuki {

Time SimulatedPlayers::think(const State& state, Seat seat, Rng& rng) const {
  Time time = 300 + rng.below(500) + rng.below(500);
  if (rng.below(200) == 0) time += rng.below(30000);
  return std::max<Time>(time, state.options.hand_time(seat));
}

void SimulatedPlayers::begin_round(const State& state, Rng& rng) {
  for (Seat seat = 0; seat < state.options.players; ++seat) ready_[seat] = think(state, seat, rng);
}

void SimulatedPlayers::notice(const State& state, Seat actor, Time t, Rng& rng) {
  for (Seat seat = 0; seat < state.options.players; ++seat) {
    if (seat == actor || rng.below(3) != 0) continue;
    const Time last = state.players[seat].last;
    const Time rested = last == not_yet ? 0 : last + state.options.hand_time(seat);
    ready_[seat] = std::min(ready_[seat], std::max(rested, t + 350 + rng.below(200)));
  }
}

std::optional<Deed<Ratuki>> SimulatedPlayers::next(State& state, Rng& rng) {
  while (true) {
    const auto times = std::span(ready_).first(state.options.players);
    const auto seat =
        static_cast<Seat>(std::min_element(times.begin(), times.end()) - times.begin());
    const Time t = ready_[seat];
    advance(state, t);
    if (state.step != Step::round) return std::nullopt;
    state.now = t;
    ready_[seat] = t + think(state, seat, rng);
    Actions actions;
    legal(state, seat, actions);
    if (actions.empty()) continue;
    Action choice = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    // People would rather play than discard: a second thought where the first was not a play.
    if (choice.kind != Action::Kind::play)
      choice = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    if (choice.kind == Action::Kind::play || choice.kind == Action::Kind::start)
      notice(state, seat, t, rng);
    return Deed<Ratuki>{seat, choice};
  }
}

}  // namespace hotaka::ratuki
