#pragma once
// What a player and what nature can decide in dragons. Segments 1 to 24 are the places 0 to 23
// inside.

#include <cassert>
#include <cstdint>

#include "base/list.h"
#include "base/seat.h"

namespace hotaka::dragons {

inline constexpr Seat white = 0;
inline constexpr Seat black = 1;
inline constexpr int segment_count = 24;
inline constexpr int type_count = 3;

enum class Type : std::uint8_t { vine, water, fire };
inline constexpr int stones_of[type_count] = {4, 3, 2};  // D1

// Two bytes. `from`: 0..23 a place on the ring (a move or an escape), 24..26 a vine, water or fire
// from the mat, 27 take, 28 leave. `to`: a place on the ring, 0 for an answer.
struct Action {
  std::uint8_t from = 0;
  std::uint8_t to = 0;

  static constexpr std::uint8_t from_mat = 24;

  static constexpr Action move(int from, int to) {
    return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)};
  }
  static constexpr Action enter(Type type, int to) {
    return move(from_mat + static_cast<int>(type), to);
  }
  static constexpr Action take() { return {27, 0}; }
  static constexpr Action leave() { return {28, 0}; }

  constexpr bool is_answer() const { return from >= 27; }
  constexpr bool is_enter() const { return from >= from_mat && from < 27; }
  constexpr bool is_move() const { return from < from_mat; }
  constexpr Type entering() const {
    assert(is_enter());
    return static_cast<Type>(from - from_mat);
  }
  constexpr bool operator==(const Action&) const = default;
};

// At most nine stones move by each of two dice, three types enter by each, and nine escape.
using Actions = List<Action, 40>;

struct Chance {
  enum class Kind : std::uint8_t { first, roll } kind = Kind::roll;
  std::uint8_t a = 0;  // the first player's seat, or a die
  std::uint8_t b = 0;  // the other die

  static constexpr Chance first(Seat seat) {
    return {Kind::first, static_cast<std::uint8_t>(seat), 0};
  }
  static constexpr Chance roll(int a, int b) {
    return {Kind::roll, static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)};
  }
  constexpr bool operator==(const Chance&) const = default;
};

}  // namespace hotaka::dragons
