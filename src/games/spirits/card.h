#pragma once
// The 28 cards of spirits (S1, S3) and sets of them.

#include <array>
#include <bit>
#include <cstdint>

#include "base/seat.h"

namespace hotaka::spirits {

// 0..13 Yellow: Y13 Y14 Y15 Y16 Y17 Y21 Y31 Y41 Y51 Y61 YX1 YX2 YX3 YFU; 14..27 the same in Red.
// 28 and 29 stand for a Yellow and a Red card of which only the back is seen.
using Card = std::uint8_t;
inline constexpr int clan_size = 14;
inline constexpr int card_count = 28;
inline constexpr Card no_card = 255;

enum Clan : std::uint8_t { yellow, red };

constexpr Card hidden_card(int clan) { return static_cast<Card>(card_count + clan); }
constexpr bool is_hidden(Card card) {
  return card == hidden_card(yellow) || card == hidden_card(red);
}
constexpr int clan_of(Card card) {
  return is_hidden(card) ? card - card_count : static_cast<int>(card >= clan_size);
}

inline constexpr std::array<std::uint8_t, clan_size> powers{1, 1, 1, 1, 1, 2, 3,
                                                            4, 5, 6, 0, 0, 0, 0};
inline constexpr std::array<std::uint8_t, clan_size> values{3, 4, 5, 6, 7, 1, 1,
                                                            1, 1, 1, 0, 0, 0, 0};
constexpr int power_of(Card card) { return powers[card % clan_size]; }
constexpr int value_of(Card card) { return values[card % clan_size]; }

// A set of cards, bit c for card c.
using Cards = std::uint32_t;
inline constexpr Cards all_cards = (1U << card_count) - 1;
inline constexpr std::array<Cards, 2> clan_cards{(1U << clan_size) - 1, ((1U << clan_size) - 1)
                                                                            << clan_size};
inline constexpr Cards fusions = 1U << 13U | 1U << 27U;

constexpr Cards only(Card card) { return 1U << card; }
constexpr bool has(Cards cards, Card card) { return (cards >> card & 1U) != 0; }
constexpr bool is_fusion(Card card) { return has(fusions, card); }

// Calls f(card) for every card of the set, ascending.
template <class F>
constexpr void each_card(Cards cards, F&& f) {
  for (; cards != 0; cards &= cards - 1) f(static_cast<Card>(std::countr_zero(cards)));
}

}  // namespace hotaka::spirits
