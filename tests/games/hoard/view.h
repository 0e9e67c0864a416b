#pragma once
// What one viewer may know of hoard.

#include "games/hoard/rules.h"

namespace hotaka::hoard {

template <bool race>
View view_of(const StateOf<race>& state, Viewer viewer, bool everything) {
  View view{.dropped = state.dropped,
            .round = state.round,
            .first = state.first,
            .step = state.step,
            .players = state.options.players};
  for (int seat = 0; seat < state.options.players; ++seat) {
    const bool own = everything || viewer.is(seat);
    view.kept[seat] = own ? state.kept[seat] : Cards{0};
    view.hidden[seat] =
        own ? std::uint8_t{0} : static_cast<std::uint8_t>(std::popcount(state.kept[seat]));
    view.drawn[seat] = own || state.drawn[seat] == no_card ? state.drawn[seat] : hidden_card;
    view.chosen[seat] = own ? state.chosen[seat] : Choice::none;
  }
  return view;
}
template <bool race>
View view(const StateOf<race>& state, Viewer viewer) {
  return view_of(state, viewer, false);
}
template <bool race>
View open_view(const StateOf<race>& state) {
  return view_of(state, Viewer::spectator(), true);
}

inline Time shown_time(const StateOf<true>& state, Viewer) {
  return state.step == Step::decide ? 0 : state.now;
}
inline SeatSet actors(const View& view) {
  SeatSet acting;
  for (int seat = 0; seat < view.players; ++seat) {
    if (view.drawn[seat] != no_card) acting.add(seat);
  }
  return acting;
}

// Only by turns something is said of what is known: a race keeps silent, and so everything secret.
inline bool shown_to(const StateOf<false>&, const Chance& chance, Viewer) {
  return chance.due == Step::first;
}
inline bool shown_to(const StateOf<false>&, Seat seat, const TurnAction& action, Viewer viewer) {
  return action.choice == Choice::drop || viewer.is(seat);
}
inline bool reveals(const StateOf<false>&, const TurnAction& action) {
  return action.choice == Choice::drop;
}

}  // namespace hotaka::hoard
