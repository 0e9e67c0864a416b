#pragma once
// Seats are counted from 0. Who looks at a game is a Viewer: a seat or a spectator, never a
// default.

#include <bit>
#include <cstdint>

namespace hotaka {

using Seat = int;
inline constexpr Seat nobody = -1;

class Viewer {
 public:
  static constexpr Viewer seat(Seat seat) { return Viewer(seat); }
  static constexpr Viewer spectator() { return Viewer(nobody); }

  constexpr bool is(Seat seat) const { return seat_ == seat && seat != nobody; }
  constexpr bool is_spectator() const { return seat_ == nobody; }
  constexpr Seat seat() const { return seat_; }  // nobody: a spectator
  constexpr bool operator==(const Viewer&) const = default;

 private:
  explicit constexpr Viewer(Seat seat) : seat_(seat) {}
  Seat seat_;
};

// A small set of seats or players.
class SeatSet {
 public:
  constexpr SeatSet() = default;
  static constexpr SeatSet of(Seat seat) { return SeatSet(1U << static_cast<unsigned>(seat)); }

  constexpr void add(Seat seat) { bits_ |= of(seat).bits_; }
  constexpr bool has(Seat seat) const { return (bits_ >> static_cast<unsigned>(seat) & 1U) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr Seat lowest() const { return std::countr_zero(bits_); }
  constexpr bool operator==(const SeatSet&) const = default;

 private:
  explicit constexpr SeatSet(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits_ = 0;
};

// Which viewers may know something.
class ViewerSet {
 public:
  constexpr void add(Viewer viewer) {
    if (viewer.is_spectator()) {
      spectators_ = true;
    } else {
      seats_.add(viewer.seat());
    }
  }
  constexpr bool has(Viewer viewer) const {
    return viewer.is_spectator() ? spectators_ : seats_.has(viewer.seat());
  }

 private:
  SeatSet seats_;
  bool spectators_ = false;
};

}  // namespace hotaka
