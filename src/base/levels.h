#pragma once
// How strong a bot at a table is. The bots of every game have these levels, and others beside them.

#include <algorithm>
#include <array>
#include <string_view>

namespace hotaka {

namespace level {
inline constexpr std::string_view novice = "novice";
inline constexpr std::string_view casual = "casual";
inline constexpr std::string_view club = "club";
inline constexpr std::string_view expert = "expert";
inline constexpr std::string_view master = "master";
}  // namespace level

inline constexpr std::array levels{level::novice, level::casual, level::club, level::expert,
                                   level::master};
// Plays for somebody who went away and named none.
inline constexpr std::string_view default_level = level::club;

constexpr bool is_level(std::string_view name) {
  return std::find(levels.begin(), levels.end(), name) != levels.end();
}

}  // namespace hotaka
