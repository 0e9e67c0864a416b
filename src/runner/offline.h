#pragma once
// A server for one device: the same tables, messages and bots, without sockets and storage. People
// who share the device take turns at it.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "bots/any_bot.h"
#include "fair/draws.h"
#include "runner/real_time.h"
#include "table/table.h"

namespace hotaka::runner {

class Offline {
 public:
  // All chance comes from this; to be set once, before the first table.
  void set_seed(const fair::Secret& seed) { seed_ = seed; }

  // One message of the client; the answers are appended to `out`, one a line.
  void message(std::string_view text, table::Time now, std::string& out);
  // Lets timers and bots go on for a short while.
  void tick(table::Time now, std::string& out);
  // How many ms until the next tick is wanted; nothing if none is.
  std::optional<table::Time> wait(table::Time now);

 private:
  struct Entry {
    std::unique_ptr<table::Table> table;
    RealTimeQueue queue;
    std::unique_ptr<bots::AnyBot> bot;  // that thinks just now
    std::int64_t thinks_at = -1;        // the version of the table that it thinks about
    Seat thinks_for = nobody;
    std::uint64_t work = 0;
  };

  // A command to a table.
  void execute(Entry& entry, std::string_view type, const json::Fields& fields, table::Time now,
               std::string& out);
  void create(const json::Fields& message, std::optional<std::int64_t> to, table::Time now,
              std::string& out);
  void rematch(Entry& entry, std::optional<std::int64_t> to, table::Time now, std::string& out);
  Entry* find(std::string_view id);
  Entry& add(std::unique_ptr<table::Table> table);
  Result<std::unique_ptr<table::Table>> make_table(table::Setup setup, table::Time now);
  void tell_update(Entry& entry, std::optional<std::int64_t> to, table::Time now, std::string& out);
  void tell_table(Entry& entry, std::optional<std::int64_t> since, std::optional<std::int64_t> to,
                  table::Time now, std::string& out);
  // What is due at a real-time table; returns whether anything happened.
  static bool run_real_time(Entry& entry, table::Time now);
  bool let_bot_think(Entry& entry, table::Time now, std::string& out);

  fair::Secret seed_;
  std::uint64_t made_ = 0;
  std::string name_ = "you";
  std::vector<Entry> entries_;
};

}  // namespace hotaka::runner
