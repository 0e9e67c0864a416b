#pragma once
// A position of dragons in 64 bytes.

#include <array>
#include <bit>
#include <cstdint>

#include "games/dragons/action.h"
#include "games/dragons/options.h"

namespace hotaka::dragons {

// A set of segments, bit s for place s.
using Ring = std::uint32_t;
inline constexpr Ring whole_ring = (1U << segment_count) - 1;

// A stone as a nibble: 0 none, otherwise 1 + type + 4 * owner.
using Stone = std::uint8_t;
inline constexpr Stone no_stone = 0;
constexpr Stone stone(Seat owner, Type type) {
  return static_cast<Stone>(1 + static_cast<int>(type) + 4 * owner);
}
constexpr Seat owner_of(Stone stone) { return stone >> 2; }
constexpr Type type_of(Stone stone) { return static_cast<Type>((stone & 3) - 1); }

enum class Step : std::uint8_t { first, roll, act, answer, over };

struct State {
  std::array<std::uint8_t, segment_count>
      segment{};                // inner stone in the low nibble, outer in the high one
  std::array<Ring, 2> inner{};  // by owner: where a stone has the inner place
  std::array<Ring, 2> outer{};
  std::array<std::array<std::uint8_t, type_count>, 2> tray{};
  std::array<std::array<std::uint8_t, type_count>, 2> mat{};
  std::array<std::uint8_t, 2> dice{};  // unused ones, larger first, 0 for none
  std::uint8_t side = white;           // whose turn it is; after the end the winner
  Step step = Step::first;
  std::uint8_t corner = 0;  // while an answer is due: the place it is about
  Options options;

  Stone inner_stone(int place) const { return segment[place] & 0xfU; }
  Stone outer_stone(int place) const { return segment[place] >> 4U; }
  Ring full() const { return outer[0] | outer[1]; }  // D10: two stones
  bool unused_roll() const { return dice[1] != 0; }  // no die of the turn is used yet

  bool operator==(const State&) const = default;
};
static_assert(sizeof(State) <= 64);

constexpr bool has(Ring ring, int place) {
  return (ring >> static_cast<unsigned>(place) & 1U) != 0;
}
constexpr Ring only(int place) { return 1U << static_cast<unsigned>(place); }

// Calls f(place) for every place of the set, ascending.
template <class F>
constexpr void each_place(Ring ring, F&& f) {
  for (; ring != 0; ring &= ring - 1) f(std::countr_zero(ring));
}

}  // namespace hotaka::dragons
