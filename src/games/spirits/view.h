#pragma once
// What one viewer may know of a match of spirits: the table, the own hand, the ghost's, and of
// every other hidden card its clan (S2).

#include <array>

#include "base/seat.h"
#include "games/spirits/state.h"

namespace hotaka::spirits {

struct View : Table {
  std::array<Cards, 4> hand{};                          // the cards of each hand that are seen
  std::array<std::array<std::uint8_t, 2>, 4> hidden{};  // how many more it holds, by clan
  Columns under = no_columns();  // two players: face-down cards are hidden_card(clan)
  Columns cover = no_columns();

  bool operator==(const View&) const = default;
};

View view(const State& state, Viewer viewer);

// The cards are dealt face down; the dealer and who leads are drawn for all to see.
inline bool shown_to(const State&, const Chance& chance, Viewer) {
  return chance.kind != Chance::Kind::deal;
}
inline bool shown_to(const State&, Seat, const Action&, Viewer) { return true; }
// A card that is played or flipped has been seen.
inline bool reveals(const State&, const Action& action) { return !action.is_ask(); }

// Everything. For finished games, records and tools: this must never be sent to a player of a
// running game.
View open_view(const State& state);

}  // namespace hotaka::spirits
