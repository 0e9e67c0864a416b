#pragma once
// What a line of a game record can say (HGR, docs/records.md), as values, with their only reader
// and writer. src/table extends this by what happens around a game.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/seat.h"
#include "games/any_game.h"
#include "games/game.h"

namespace hotaka::record {

// {"hgr":1,"game":..,..}
struct Header {
  std::string game;
  std::string edition;  // empty: the usual one
  std::vector<GivenOption> options;
  std::optional<std::string> fair;  // the proof of its dice and deals, as JSON
};

// {"roll":[5,2]}: the value as JSON.
struct Drew {
  std::string key;
  std::string value;

  // From a member as append_chance() writes it: `"roll":[5,2]`.
  static Drew from_member(std::string_view member);
};

// {"seat":0,"do":"15-10"}; real-time games have a time.
struct Acted {
  Seat seat = nobody;
  std::string action;
  std::optional<std::int64_t> t = std::nullopt;
  bool hold = false;  // tables: the turn stays open after its last action
  std::string bot{};  // tables: the level of the bot that did it for somebody who is away
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

// Of an object that json::check() has found right, or readable. Keys that nothing here uses are
// passed over.
bool is_header(json::Value object);
Result<Header> read_header(json::Value object);
Result<Entry> read_entry(json::Value object);

// The members of the line's object: its brackets, and what else it holds, are up to the caller.
void append_members(std::string& out, const Drew& drew);
void append_members(std::string& out, const Acted& acted);
void append_members(std::string& out, const Ended& ended);
void append_members(std::string& out, const Resulted& resulted);

// The line of a record, with its end.
template <class OneOfEntry>
void append_line(std::string& out, const OneOfEntry& entry) {
  out += '{';
  append_members(out, entry);
  out += "}\n";
}

// The first line of a record. `options` are the members of an object, as write_options() writes
// them; `extras` are members, too, that no rule uses.
void append_header(std::string& out, std::string_view game, std::string_view edition,
                   std::string_view options, std::string_view extras);

// {"winners":[0],"scores":[1,0],"reason":"all fire destroyed"}
// Records have the reason for people only; clients compare its code.
enum class Codes : std::uint8_t { no, yes };
void append_outcome(std::string& out, const Outcome& outcome, Codes codes = Codes::no);

}  // namespace hotaka::record
