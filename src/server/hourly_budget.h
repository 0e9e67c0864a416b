#pragma once
// Limits of what one address may do: so many at once, and then so many an hour.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace hotaka::server {

class HourlyBudget {
 public:
  // Per hour, and as many together.
  explicit HourlyBudget(int per_hour) : per_hour_(per_hour) {}

  // Whether there may be one more.
  bool take(const std::string& key, std::int64_t now) {
    if (buckets_.size() >= most_remembered) forget(now);
    Bucket& bucket = buckets_.try_emplace(key, Bucket{per_hour_, now}).first->second;
    bucket = {left(bucket, now), now};
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

 private:
  static constexpr std::size_t most_remembered = 50'000;
  static constexpr double hour = 3'600'000;

  struct Bucket {
    double tokens;
    std::int64_t at;
  };

  double left(const Bucket& bucket, std::int64_t now) const {
    const double earned = static_cast<double>(now - bucket.at) * per_hour_ / hour;
    return std::min(per_hour_, bucket.tokens + std::max(0.0, earned));
  }

  // A full bucket is as good as none. Where all are in use, those that have least to lose go.
  void forget(std::int64_t now) {
    for (const double used : {0.0, 1.0, per_hour_}) {
      std::erase_if(buckets_,
                    [&](const auto& one) { return left(one.second, now) >= per_hour_ - used; });
      if (buckets_.size() < most_remembered / 2) return;
    }
  }

  double per_hour_;
  std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace hotaka::server
