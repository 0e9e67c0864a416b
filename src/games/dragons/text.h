#pragma once
// How dragons is spelled: actions, chance, positions (docs/rules/dragons.md, "Notation").

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "games/dragons/action.h"
#include "games/dragons/state.h"

namespace hotaka::dragons {

void append_text(std::string& out, Action action);
std::optional<Action> parse_action(std::string_view text);

// As a member of a record entry: "roll":[5,2]
void append_chance(std::string& out, const Chance& chance);
Result<Chance> read_chance(const State& state, std::string_view key, json::Value value);

std::string position_text(const State& state);
// A position to play on, under the given options. Its dice may be such that nothing can be done
// with them.
Result<State> read_position(std::string_view text, const Options& options);

inline std::string view_text(const State& state) { return position_text(state); }
// The board for a terminal.
std::string drawing(const State& state);

}  // namespace hotaka::dragons
