#pragma once
// How ratuki is spelled: cards, actions, chance, positions (docs/rules/ratuki.md, "Notation").

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "games/ratuki/action.h"
#include "games/ratuki/state.h"
#include "games/ratuki/view.h"

namespace hotaka::ratuki {

// "3d", "*"; a card that is not seen is "?".
std::string_view card_text(Card card);
std::optional<Card> parse_card(std::string_view text);

// The time is not part of an action's text: it stands beside it.
void append_text(std::string& out, const Action& action);
std::optional<Action> parse_action(std::string_view text);

// As a member of a record entry: "decks":[[..],..]
void append_chance(std::string& out, const Chance& chance);
Result<Chance> read_chance(const State& state, std::string_view key, json::Value value);

// TIME STACKS HANDS DRAW DISCARD SCORED LAST TOTALS UNPLAYED TIES CHANGED DUE, as
// docs/rules/ratuki.md describes.
std::string view_text(const View& view);
inline std::string position_text(const State& state) { return view_text(state); }
Result<State> read_position(std::string_view text, const Options& options);

// The table for a terminal.
std::string drawing(const View& view);

}  // namespace hotaka::ratuki
