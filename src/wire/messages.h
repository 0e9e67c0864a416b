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
  SeatSet here;                  // places whose person is connected
  std::span<const int> ratings;  // by place; 0: none is known
  // Messages of the type chat, oldest first; nothing where they stay as they were.
  std::optional<std::span<const std::string>> chat;
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

// Whole messages. `to` is the number of the message that they answer.
using Number = std::optional<std::int64_t>;
// The members that say who a client is.
struct Client {
  std::string_view person;  // an id
  std::string_view name;
  bool claimed = false;  // the name is this person's alone
};
void append_client(std::string& out, const Client& client);
// `tables`: those that the client has a seat at.
std::string welcome_message(const Client& client, std::span<const std::string> tables,
                            table::Time now);
std::string lobby_message(std::string_view tables, Number to);
// What has changed in it: JSON arrays of listings and of ids.
std::string lobby_changes(std::string_view changed, std::string_view gone);
std::string chat_message(const table::Table& table, const table::Person& from,
                         std::string_view text, table::Time at);
std::string presence_message(const table::Table& table, int player, bool here);
std::string pong_message(std::string_view echo, table::Time now, Number to);
// `until`: when whatever is the reason ends, in ms since 1970.
std::string bye_message(const Reason& reason, bool come_again, Number until = {});
// `table_id` where a table was made, else empty.
std::string ok_message(Number to, std::string_view table_id = {});
std::string refusal(const Error& error, Number to = {}, std::string_view table_id = {});

}  // namespace hotaka::wire
