#pragma once
// From any game to a certain one, for typed tools.

#include <optional>

#include "games/any_game.h"

namespace hotaka {

// A game in progress: its state, and how it ended if a player ended it early. The state does not
// know of that, so its phase must not be asked where a game may have been ended.
template <class G>
struct Match {
  typename G::State state;
  std::optional<Outcome> ended;
};

template <class G>
Phase phase(const Match<G>& match) {
  return match.ended ? Phase::over : phase(match.state);
}
template <class G>
SeatSet actors(const Match<G>& match) {
  return match.ended ? SeatSet() : actors(match.state);
}
template <class G>
Outcome outcome(const Match<G>& match) {
  return match.ended ? *match.ended : outcome(match.state);
}

// The game's own constant, which its type.cpp defines.
template <class G>
const GameType& game_type();

// The match itself; nothing if it is another game.
template <class G>
const Match<G>* match_of(const AnyGame& game) {
  if (&game.type() != &game_type<G>()) return nullptr;
  return static_cast<const Match<G>*>(game.untyped_match());
}

}  // namespace hotaka
