#pragma once
// Ratuki, for two to five players, everyone at once: docs/rules/ratuki.md.

#include <array>
#include <vector>

#include "games/ratuki/rules.h"
#include "games/ratuki/simulated_players.h"
#include "games/ratuki/text.h"
#include "games/ratuki/view.h"
#include "games/traits.h"

namespace hotaka::ratuki {

struct Ratuki {
  using Options = ratuki::Options;
  using State = ratuki::State;
  using Action = ratuki::Action;
  using Actions = ratuki::Actions;
  using Chance = ratuki::Chance;
  using View = ratuki::View;
  using Refusal = ratuki::Refusal;
  using SimulatedPlayers = ratuki::SimulatedPlayers;

  static constexpr std::array<ChanceKey, 1> chance_keys{
      {{"decks", "deal of decks", "deals of decks"}}};
  static constexpr Traits traits{
      .name = "ratuki",
      .title = "Ratuki, everyone at once, 2 to 5 players",
      .min_players = 2,
      .max_players = 5,
      .real_time = true,
      .chance_keys = chance_keys,
      .editions = editions,
      .options = option_rows,
  };
  static constexpr auto edition = ratuki::edition;
  static constexpr auto parse_action = ratuki::parse_action;
  static constexpr auto read_position = ratuki::read_position;
  static std::vector<Options> variants();
};
static_assert(DeclaredGame<Ratuki>);

}  // namespace hotaka::ratuki
