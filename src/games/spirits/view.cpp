#include "games/spirits/view.h"

#include "games/spirits/rules.h"

namespace hotaka::spirits {

namespace {

bool sees_hand(const State& state, Viewer viewer, Seat seat) {
  if (state.options.players == 2) return true;  // S13: what is in `hand` lies face up
  if (state.options.players == 3 && seat == ghost) return true;  // S19
  return viewer.is(seat);
}

}  // namespace

View view(const State& state, Viewer viewer) {
  View seen;
  static_cast<Table&>(seen) = state;
  for (Seat seat = 0; seat < state.seats(); ++seat) {
    const Cards hand = state.hand[seat];
    if (sees_hand(state, viewer, seat)) {
      seen.hand[seat] = hand;
    } else {
      for (const Clan clan : {yellow, red}) {
        seen.hidden[seat][clan] = static_cast<std::uint8_t>(std::popcount(hand & clan_cards[clan]));
      }
    }
  }
  seen.cover = state.cover;
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t column = 0; column < columns; ++column) {
      const Card card = state.under[side][column];
      if (card != no_card) seen.under[side][column] = hidden_card(clan_of(card));
    }
  }
  return seen;
}

View open_view(const State& state) {
  View seen;
  static_cast<Table&>(seen) = state;
  seen.hand = state.hand;
  seen.under = state.under;
  seen.cover = state.cover;
  return seen;
}

}  // namespace hotaka::spirits
