#pragma once
// Tatsu, the game of dragon mastery, for two players: docs/rules/dragons.md.

#include "games/dragons/rules.h"
#include "games/dragons/text.h"
#include "games/dragons/view.h"

namespace hotaka::dragons {

struct Dragons {
  using Options = dragons::Options;
  using State = dragons::State;
  using Action = dragons::Action;
  using Actions = dragons::Actions;
  using Chance = dragons::Chance;
  using View = dragons::View;
  using Refusal = dragons::Refusal;

  static constexpr std::string_view name = "dragons";
  static constexpr std::string_view title =
      "Dragons (Tatsu, the game of dragon mastery), 2 players";
  static constexpr std::span<const Edition> editions = dragons::editions;
  static constexpr std::span<const Option> options = option_table;
  static constexpr auto edition = dragons::edition;
  static constexpr auto parse_action = dragons::parse_action;
  static constexpr auto read_position = dragons::read_position;
};
static_assert(Game<Dragons>);

}  // namespace hotaka::dragons
