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

  // What other parts know.
  struct Gauges {
    std::size_t connections = 0;
    std::size_t tables = 0;
    std::size_t unread_tables = 0;
    std::size_t timers = 0;
    std::size_t waiting_bots = 0;
  };
  // In the text format of Prometheus.
  std::string text(const Gauges& gauges) const;
};

}  // namespace hotaka::server
