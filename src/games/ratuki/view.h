#pragma once
// What one viewer may know of a match of ratuki: the same shape as a state, with every card that is
// not seen replaced by hidden_card, and nothing of what others have on its way onto a stack: their
// hands and piles are as before that play (R12).

#include "base/seat.h"
#include "games/ratuki/state.h"

namespace hotaka::ratuki {

using View = State;

// `now` stays what it is: the time at which somebody looks.
View view(const State& state, Viewer viewer);

// The time of the last thing that a viewer was shown; it depends on no pending card of others.
Time shown_time(const State& state, Viewer viewer);

// What others do shows in the view when it is settled, and nowhere else (R12).
inline bool shown_to(const State&, Seat seat, const Action&, Viewer viewer) {
  return viewer.is(seat);
}

// Everything. For finished games, records and tools: this must never be sent to a player of a
// running game.
inline View open_view(const State& state) { return state; }

}  // namespace hotaka::ratuki
