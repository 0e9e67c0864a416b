#pragma once
// Tatsu, Japanese Spirit, for two to four players: docs/rules/spirits.md.

#include "games/spirits/rules.h"
#include "games/spirits/text.h"
#include "games/spirits/view.h"

namespace hotaka::spirits {

struct Spirits {
  using Options = spirits::Options;
  using State = spirits::State;
  using Action = spirits::Action;
  using Actions = spirits::Actions;
  using Chance = spirits::Chance;
  using View = spirits::View;
  using Refusal = spirits::Refusal;

  static constexpr std::string_view name = "spirits";
  static constexpr std::string_view title = "Spirits (Tatsu, Japanese Spirit), 2 to 4 players";
  static constexpr std::span<const Edition> editions = spirits::editions;
  static constexpr std::span<const Option> options = option_table;
  static constexpr auto edition = spirits::edition;
  static constexpr auto parse_action = spirits::parse_action;
  static constexpr auto read_position = spirits::read_position;
};
static_assert(Game<Spirits>);

}  // namespace hotaka::spirits
