#pragma once
// Numbers for whoever runs the server; docs/operations.md says what they mean.

#include <cstdint>
#include <string>

namespace hotaka::server {

struct Metrics {
  std::uint64_t requests = 0;
  std::uint64_t messages = 0;
  std::uint64_t refused = 0;
  std::uint64_t actions = 0;
  std::uint64_t commits = 0;
  std::uint64_t entries = 0;
  std::uint64_t failed_commits = 0;
  std::uint64_t games_started = 0;
  std::uint64_t games_finished = 0;
  std::uint64_t bot_decisions = 0;
  std::uint64_t bot_ms = 0;

  // In the text format of Prometheus; the others are told by whoever knows them.
  std::string text(std::size_t connections, std::size_t tables, std::size_t timers,
                   std::size_t waiting_bots) const;
};

}  // namespace hotaka::server
