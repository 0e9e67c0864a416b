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

// One byte, as every state carries it. The values given here are the edition gen42.
struct Options {
  Recruit recruit : 1 = Recruit::automatic;
  Entry entry : 1 = Entry::free;
  Layout layout : 1 = Layout::mirrored;
  First first : 2 = First::random;

  bool operator==(const Options&) const = default;
};
static_assert(sizeof(Options) == 1);

inline constexpr std::array<Edition, 2> editions{{
    {"gen42", "the English rules: recruiting happens by itself, entering is a choice"},
    {"huch", "the German rules: recruiting is a choice, entering is a duty"},
}};
inline constexpr std::array<Option, 4> option_table{{
    {"recruit", "automatic, optional",
     "whether a corner's stone comes by itself or is asked about"},
    {"entry", "free, compulsory", "whether a die that can enter a stone must do so"},
    {"layout", "mirrored, rotated", "where White's entries and the corner types are"},
    {"first", "random, white, black", "who has the first turn"},
}};

std::optional<Options> edition(std::string_view name);
MaybeError set_option(Options& options, std::string_view name, const OptionValue& value);
inline MaybeError check(const Options&) { return std::nullopt; }  // every combination is allowed
// The members of a JSON object that lead from the default edition to these options.
void write_options(std::string& out, const Options& options);

}  // namespace hotaka::dragons
