#pragma once
// How spirits is spelled: cards, actions, chance, positions (docs/rules/spirits.md, "Notation").

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "games/spirits/action.h"
#include "games/spirits/state.h"
#include "games/spirits/view.h"

namespace hotaka::spirits {

// "Y61"; a card of which only the back is seen is "Y??".
std::string_view card_text(Card card);
std::optional<Card> parse_card(std::string_view text);

void append_text(std::string& out, Action action);
std::optional<Action> parse_action(std::string_view text);

// As a member of a record entry: "dealer":2, "first":1 or "deal":[[..],..]
void append_chance(std::string& out, const Chance& chance);
Result<Chance> read_chance(const State& state, std::string_view key, json::Value value);

// HANDS TRICK CARRIED CAPTURED SCORES DEALER DUE, as docs/rules/spirits.md describes.
std::string view_text(const View& view);
std::string position_text(const State& state);
Result<State> read_position(std::string_view text, const Options& options);

// The table for a terminal.
std::string drawing(const View& view);

}  // namespace hotaka::spirits
