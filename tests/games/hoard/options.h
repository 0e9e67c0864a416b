#pragma once
// What a table of hoard may choose: the same by turns and in a race, as types of their own, since
// start() is found by its argument.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "games/option.h"

namespace hotaka::hoard {

inline constexpr int most_players = 3;

template <bool race>
struct OptionsOf {
  std::uint8_t players = 2;
  std::uint8_t rounds = 3;
  std::uint8_t limit = 20;

  bool operator==(const OptionsOf&) const = default;
};

inline constexpr std::array<Edition, 2> editions{{
    {"usual", "three rounds"},
    {"short", "a single round"},
}};
template <bool race>
inline constexpr std::array option_rows{
    number_option<&OptionsOf<race>::players>("players", 2, most_players, "how many people play"),
    number_option<&OptionsOf<race>::rounds>("rounds", 1, 4, "how often everybody draws a card"),
    number_option<&OptionsOf<race>::limit>("limit", 5, 40, "the most that a hoard may be worth"),
};

template <bool race>
std::optional<OptionsOf<race>> edition(std::string_view name) {
  OptionsOf<race> options;
  if (name == "short") options.rounds = 1;
  return name.empty() || name == "usual" || name == "short" ? std::optional(options) : std::nullopt;
}
template <bool race>
MaybeError check(const OptionsOf<race>&) {  // every combination is allowed
  return std::nullopt;
}

}  // namespace hotaka::hoard
