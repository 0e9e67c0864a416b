#pragma once
// What a game record can say, as values. src/table extends this by what happens around a game.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/seat.h"
#include "games/game.h"

namespace hotaka::record {

// {"roll":[5,2]}: the value as JSON.
struct Drew {
  std::string key;
  std::string value;
};

// {"seat":0,"do":"15-10"}; real-time games have a time.
struct Acted {
  Seat seat = nobody;
  std::string action;
  std::optional<std::int64_t> t;
  bool hold = false;  // tables: the turn stays open after its last action
  std::string bot;    // tables: the level of the bot that did it for somebody who is away
};

// {"end":"resign","seat":1}
struct Ended {
  std::string how;  // resign, time or left
  Seat seat = nobody;
};

// {"result":{..}}; whoever reads one compares it with the game's own.
struct Resulted {
  Outcome outcome;
};

using Entry = std::variant<Drew, Acted, Ended, Resulted>;

}  // namespace hotaka::record
