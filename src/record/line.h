#pragma once
// One line of a game record (HGR, docs/records.md): what it is and what it says, before any rule is
// asked.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/list.h"
#include "base/seat.h"
#include "games/any_game.h"
#include "games/game.h"

namespace hotaka::record {

enum class Kind : std::uint8_t { blank, header, chance, action, end, result };

// Reading a line never keeps the text: after the next read everything that it said is gone.
class Line {
 public:
  // What is wrong with the line; a header keeps its kind even then, as it begins a new game.
  Problem read(std::string_view text);

  Kind kind() const { return kind_; }
  Seat seat() const { return seat_; }                      // action, end
  std::string_view text() const { return text_; }          // the action; why the game ended
  std::optional<std::int64_t> time() const { return t_; }  // action: t, if it is a whole number
  std::string_view chance_key() const { return key_; }
  json::Value value() const { return value_; }  // chance
  const std::optional<Outcome>& outcome() const { return outcome_; }

  // --- Header
  std::string_view game() const { return game_; }
  std::string_view edition() const { return edition_; }
  const std::vector<GivenOption>& options() const { return options_; }

  // The proof of its dice and deals, which the room `fair` reads; it is among the extras too.
  const std::optional<json::Value>& fair() const { return fair_; }

  // The members that no rule uses, as they stood in the line: `"names":["a","b"],"x":1`; empty if
  // none.
  const std::string& extras() const { return extras_; }

 private:
  void forget();
  Problem read_members(json::Value object);
  Problem read_header(json::Value object);
  Problem read_options(json::Value value);
  Problem settle(bool has_seat);
  Problem read_result(json::Value value);

  Kind kind_ = Kind::blank;
  Seat seat_ = nobody;
  std::optional<std::int64_t> t_;
  std::string_view text_;
  std::string_view key_;
  json::Value value_;
  json::Value seat_value_;
  std::optional<Outcome> outcome_;
  std::string_view game_;
  std::string_view edition_;
  std::vector<GivenOption> options_;
  std::optional<json::Value> fair_;
  std::string extras_;
  // Where strings with escapes are decoded to.
  std::string text_scratch_;
  std::string game_scratch_;
  std::string edition_scratch_;
  std::string key_scratch_;
};

}  // namespace hotaka::record
