#pragma once
// What a table was made for: the game with its options, time, and who may see it.

#include <cstdint>
#include <memory>
#include <string>

#include "base/json_fields.h"
#include "base/result.h"
#include "games/any_game.h"

namespace hotaka::table {

// Milliseconds of whoever hosts the table.
using Time = std::int64_t;

struct TimeControl {
  enum class Kind : std::uint8_t { none, relaxed, slow } kind = Kind::none;
  Time bank = 0;  // relaxed: what a player begins with
  Time turn = 0;  // relaxed: what each turn adds; slow: what each turn may take

  bool on() const { return kind != Kind::none; }
};

struct Setup {
  std::string game;
  std::string edition;         // empty: the usual one
  std::string options = "{}";  // a JSON object: those that differ from the edition's
  TimeControl time;
  bool open = true;   // listed in the lobby
  bool watch = true;  // spectators are welcome
  bool rated = false;
};

// The members game, edition, options, time, open, watch and rated of a message or a journal line.
Result<Setup> read_setup(const json::Fields& fields);
// A rated game is an edition as it is, with one of the listed time controls where it has a clock.
MaybeError check_rated(const Setup& setup);
// {"kind":"relaxed","bank":600,"move":5}
void append_time(std::string& out, const TimeControl& time);
// The members that read_setup() reads.
void append_setup(std::string& out, const Setup& setup);

// The game at its beginning; a setup that was read has one.
Result<std::unique_ptr<AnyGame>> new_game(const Setup& setup);

}  // namespace hotaka::table
