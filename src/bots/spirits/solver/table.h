#pragma once
// What the solver has found out, in memory of a fixed size. Keys hold for every deal and every
// table rule, so one table may serve many positions; what it holds changes times, never values.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bots/spirits/solver/bounds.h"

namespace hotaka::solver {

struct Found {
  Bounds bounds;
  std::uint8_t move = 0;  // what was best, in the search's own spelling
};

class SolverTable {
 public:
  static constexpr std::size_t default_megabytes = 64;
  static constexpr std::size_t most_megabytes = sizeof(void*) == 8 ? 16384 : 256;

  // Takes the largest power of two that fits.
  explicit SolverTable(std::size_t megabytes = default_megabytes);

  // Starts to fetch what a look_up will need.
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[key & mask_]); }
  // Narrows `found` by all that is known of the key; `points` are Yellow's.
  void look_up(std::uint64_t key, int points, Slope slope, Found& found) const;
  // `effort` is how much work went into it; what took less makes room first.
  void store(std::uint64_t key, int points, const Found& found, int effort);
  void clear();

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::int16_t low = -1000;  // beyond every value
    std::int16_t high = 1000;
    std::uint8_t points = 0;
    std::uint8_t move = 0;
    std::uint8_t effort = 0;
  };
  static constexpr std::size_t ways = 4;
  struct alignas(64) Bucket {
    std::array<Entry, ways> entries;
  };
  static_assert(sizeof(Bucket) == 64);

  std::vector<Bucket> buckets_;
  std::size_t mask_ = 0;
};

}  // namespace hotaka::solver
