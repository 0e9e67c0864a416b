#pragma once
// Which cards can stand for each other. Powers count only against the other clan: two cards of a
// clan with power 2 to 6 have the same value, and they have the same role if each other-clan card
// that is left, and the strongest card on the table, compares with both in the same way.

#include <array>
#include <cstdint>

#include "bots/spirits/solver/position.h"

namespace hotaka::solver {

inline constexpr int first_strong = 5;  // within a clan, the place of the card of power 2
inline constexpr int strong_count = 5;
// Roles of a clan: 0..4 power 1 by value, 5..16 power 2 to 6 by what they beat, 17..19 multipliers,
// 20 fusion.
inline constexpr int clan_roles = 21;
inline constexpr int role_count = 2 * clan_roles;

// Bit i: the clan's card of power i + 2 is left, or lies on the table and is winning.
using Strong = std::array<unsigned, 2>;

inline Strong strong_cards(const Position& position) {
  Strong strong{position.held[0] >> first_strong & 31U, position.held[1] >> first_strong & 31U};
  if (position.best_power >= 2) strong[position.best_team] |= 1U << (position.best_power - 2);
  return strong;
}

// How many of the other clan's strong cards it beats, and whether it meets an equal one.
constexpr int strong_role(unsigned others, int place) {
  constexpr std::array<std::uint8_t, 16> counts{0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
  return 2 * counts[others & ((1U << place) - 1)] + static_cast<int>(others >> place & 1U);
}

constexpr int role_of(const Strong& strong, int clan, int kind) {
  int role = kind;
  if (kind >= first_strong + strong_count) {
    role = kind + 7;
  } else if (kind >= first_strong) {
    role = first_strong + strong_role(strong[1 - clan], kind - first_strong);
  }
  return clan * clan_roles + role;
}
inline int role_of(const Strong& strong, Card card) {
  const int clan = spirits::clan_of(card);
  return role_of(strong, clan, card - clan * spirits::clan_size);
}

// Of the strong cards of one group that have the same role, only the weakest stays.
inline Cards without_twins(const Deal& deal, const Strong& strong, int clan, Cards cards) {
  if (deal.columns) return cards;  // what lies under them differs
  const int shift = clan * spirits::clan_size + first_strong;
  int last = -1;
  for (unsigned rest = cards >> shift & 31U; rest != 0; rest &= rest - 1) {
    const int place = std::countr_zero(rest);
    const int role = strong_role(strong[1 - clan], place);
    if (role == last) cards &= ~(1U << (shift + place));
    last = role;
  }
  return cards;
}

}  // namespace hotaka::solver
