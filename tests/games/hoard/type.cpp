// What tools that know no game need of hoard.

#include "games/hoard/hoard.h"
#include "games/model.h"

namespace hotaka {

template const GameType& game_type<hoard::Hoard>();
template const GameType& game_type<hoard::HoardRace>();

namespace hoard {

std::optional<Deed<HoardRace>> RacePlayers::next(StateOf<true>& state, Rng& rng) {
  const auto due = std::span(due_).first(state.options.players);
  const auto next = std::ranges::min_element(due);
  const Time t = *next;
  if (t >= round_ms) {
    run_on(state);
    return std::nullopt;
  }
  *next = t + 1 + rng.below(1200);
  const Choice choice = rng.below(2) == 0 ? Choice::keep : Choice::drop;
  return Deed<HoardRace>{static_cast<Seat>(next - due.begin()), {choice, t}};
}

}  // namespace hoard
}  // namespace hotaka
