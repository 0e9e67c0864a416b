#pragma once
// A table on a server: the table itself, who looks at it, and what is only on its way.

#include <array>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "runner/real_time.h"
#include "server/connection.h"
#include "table/table.h"

namespace hotaka::server {

struct Actor {
  std::string id;
  std::unique_ptr<table::Table> table;  // nothing: to be read from the store
  std::vector<Connection*> watchers;
  std::deque<std::string> chat;  // messages of the type chat
  runner::RealTimeQueue queue;
  std::array<int, max_players> ratings{};
  std::uint64_t wakes = 0;        // counts the times its alarm was set
  std::int64_t thinking_at = -1;  // the version that a bot thinks about
  std::int64_t ask_at = 0;        // when a bot may be asked, where only bots are left; 0: not set
  table::Stage stored = table::Stage::waiting;
  bool finished_before = false;  // the store knows its end
  std::int64_t alone_since = 0;  // when the last watcher went
};

}  // namespace hotaka::server
