#pragma once
// Who was shown that something happened. In a real-time game others may not know of it yet.

#include <cstdint>

#include "base/seat.h"

namespace hotaka::table {

class Audience {
 public:
  static constexpr Audience everybody() {
    Audience all;
    all.bits_ = ~std::uint32_t{0};
    return all;
  }

  // A player, or `nobody` for spectators.
  constexpr void add(int player) { bits_ |= bit(player); }
  constexpr void add(Audience other) { bits_ |= other.bits_; }
  constexpr bool has(int player) const { return (bits_ & bit(player)) != 0; }

 private:
  static constexpr std::uint32_t bit(int player) { return 1U << static_cast<unsigned>(player + 1); }

  std::uint32_t bits_ = 0;
};

}  // namespace hotaka::table
