#pragma once
// The options of ratuki (docs/rules/ratuki.md, "Options").

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/option.h"

namespace hotaka::ratuki {

inline constexpr int most_players = 5;

struct Options {
  std::int32_t idle_ms = 20000;
  // By seat; `usual_hand_ms` where the option was not given.
  std::array<std::int16_t, most_players> hand_ms{-1, -1, -1, -1, -1};
  std::int16_t tie_ms = 60;
  std::int16_t target = 100;
  std::uint8_t players = 2;
  std::uint8_t hand_list = 0;  // how many seats a list named; 0 if it was no list

  static constexpr std::int16_t usual_hand_ms = -1;

  // R11: what counts for a seat.
  int hand_time(int seat) const {
    return hand_ms[seat] == usual_hand_ms ? std::max<int>(200, tie_ms) : hand_ms[seat];
  }
  bool operator==(const Options&) const = default;
};

inline constexpr std::array<Edition, 0> editions{};
inline constexpr std::array<Option, 5> option_table{{
    {"players", "2 to 5", "how many people play"},
    {"target", "1 to 10000", "the points that end the match"},
    {"tie_ms", "0 to 1000", "how close in time two cards on one stack are a tie"},
    {"hand_ms", "0 to 5000 and at least tie_ms, or a list with one such number for each seat",
     "how long a hand needs for one card"},
    {"idle_ms", "1000 to 600000",
     "how long nobody may play, start or discard before a round stops"},
}};

std::optional<Options> edition(std::string_view name);
MaybeError set_option(Options& options, std::string_view name, const OptionValue& value);
MaybeError check(const Options& options);
void write_options(std::string& out, const Options& options);

}  // namespace hotaka::ratuki
