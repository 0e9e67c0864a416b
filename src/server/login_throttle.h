#pragma once
// Counts wrong passwords, so that nobody can try many.

#include <cstdint>
#include <string>
#include <unordered_map>

namespace hotaka::server {

class LoginThrottle {
 public:
  static constexpr int max_failures = 10;
  static constexpr std::int64_t window_ms = 600'000;

  // An attempt is a name and an address.
  bool is_blocked(const std::string& attempt, std::int64_t now) const {
    const auto found = tries_.find(attempt);
    return found != tries_.end() && found->second.count >= max_failures &&
           now - found->second.since < window_ms;
  }

  void record_failure(const std::string& attempt, std::int64_t now) {
    constexpr std::size_t most_remembered = 10'000;
    if (tries_.size() >= most_remembered)
      std::erase_if(tries_, [&](const auto& one) { return now - one.second.since >= window_ms; });
    if (tries_.size() >= most_remembered) tries_.clear();
    auto& [count, since] = tries_[attempt];
    if (now - since >= window_ms) count = 0;
    if (count == 0) since = now;
    ++count;
  }

 private:
  struct Tries {
    int count = 0;
    std::int64_t since = 0;
  };
  std::unordered_map<std::string, Tries> tries_;
};

}  // namespace hotaka::server
