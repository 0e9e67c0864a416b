#pragma once
// Ratuki, for two to five players, everyone at once: docs/rules/ratuki.md.

#include "games/ratuki/rules.h"
#include "games/ratuki/text.h"
#include "games/ratuki/view.h"

namespace hotaka::ratuki {

struct Ratuki {
  using Options = ratuki::Options;
  using State = ratuki::State;
  using Action = ratuki::Action;
  using Actions = ratuki::Actions;
  using Chance = ratuki::Chance;
  using View = ratuki::View;
  using Refusal = ratuki::Refusal;

  static constexpr std::string_view name = "ratuki";
  static constexpr std::string_view title = "Ratuki, everyone at once, 2 to 5 players";
  static constexpr std::span<const Edition> editions = ratuki::editions;
  static constexpr std::span<const Option> options = option_table;
  static constexpr auto edition = ratuki::edition;
  static constexpr auto parse_action = ratuki::parse_action;
  static constexpr auto read_position = ratuki::read_position;
};
static_assert(TimedGame<Ratuki>);

}  // namespace hotaka::ratuki
