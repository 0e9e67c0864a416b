#pragma once
// Tatsu, the game of dragon mastery, for two players: docs/rules/dragons.md.

#include <array>
#include <vector>

#include "games/dragons/rules.h"
#include "games/dragons/text.h"
#include "games/dragons/view.h"
#include "games/traits.h"

namespace hotaka::dragons {

struct Dragons {
  using Options = dragons::Options;
  using State = dragons::State;
  using Action = dragons::Action;
  using Actions = dragons::Actions;
  using Chance = dragons::Chance;
  using View = dragons::View;
  using Refusal = dragons::Refusal;

  static constexpr std::array<ChanceKey, 2> chance_keys{
      {{"first", "draw of who begins", "draws of who begins"}, {"roll", "roll", "rolls"}}};
  static constexpr Traits traits{
      .name = "dragons",
      .title = "Dragons (Tatsu, the game of dragon mastery), 2 players",
      .min_players = 2,
      .max_players = 2,
      .hides = false,
      .chance_keys = chance_keys,
      .editions = editions,
      .options = option_rows,
  };
  static constexpr auto edition = dragons::edition;
  static constexpr auto parse_action = dragons::parse_action;
  static constexpr auto read_position = dragons::read_position;
  static std::vector<Options> variants();
};
static_assert(DeclaredGame<Dragons>);

}  // namespace hotaka::dragons
