#pragma once
// Tatsu, Japanese Spirit, for two to four players: docs/rules/spirits.md.

#include <array>
#include <vector>

#include "games/spirits/rules.h"
#include "games/spirits/text.h"
#include "games/spirits/view.h"
#include "games/traits.h"

namespace hotaka::spirits {

struct Spirits {
  using Options = spirits::Options;
  using State = spirits::State;
  using Action = spirits::Action;
  using Actions = spirits::Actions;
  using Chance = spirits::Chance;
  using View = spirits::View;
  using Refusal = spirits::Refusal;

  static constexpr std::array<ChanceKey, 3> chance_keys{
      {{"first", "draw of who begins", "draws of who begins"},
       {"dealer", "draw of the dealer", "draws of the dealer"},
       {"deal", "deal", "deals"}}};
  static constexpr Traits traits{
      .name = "spirits",
      .title = "Spirits (Tatsu, Japanese Spirit), 2 to 4 players",
      .min_players = 2,
      .max_players = 4,
      .bots_need_history = true,
      .chance_keys = chance_keys,
      .editions = editions,
      .options = option_rows,
  };
  static constexpr auto edition = spirits::edition;
  static constexpr auto parse_action = spirits::parse_action;
  static constexpr auto read_position = spirits::read_position;
  static std::vector<Options> variants();
};
static_assert(DeclaredGame<Spirits>);

}  // namespace hotaka::spirits
