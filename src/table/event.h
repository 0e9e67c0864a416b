#pragma once
// Everything that can happen at a table: what a record can say, and what happens around the game.
// A journal has one line for each; this is the only place that knows how they look.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "fair/draws.h"
#include "record/entry.h"
#include "table/audience.h"
#include "table/setup.h"

namespace hotaka::table {

using record::Acted;
using record::Drew;
using record::Ended;
using record::Resulted;

struct Created {
  std::string id;
  Setup setup;
  std::string host;  // a person's id
  fair::Secret secret;
};
struct Sat {
  int player = nobody;
  std::string person;
  std::string name;
  std::string seed;  // 32 hexadecimal digits, or empty
  bool claimed = false;
};
struct Stood {
  int player = nobody;
};
struct SaidReady {
  int player = nobody;
  bool ready = false;
  std::string seed;  // empty: it stays as it was
};
// The host sent this player away.
struct Removed {
  int player = nobody;
};
struct HostChanged {
  int player = nobody;
};
struct BotSet {
  int player = nobody;
  std::string level;  // empty: the bot is removed
};
struct Started {};
struct TurnEnded {
  int player = nobody;
};
struct UndoRequested {
  int player = nobody;
};
struct UndoAnswered {
  int player = nobody;
  bool agreed = false;
};
struct Undone {
  int player = nobody;  // whose last action it was
};
struct WentAway {
  int player = nobody;
  std::string level;  // of the bot that plays meanwhile
};
struct CameBack {
  int player = nobody;
};
// A player with partners would give up, and does so when they all have said so.
struct ResignationOffered {
  int player = nobody;
};
// Where more than two sides play: a bot plays on for the player to the end.
struct Resigned {
  int player = nobody;
  std::string level;
};
// Real-time games: something happened by itself, at this time of the round.
struct TimePassed {
  std::int64_t t = 0;
};
// The table was not run for a while: nobody is charged for the time after `alive_at`.
struct Resumed {
  Time alive_at = 0;
};
struct RematchMade {
  std::string id;
};

using Event =
    std::variant<Created, Sat, Stood, SaidReady, BotSet, Removed, HostChanged, Started, Drew, Acted,
                 TurnEnded, UndoRequested, UndoAnswered, Undone, WentAway, CameBack,
                 ResignationOffered, Resigned, TimePassed, Resumed, Ended, Resulted, RematchMade>;

// An event and when it happened by the host's clock. A real-time game's draw has the time at which
// its round begins, and a result has none.
struct Stamped {
  Time at = 0;
  Event event;
};

// The line without its end.
void append_line(std::string& out, const Stamped& stamped);
Result<Stamped> read_event(std::string_view line);

// What a command made happen: events with the versions `first`, `first` + 1, ..
struct Step {
  std::int64_t first = 0;
  std::vector<Stamped> events;
  std::string lines;  // of the journal, with a line end between each two
  Audience audience;  // to whom anything of it is to be told

  bool empty() const { return events.empty(); }
};

}  // namespace hotaka::table
