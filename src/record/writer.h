#pragma once
// Writes the lines of a game record.

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/text.h"
#include "games/any_game.h"
#include "record/line.h"

namespace hotaka::record {

// `options` are the members of an object, as write_options() writes them; `extras` as
// Line::extras() gives them.
void write_header(std::string& out, std::string_view game, std::string_view edition,
                  std::string_view options, std::string_view extras);
// `chance` is a member as append_chance() writes it.
void write_chance(std::string& out, std::string_view chance, std::string_view extras);
void write_action(std::string& out, Seat seat, std::string_view action,
                  std::optional<std::int64_t> t, std::string_view extras);
void write_end(std::string& out, std::string_view why, Seat seat, std::string_view extras);
void write_result(std::string& out, const Outcome& outcome, std::string_view extras);

// {"winners":[0],"scores":[1,0],"reason":"all fire destroyed"}
// Records have the reason for people only; clients compare its code.
enum class Codes : std::uint8_t { no, yes };
void append_outcome(std::string& out, const Outcome& outcome, Codes codes = Codes::no);

}  // namespace hotaka::record
