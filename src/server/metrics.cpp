#include "server/metrics.h"

#include <fmt/format.h>

namespace hotaka::server {

namespace {

void begin(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  out += fmt::format("# HELP hotaka_{0} {2}\n# TYPE hotaka_{0} {1}\n", name, type, help);
}

void add(std::string& out, std::string_view name, std::string_view type, std::string_view help,
         std::uint64_t value) {
  begin(out, name, type, help);
  out += fmt::format("hotaka_{} {}\n", name, value);
}

template <class Counts>
void add(std::string& out, std::string_view name, std::string_view label, std::string_view help,
         const Counts& counts) {
  begin(out, name, "counter", help);
  for (const auto& [key, count] : counts)
    out += fmt::format("hotaka_{}{{{}=\"{}\"}} {}\n", name, label, key, count);
}

void add(std::string& out, std::string_view name, std::string_view help,
         const Histogram& durations) {
  constexpr double microseconds = 1e6;  // in a second
  begin(out, name, "histogram", help);
  std::uint64_t below = 0;
  for (std::size_t bucket = 0; bucket < Histogram::bounds.size(); ++bucket) {
    below += durations.count(bucket);
    out += fmt::format("hotaka_{}_bucket{{le=\"{}\"}} {}\n", name,
                       static_cast<double>(Histogram::bounds[bucket]) / microseconds, below);
  }
  out += fmt::format(
      "hotaka_{0}_bucket{{le=\"+Inf\"}} {1}\nhotaka_{0}_sum {2}\nhotaka_{0}_count {1}\n", name,
      durations.count(), static_cast<double>(durations.sum_us()) / microseconds);
}

}  // namespace

std::string Metrics::text(const Gauges& gauges) const {
  std::string out;
  add(out, "connections", "gauge", "open connections", gauges.connections);
  add(out, "queued_bytes", "gauge", "bytes that wait to be sent", gauges.queued_bytes);
  add(out, "queued_bytes_max", "gauge", "those of the connection with most of them",
      gauges.max_queued_bytes);
  add(out, "tables", "gauge", "tables that are open, or in memory", gauges.tables);
  add(out, "unread_tables", "gauge", "tables that are being read from the store",
      gauges.unread_tables);
  add(out, "timers", "gauge", "tables with a deadline", gauges.timers);
  add(out, "bots_waiting", "gauge", "decisions that wait for a thread", gauges.waiting_bots);
  add(out, "requests_total", "counter", "HTTP requests", requests);
  add(out, "responses_total", "status", "HTTP responses by status", responses);
  add(out, "messages_total", "counter", "WebSocket messages from clients", messages);
  add(out, "refused_total", "code", "messages that were refused, by code", refused);
  add(out, "actions_total", "counter", "actions in games, of people and bots", actions);
  add(out, "commits_total", "counter", "groups of journal lines that were stored", commits);
  add(out, "entries_total", "counter", "steps of tables that were stored", entries);
  add(out, "failed_commits_total", "counter", "steps of tables that could not be stored",
      failed_commits);
  add(out, "games_started_total", "counter", "games that began", games_started);
  add(out, "games_finished_total", "counter", "games that ended", games_finished);
  add(out, "loop_seconds", "work of an iteration of the event loop", iteration);
  add(out, "commit_seconds", "from handing steps to the store until they are durable", commit);
  add(out, "bot_seconds", "a decision of a bot in a turn-based game", decision);
  return out;
}

}  // namespace hotaka::server
