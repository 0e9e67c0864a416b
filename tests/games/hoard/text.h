#pragma once
// The notation of hoard: cards are the letters a to l, "-" is none, "?" one that is not seen.

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "games/hoard/view.h"

namespace hotaka::hoard {

template <class Action>
void append_text(std::string& out, const Action& action) {
  out += action.choice == Choice::drop ? "drop" : "keep";
}
template <bool race>
std::optional<ActionOf<race>> parse_action(std::string_view text) {
  if (text == "keep") return ActionOf<race>{Choice::keep};
  if (text == "drop") return ActionOf<race>{Choice::drop};
  return std::nullopt;
}

void append_chance(std::string& out, const Chance& chance);  // "first":1 or "deal":["c","j"]
Result<Chance> read_chance(int players, std::string_view key, json::Value value);
template <bool race>
Result<Chance> read_chance(const StateOf<race>& state, std::string_view key, json::Value value) {
  return read_chance(int{state.options.players}, key, value);
}

// STEP FIRST ROUND DROPPED KEPT/.. DRAWN/.. CHOSEN/..; a position has the TIME behind it.
std::string view_text(const View& view);
std::string drawing(const View& view);

template <bool race>
std::string position_text(const StateOf<race>& state) {
  std::string text = view_text(open_view(state));
  if constexpr (race) text += ' ' + std::to_string(state.now);
  return text;
}
template <bool race>
Result<StateOf<race>> read_position(std::string_view text, const OptionsOf<race>& options);

}  // namespace hotaka::hoard
