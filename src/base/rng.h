#pragma once
// Random numbers that are the same in every build: splitmix64 seeds, xoshiro256** draws.
// The standard library's distributions and shuffle differ between platforms, so they are not used.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace hotaka {

class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed) {
    for (auto& word : state_) {
      seed += 0x9e3779b97f4a7c15U;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
      z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
      word = z ^ (z >> 31U);
    }
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17U;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in 0 .. bound - 1, without bias; bound is at least 1.
  constexpr std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = (next() >> 32U) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = -bound % bound;
      while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32U) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32U);
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

// Any source of choices behind one interface, where the type of the source is not to matter.
class Chooser {
 public:
  virtual ~Chooser() = default;
  virtual std::uint32_t below(std::uint32_t bound) = 0;  // as Rng::below
};

// Fisher-Yates from the last place down. A source is anything with below(n).
template <class T, std::size_t N, class Source>
constexpr void shuffle(std::span<T, N> items, Source& source) {
  for (std::size_t i = items.size(); i > 1; --i) {
    const std::size_t other = source.below(static_cast<std::uint32_t>(i));
    std::swap(items[i - 1], items[other]);
  }
}

}  // namespace hotaka
