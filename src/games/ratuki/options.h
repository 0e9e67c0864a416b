#pragma once
// The options of ratuki (docs/rules/ratuki.md, "Options").

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
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
  // Whether there may be a list of so many seats; check() compares it with the players.
  bool set_hand_list(std::span<const std::int64_t> list);
  void append_hand_ms(std::string& out) const;  // as JSON

  bool operator==(const Options&) const = default;
};

inline constexpr std::array<Edition, 0> editions{};

// R11: one number for all seats, or a list with one for each.
constexpr Option hand_ms_option() {
  Option option;
  option.name = "hand_ms";
  option.meaning = "how long a hand needs for one card";
  option.max = 5000;
  option.values = "0 to 5000 and at least tie_ms, or a list with one such number for each seat";
  option.get = [](const void* options) -> std::int64_t {
    return static_cast<const Options*>(options)->hand_ms[0];
  };
  option.set = [](void* options, std::int64_t value) {
    static_cast<Options*>(options)->hand_ms.fill(static_cast<std::int16_t>(value));
    static_cast<Options*>(options)->hand_list = 0;
  };
  option.set_list = [](void* options, std::span<const std::int64_t> list) {
    return static_cast<Options*>(options)->set_hand_list(list);
  };
  option.append_value = [](std::string& out, const void* options) {
    static_cast<const Options*>(options)->append_hand_ms(out);
  };
  return option;
}

inline constexpr std::array option_rows{
    number_option<&Options::players>("players", 2, most_players, "how many people play"),
    number_option<&Options::target>("target", 1, 10000, "the points that end the match"),
    number_option<&Options::tie_ms>("tie_ms", 0, 1000,
                                    "how close in time two cards on one stack are a tie"),
    hand_ms_option(),
    number_option<&Options::idle_ms>(
        "idle_ms", 1000, 600000, "how long nobody may play, start or discard before a round stops"),
};

std::optional<Options> edition(std::string_view name);
MaybeError check(const Options& options);

}  // namespace hotaka::ratuki
