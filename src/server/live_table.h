#pragma once
// A table in memory, and what is under way at it.

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runner/real_time.h"
#include "server/ratings.h"
#include "table/table.h"

namespace hotaka::server {

struct LiveTable {
  // Called when the table has been read, or with the error if it cannot be.
  using OnTable = std::function<void(Result<LiveTable*>)>;

  std::string id;
  std::unique_ptr<table::Table> table;  // nothing while it must be read from the store
  bool is_reading = false;
  std::vector<OnTable> waiting;
  bool is_open = false;             // waits or runs: it is read even if nobody asks
  table::Time alive_at = 0;         // its clocks ran until then before it was read
  std::vector<std::string> people;  // it belongs to, as TableRegistry counts them
  std::string account;  // of who made it or, later, of who last did something there; "": not known
  runner::RealTimeQueue real_time;
  std::deque<std::string> chat;  // messages, oldest first
  RatedPlaces rated;
  std::array<int, max_players> ratings{};       // shown beside them; 0: not read yet
  std::int64_t thinking_version = -1;           // of the position that a bot is asked about
  bool awaits_bot = false;                      // in the queue of those who want a bot to think
  std::shared_ptr<std::atomic<bool>> is_stale;  // set when what a bot thinks about is no longer so
  table::Time bot_move_at = 0;  // where only bots are left: when one is asked; 0: not set
  std::optional<table::Stage> stored_stage;  // nothing: it is new
  table::Time unwatched_since = 0;
};

}  // namespace hotaka::server
