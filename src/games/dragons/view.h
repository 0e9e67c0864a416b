#pragma once
// Nothing is hidden in dragons: everybody sees the whole position.

#include "base/seat.h"
#include "games/dragons/state.h"

namespace hotaka::dragons {

using View = State;

inline View view(const State& state, Viewer) { return state; }
// Everything. For finished games, records and tools: never for a player of a running game.
inline View open_view(const State& state) { return state; }

}  // namespace hotaka::dragons
