#pragma once
// The options and editions of spirits (docs/rules/spirits.md, "Options").

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/option.h"

namespace hotaka::spirits {

enum class Deal : std::uint8_t { shuffled, balanced };
enum class FaceDown : std::uint8_t { per_side, both_sides };
enum class Rotation : std::uint8_t { left, right };
enum class Lead : std::uint8_t { left, dealer, drawn };

// The values given here are the edition matagot.
struct Options {
  std::uint16_t target = 500;
  std::uint8_t players = 4;
  Deal deal = Deal::shuffled;
  FaceDown face_down = FaceDown::per_side;
  Rotation rotation = Rotation::left;
  Lead lead = Lead::left;

  bool operator==(const Options&) const = default;
};

inline constexpr std::array<Edition, 2> editions{{
    {"matagot", "the English rules"},
    {"russian",
     "the Russian rules: another deal and other face-down cards for two, another rotation for "
     "three, and the dealer leads"},
}};
inline constexpr std::array option_rows{
    number_option<&Options::players>(
        "players", 2, 4, "how many people play; with three a ghost takes the fourth seat"),
    word_option<&Options::deal>("deal", "shuffled, balanced",
                                "all cards together, or seven of each clan to each", 2),
    word_option<&Options::face_down>("face_down", "per_side, both_sides",
                                     "when face-down cards may be played", 2),
    word_option<&Options::rotation>("rotation", "left, right",
                                    "which way players change seats between rounds", 3),
    word_option<&Options::lead>("lead", "left, dealer, drawn",
                                "who leads the first trick of a round"),
    number_option<&Options::target>("target", 1, 10000, "the points that end the game"),
};

std::optional<Options> edition(std::string_view name);
inline MaybeError check(const Options&) { return std::nullopt; }  // every combination is allowed

}  // namespace hotaka::spirits
