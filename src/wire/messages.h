#pragma once
// What the server tells: JSON messages of docs/protocol.md, made from a table for one viewer.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "table/table.h"

namespace hotaka::wire {

inline constexpr int protocol_version = 1;

// What the host of a table knows beside it.
struct Beside {
  SeatSet here;                       // places whose person is connected
  std::span<const int> ratings;       // by place; 0: none is known
  std::span<const std::string> chat;  // messages of the type chat, oldest first
};

// Everything that one may know. `place` is nobody for spectators; events after `since`, all of them
// if it is not given.
void append_table(std::string& out, const table::Table& table, int place, const Beside& beside,
                  std::optional<std::int64_t> since, std::optional<std::int64_t> to,
                  table::Time now);

// What a step changed, for one viewer after another. To be used before the table goes on.
class Update {
 public:
  Update(const table::Table& table, const table::Step& step, table::Time now);

  // Whether there is anything in it for a viewer. In a real-time game a message that tells of
  // nothing would tell that somebody did something.
  bool concerns(int place) const { return step_.audience.has(place); }
  void append(std::string& out, int place, std::optional<std::int64_t> to) const;

 private:
  void append_news(std::string& out, int place) const;

  const table::Table& table_;
  const table::Step& step_;
  table::Time now_;
  std::string for_all_;  // the news, where nothing is hidden and all see the same
};

// One line of the lobby's list.
void append_listing(std::string& out, const table::Table& table);

void append_lobby(std::string& out, std::string_view tables, std::optional<std::int64_t> to);
void append_chat(std::string& out, const table::Table& table, const table::Person& from,
                 std::string_view text, table::Time at);
void append_presence(std::string& out, const table::Table& table, int player, bool here);
void append_pong(std::string& out, std::string_view echo, table::Time now,
                 std::optional<std::int64_t> to);
void append_bye(std::string& out, const Reason& reason, bool come_again);
// `table_id` where a table was made, else empty.
void append_ok(std::string& out, std::optional<std::int64_t> to, std::string_view table_id = {});
void append_refused(std::string& out, const Error& error, std::optional<std::int64_t> to,
                    std::string_view table_id);

}  // namespace hotaka::wire
