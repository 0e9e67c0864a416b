#pragma once
// Numbers for whoever runs the server; docs/operations.md says what they mean. All of them are
// counted on the event loop.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "server/histogram.h"

namespace hotaka::server {

struct Metrics {
  std::uint64_t requests = 0;
  std::uint64_t messages = 0;
  std::uint64_t actions = 0;
  std::uint64_t commits = 0;
  std::uint64_t entries = 0;
  std::uint64_t failed_commits = 0;
  std::uint64_t games_started = 0;
  std::uint64_t games_finished = 0;
  std::map<std::string_view, std::uint64_t> refused;  // by code: literals, so there are not many
  std::map<int, std::uint64_t> responses;             // by HTTP status
  Histogram iteration;                                // of the loop, without its waiting
  Histogram commit;                                   // from the end of an iteration until durable
  Histogram decision;                                 // of bots

  // What other parts know.
  struct Gauges {
    std::size_t connections = 0;
    std::size_t queued_bytes = 0;      // at all connections
    std::size_t max_queued_bytes = 0;  // at one of them
    std::size_t tables = 0;
    std::size_t unread_tables = 0;
    std::size_t timers = 0;
    std::size_t waiting_bots = 0;
  };
  // In the text format of Prometheus.
  std::string text(const Gauges& gauges) const;
};

// The same text for ten seconds. Counters that anybody could follow would tell a player of a hidden
// action of somebody else.
class MetricsSnapshot {
 public:
  template <class Make>
  const std::string& get(std::int64_t now, Make&& make) {
    constexpr std::int64_t step = 10'000;
    if (text_.empty() || now / step != made_at_ / step) {
      text_ = make();
      made_at_ = now;
    }
    return text_;
  }

 private:
  std::string text_;
  std::int64_t made_at_ = 0;
};

}  // namespace hotaka::server
