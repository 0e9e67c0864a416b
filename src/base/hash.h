#pragma once
// A stable 64-bit hash (the same bytes give the same number on every build) and its short spelling.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hotaka {

class Hasher {
 public:
  constexpr Hasher& add(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x9fb21c651e98df25U;
    value_ ^= value_ >> 32U;
    return *this;
  }
  template <std::integral Byte>
    requires(sizeof(Byte) == 1)
  constexpr Hasher& add(std::span<const Byte> bytes) {
    std::uint64_t word = 0;
    unsigned filled = 0;
    for (const Byte byte : bytes) {
      word |= static_cast<std::uint64_t>(static_cast<std::uint8_t>(byte)) << (8 * filled);
      if (++filled == 8) {
        add(word);
        word = 0;
        filled = 0;
      }
    }
    return add(word).add(bytes.size());
  }
  constexpr Hasher& add(std::string_view text) { return add(std::span<const char>(text)); }

  constexpr std::uint64_t value() const {
    const std::uint64_t mixed = (value_ ^ (value_ >> 29U)) * 0xd6e8feb86659fd93U;
    return mixed ^ (mixed >> 32U);
  }

 private:
  std::uint64_t value_ = 0x243f6a8885a308d3U;
};

// Twelve letters and digits without 0/o and 1/l confusion, such as "k7fq-2m9x-c3hb": for people to
// paste.
std::string short_id(std::uint64_t hash);

}  // namespace hotaka
