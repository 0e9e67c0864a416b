#pragma once
// Counts wrong passwords, so that nobody can try many.

#include <cstdint>
#include <string>
#include <unordered_map>

namespace hotaka::server {

class Guesses {
 public:
  static constexpr int most = 10;
  static constexpr std::int64_t within = 600'000;  // ms

  // `who` tries what: a name and an address, for example.
  bool too_many(const std::string& who, std::int64_t now) const {
    const auto found = tries_.find(who);
    return found != tries_.end() && found->second.count >= most &&
           now - found->second.since < within;
  }

  void wrong(const std::string& who, std::int64_t now) {
    constexpr std::size_t most_remembered = 10'000;
    if (tries_.size() >= most_remembered)
      std::erase_if(tries_, [&](const auto& one) { return now - one.second.since >= within; });
    if (tries_.size() >= most_remembered) tries_.clear();
    auto& [count, since] = tries_[who];
    if (now - since >= within) count = 0;
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
