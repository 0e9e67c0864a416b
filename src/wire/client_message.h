#pragma once
// What a client can say, as values: each message of docs/protocol.md is read once.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "table/command.h"
#include "table/setup.h"

namespace hotaka::wire {

struct Ping {
  std::string echo;  // a JSON number, which the answer repeats, or null
};
struct Rename {
  std::string name;
};
struct Create {
  table::Setup setup;
};
struct Join {
  std::string table;
  std::optional<std::int64_t> since;  // a version that the client has seen
};
struct Part {
  std::string table;
};
struct Rematch {
  std::string table;
};
struct Chat {
  std::string table;
  std::string text;
};
struct Report {
  std::string table;
  int player = nobody;  // whom it is about: a player, or
  std::string person;   // anybody who is or was there
  std::string text;     // what that person said, or empty
  std::string why;
};
struct WatchLobby {
  bool on = true;
};
struct AtTable {
  std::string table;
  table::Command command;
};

using Request =
    std::variant<Ping, Rename, Create, Join, Part, Rematch, Chat, Report, WatchLobby, AtTable>;

struct ClientMessage {
  std::optional<std::int64_t> number;  // `n`, which the answer repeats as `to`
  std::string table;                   // the id that it gives, if it does
  Result<Request> request;             // or why it is none
};

ClientMessage read_message(std::string_view text);

}  // namespace hotaka::wire
