#pragma once
// What can be wanted of a table, as values: read once from a client's message, or made by a bot.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "base/levels.h"
#include "base/seat.h"
#include "table/setup.h"

namespace hotaka::table {

struct Sit {
  int player = nobody;
  std::string seed;  // 32 hexadecimal digits, or empty
};
struct Stand {};
struct SetReady {
  bool ready = true;
  std::string seed;  // replaces the one given before, unless it is empty
};
struct SetBot {
  int player = nobody;
  std::string level;  // empty: the bot is removed
};
// The host sends a person away, who cannot sit down here again.
struct Remove {
  int player = nobody;
};
// Another person becomes the host.
struct HandOver {
  int player = nobody;
};
struct Start {};
struct Act {
  std::optional<std::int64_t> version;  // that it was decided on; turn-based games need it
  std::optional<Seat> seat;             // where one decides for another
  std::string action;
  std::optional<Time> t;  // real-time games: when it was done, in ms of the round
  bool hold = false;      // the turn stays open after its last action, until it is ended
};
struct EndTurn {};
struct Undo {};
struct AnswerUndo {
  bool agree = false;
};
struct Resign {};
struct Leave {
  std::string level = std::string(default_level);  // of the bot that plays meanwhile
};
struct Return {};

using Command = std::variant<Sit, Stand, SetReady, SetBot, Remove, HandOver, Start, Act, EndTurn,
                             Undo, AnswerUndo, Resign, Leave, Return>;

}  // namespace hotaka::table
