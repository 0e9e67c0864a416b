#pragma once
// Counts durations by size. The buckets are fixed, so that counts of different times and servers
// can be added up, and quantiles be computed from them.

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace hotaka::server {

class Histogram {
 public:
  // The upper bounds of the buckets, in microseconds; a last bucket has everything above.
  static constexpr std::array<std::int64_t, 18> bounds{
      20,     50,     100,     200,     500,     1'000,     2'000,     5'000,     10'000,
      20'000, 50'000, 100'000, 200'000, 500'000, 1'000'000, 2'000'000, 5'000'000, 10'000'000};

  void add(std::chrono::nanoseconds duration) {
    const std::int64_t us = duration.count() / 1000;
    std::size_t bucket = 0;
    while (bucket < bounds.size() && us > bounds[bucket]) ++bucket;
    ++counts_[bucket];
    ++count_;
    sum_us_ += us;
  }

  std::uint64_t count() const { return count_; }
  std::int64_t sum_us() const { return sum_us_; }
  // Of one bucket; bounds.size() is the last one.
  std::uint64_t count(std::size_t bucket) const { return counts_[bucket]; }
  // Returns the bound that this share of all durations does not exceed: 0 if there are none, and
  // the largest bound where they are longer.
  std::int64_t quantile_us(double share) const {
    const double wanted = share * static_cast<double>(count_);
    double below = 0;
    for (std::size_t bucket = 0; bucket < bounds.size() && count_ > 0; ++bucket) {
      below += static_cast<double>(counts_[bucket]);
      if (below >= wanted) return bounds[bucket];
    }
    return count_ == 0 ? 0 : bounds.back();
  }

 private:
  std::array<std::uint64_t, bounds.size() + 1> counts_{};
  std::uint64_t count_ = 0;
  std::int64_t sum_us_ = 0;
};

}  // namespace hotaka::server
