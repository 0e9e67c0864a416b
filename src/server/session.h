#pragma once
// What the server knows of the person at the other end of a WebSocket.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace hotaka::server {

struct Actor;

struct Session {
  std::string person;
  std::string name;
  bool claimed = false;
  bool in_lobby = false;
  std::vector<Actor*> joined;

  // --- Limits: a bucket that refills steadily
  double credit = 0;
  std::int64_t credited = 0;
  int ignored = 0;  // messages beyond the limit

  // --- The way to this client and back, in ms
  std::int64_t round_trip = 0;
  bool measured = false;

  // Half of the way, which an action in ratuki may have taken.
  std::int64_t delay() const {
    constexpr std::int64_t most = 120;
    return std::min(most, (round_trip + 1) / 2);
  }
};

}  // namespace hotaka::server
