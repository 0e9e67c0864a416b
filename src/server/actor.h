#pragma once
// A table on a server: the table itself, who looks at it, and what is only on its way.

#include <array>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "runner/timed_bots.h"
#include "server/connection.h"
#include "table/table.h"

namespace hotaka::server {

// An action in ratuki that waits until nobody can have been faster.
struct HeldAct {
  std::int64_t pressed = 0;  // by the server's clock, as far as it is believed
  std::int64_t round_start = 0;
  std::uint64_t connection = 0;
  std::optional<std::int64_t> to;  // the number of the message
  table::Act act;
};

struct Actor {
  std::string id;
  std::unique_ptr<table::Table> table;  // nothing: to be read from the store
  std::vector<Connection*> watchers;
  std::deque<std::string> chat;  // messages of the type chat
  runner::TimedBots timed;
  std::vector<HeldAct> held;  // in the order of pressing
  std::array<int, max_players> ratings{};
  std::uint64_t wakes = 0;        // counts the times its alarm was set
  std::int64_t thinking_at = -1;  // the version that a bot thinks about
  std::int64_t ask_at = 0;        // when a bot may be asked, where only bots are left; 0: not set
  table::Stage stored = table::Stage::waiting;
  bool finished_before = false;  // the store knows its end
  std::int64_t alone_since = 0;  // when the last watcher went
};

}  // namespace hotaka::server
