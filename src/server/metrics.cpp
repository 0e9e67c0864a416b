#include "server/metrics.h"

#include <fmt/format.h>

namespace hotaka::server {

std::string Metrics::text(const Gauges& gauges) const {
  std::string out;
  const auto add = [&](std::string_view name, std::string_view type, std::string_view help,
                       std::uint64_t value) {
    out += fmt::format("# HELP hotaka_{0} {2}\n# TYPE hotaka_{0} {1}\nhotaka_{0} {3}\n", name, type,
                       help, value);
  };
  add("connections", "gauge", "open connections", gauges.connections);
  add("tables", "gauge", "tables that are open, or in memory", gauges.tables);
  add("unread_tables", "gauge", "tables that are being read from the store", gauges.unread_tables);
  add("timers", "gauge", "tables with a deadline", gauges.timers);
  add("bots_waiting", "gauge", "decisions that wait for a thread", gauges.waiting_bots);
  add("requests_total", "counter", "HTTP requests", requests);
  add("messages_total", "counter", "WebSocket messages from clients", messages);
  add("refused_total", "counter", "messages that were refused", refused);
  add("actions_total", "counter", "actions in games, of people and bots", actions);
  add("commits_total", "counter", "groups of journal lines that were stored", commits);
  add("entries_total", "counter", "steps of tables that were stored", entries);
  add("failed_commits_total", "counter", "steps of tables that could not be stored",
      failed_commits);
  add("games_started_total", "counter", "games that began", games_started);
  add("games_finished_total", "counter", "games that ended", games_finished);
  add("bot_decisions_total", "counter", "decisions of bots in games with turns", bot_decisions);
  add("bot_milliseconds_total", "counter", "time that they took", bot_ms);
  return out;
}

}  // namespace hotaka::server
