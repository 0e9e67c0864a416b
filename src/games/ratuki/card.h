#pragma once
// The cards of ratuki (R1 to R3). Everybody has the same 35.

#include <array>
#include <cstdint>

namespace hotaka::ratuki {

// 0..24: 5 * (rank - 1) + style, styles in the order n d w r h; 25 a wild; 26 a card that is not
// seen.
using Card = std::uint8_t;
inline constexpr Card wild = 25;
inline constexpr Card hidden_card = 26;
inline constexpr int kinds = 26;
inline constexpr int deck_size = 35;

// Ranks 1 to 5; a wild has rank 6.
constexpr int rank_of(Card card) { return card / 5 + 1; }
inline constexpr int wild_rank = 6;
static_assert(rank_of(wild) == wild_rank);

// R1, R2: how many of each kind a deck has.
inline constexpr std::array<std::uint8_t, kinds> deck_counts{2, 2, 1, 1, 1, 2, 2, 2, 1, 1, 2, 2, 2,
                                                             1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2};

// R7: whether a card may be played on a stack, by the ranks of both.
constexpr bool fits(int rank, int top) {
  if (rank == wild_rank) return true;
  if (rank == 1) return top == 2;
  if (rank <= 3) return top == rank - 1 || top == rank + 1;
  return top == rank - 1;
}

// R8: a 5 or a wild takes the stack.
constexpr bool takes(int rank) { return rank >= 5; }

}  // namespace hotaka::ratuki
