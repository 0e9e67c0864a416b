#pragma once
// Counts wrong passwords, so that nobody can try many. An attempt counts as wrong from the moment
// when it begins until it turns out to be right, so parallel ones get no further than others.

#include <cstdint>
#include <string>
#include <unordered_map>

namespace hotaka::server {

class LoginThrottle {
 public:
  static constexpr int max_failures = 10;          // for one name from one address
  static constexpr int max_address_failures = 50;  // for all names from one address
  static constexpr std::int64_t window_ms = 600'000;

  // Nobody is kept out by what others send from elsewhere: each count is about one address.
  bool begin(const std::string& name, const std::string& address, std::int64_t now) {
    if (tries_.size() >= most_remembered)
      std::erase_if(tries_, [&](const auto& one) { return now - one.second.since >= window_ms; });
    Tries& of_name = tries(address + '\n' + name, now);
    if (of_name.count >= max_failures) return false;
    ++of_name.count;
    Tries& of_address = tries(address, now);
    if (of_address.count >= max_address_failures) {
      withdraw(name, address);
      return false;
    }
    ++of_address.count;
    return true;
  }

  // It was right, or never tried.
  void succeed(const std::string& name, const std::string& address) {
    withdraw(name, address);
    take_back(address);
  }

  std::size_t size() const { return tries_.size(); }

 private:
  struct Tries {
    int count = 0;
    std::int64_t since = 0;
  };
  // Each count costs a password hash or is taken back: one thread makes fewer in a window.
  static constexpr std::size_t most_remembered = 40'000;

  Tries& tries(const std::string& key, std::int64_t now) {
    Tries& found = tries_[key];
    if (now - found.since >= window_ms) found = {0, now};
    return found;
  }
  void withdraw(const std::string& name, const std::string& address) {
    take_back(address + '\n' + name);
  }
  void take_back(const std::string& key) {
    const auto found = tries_.find(key);
    if (found != tries_.end() && --found->second.count <= 0) tries_.erase(found);
  }

  std::unordered_map<std::string, Tries> tries_;
};

}  // namespace hotaka::server
