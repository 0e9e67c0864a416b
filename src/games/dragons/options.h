#pragma once
// The options and editions of dragons (docs/rules/dragons.md, "Options").

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/option.h"

namespace hotaka::dragons {

enum class Recruit : std::uint8_t { automatic, optional };
enum class Entry : std::uint8_t { free, compulsory };
enum class Layout : std::uint8_t { mirrored, rotated };
enum class First : std::uint8_t { random, white, black };

// The values given here are the edition gen42.
struct Options {
  Recruit recruit = Recruit::automatic;
  Entry entry = Entry::free;
  Layout layout = Layout::mirrored;
  First first = First::random;

  bool operator==(const Options&) const = default;
};

inline constexpr std::array<Edition, 2> editions{{
    {"gen42", "the English rules: recruiting happens by itself, entering is a choice"},
    {"huch", "the German rules: recruiting is a choice, entering is a duty"},
}};
inline constexpr std::array option_rows{
    word_option<&Options::recruit>("recruit", "automatic, optional",
                                   "whether a corner's stone comes by itself or is asked about"),
    word_option<&Options::entry>("entry", "free, compulsory",
                                 "whether a die that can enter a stone must do so"),
    word_option<&Options::layout>("layout", "mirrored, rotated",
                                  "where White's entries and the corner types are"),
    word_option<&Options::first>("first", "random, white, black", "who has the first turn"),
};

std::optional<Options> edition(std::string_view name);
inline MaybeError check(const Options&) { return std::nullopt; }  // every combination is allowed

}  // namespace hotaka::dragons
