#pragma once
// A server for one device: the same tables, messages and bots, without sockets and storage. People
// who share the device take turns at it. Its owner keeps the journals of the tables, and gives them
// back later.

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bots/any_bot.h"
#include "fair/draws.h"
#include "runner/real_time.h"
#include "table/table.h"
#include "wire/client_message.h"

namespace hotaka::runner {

// Lines that continue the journal of a table; its owner appends them.
struct JournalPart {
  std::string table;
  std::int64_t first = 0;  // the version of the first line
  std::string lines;       // with a line end behind each
  std::string listing;     // the table as lists show it, a JSON object
};

class Offline {
 public:
  // All chance comes from this; to be set once, before the first table. Two owners of journals on a
  // device must not have the same one.
  void set_seed(const fair::Secret& seed) { seed_ = seed; }

  // One message of the client; the answers are appended to `out`, one a line.
  void message(std::string_view text, table::Time now, std::string& out);
  // Lets timers and bots go on for a short while.
  void tick(table::Time now, std::string& out);
  // How many ms until the next tick is wanted; nothing if none is.
  std::optional<table::Time> wait(table::Time now);

  // What was journaled since the last call, in order.
  std::vector<JournalPart> take_journal() { return std::exchange(journal_, {}); }
  // Takes a table back from its whole journal. It goes on now, and the time since `alive_at`, when
  // it was last known to be run, is charged to nobody. Bots do not think about what they did. The
  // journal replaces what this device knew of the table.
  MaybeError restore(std::string_view journal, table::Time alive_at, table::Time now);
  // Forgets a table, running or not: its owner has the journal. False if there is no such table.
  bool release(std::string_view id);

 private:
  static constexpr std::size_t most_tables = 8;

  struct Entry {
    std::unique_ptr<table::Table> table;
    RealTimeQueue queue;
    std::unique_ptr<bots::AnyBot> bot;  // that thinks just now
    std::int64_t thinks_at = -1;        // the version of the table that it thinks about
    Seat thinks_for = nobody;
    std::uint64_t work = 0;
  };

  using Number = std::optional<std::int64_t>;  // of the message that is answered

  void take(const wire::Ping& ping, Number to, table::Time now, std::string& out);
  void take(const wire::Rename& rename, Number to, table::Time now, std::string& out);
  void take(const wire::Create& wanted, Number to, table::Time now, std::string& out);
  void take(const wire::Join& wanted, Number to, table::Time now, std::string& out);
  void take(const wire::Part& wanted, Number to, table::Time now, std::string& out);
  void take(const wire::Rematch& wanted, Number to, table::Time now, std::string& out);
  void take(const wire::Chat& wanted, Number to, table::Time now, std::string& out);
  void take(const wire::Report& wanted, Number to, table::Time now, std::string& out);
  void take(const wire::WatchLobby& wanted, Number to, table::Time now, std::string& out);
  void take(const wire::AtTable& wanted, Number to, table::Time now, std::string& out);
  static void get_ready(table::Table& table, table::Time now);
  void execute(Entry& entry, table::Command command, Number to, table::Time now, std::string& out);
  static void refuse(const Error& error, Number to, std::string& out, std::string_view table = {});
  Entry* find_or_refuse(std::string_view id, Number to, std::string& out);
  void rematch(Entry& entry, Number to, table::Time now, std::string& out);
  Entry* find(std::string_view id);
  // Forgets a table that is over, or else one that has not started, if there are too many.
  MaybeError make_room();
  Entry& add(std::unique_ptr<table::Table> table);
  Result<std::unique_ptr<table::Table>> make_table(table::Setup setup, table::Time now);
  // The table's last step, noted for its journal.
  table::Step take_step(Entry& entry);
  void tell_update(Entry& entry, Number to, table::Time now, std::string& out);
  // Likewise, to nobody in particular, and only if there is anything to tell.
  void tell_news(Entry& entry, table::Time now, std::string& out);
  void tell_table(Entry& entry, std::optional<std::int64_t> since, std::optional<std::int64_t> to,
                  table::Time now, std::string& out);
  // What is due at a real-time table; returns whether anything happened.
  static bool run_real_time(Entry& entry, table::Time now);
  bool let_bot_think(Entry& entry, table::Time now, std::string& out);

  fair::Secret seed_;
  std::uint64_t made_ = 0;
  std::string name_ = "you";
  std::vector<Entry> entries_;
  std::vector<JournalPart> journal_;
};

}  // namespace hotaka::runner
