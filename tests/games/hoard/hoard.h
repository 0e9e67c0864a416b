#pragma once
// A small game that the one list does not have, by turns and as a race. The programs of the tests
// have it, which proves that a game needs its own folder and a line in a list, and nothing else.

#include <array>
#include <optional>
#include <vector>

#include "base/rng.h"
#include "games/hoard/text.h"
#include "games/random_play.h"
#include "games/traits.h"

namespace hotaka::hoard {

struct HoardRace;

// Each player of a race chooses at some time, or misses the end of the round.
class RacePlayers {
 public:
  void begin_round(const StateOf<true>& state, Rng& rng) {
    for (int seat = 0; seat < state.options.players; ++seat) due_[seat] = 1 + rng.below(1200);
  }
  std::optional<Deed<HoardRace>> next(StateOf<true>& state, Rng& rng);

 private:
  std::array<Time, most_players> due_{};
};

// Every number of players, rounds and two limits.
template <bool race>
std::vector<OptionsOf<race>> all_variants() {
  std::vector<OptionsOf<race>> all;
  for (std::uint8_t players = 2; players <= most_players; ++players) {
    for (std::uint8_t rounds = 1; rounds <= 4; ++rounds) {
      for (const std::uint8_t limit : {std::uint8_t{9}, std::uint8_t{20}})
        all.push_back({players, rounds, limit});
    }
  }
  return all;
}

template <bool race>
struct GameOf {
  using Options = OptionsOf<race>;
  using State = StateOf<race>;
  using Action = ActionOf<race>;
  using Actions = List<Action, 2>;
  using Chance = hoard::Chance;
  using View = hoard::View;
  using Refusal = hoard::Refusal;

  static constexpr auto edition = hoard::edition<race>;
  static constexpr auto parse_action = hoard::parse_action<race>;
  static constexpr auto read_position = hoard::read_position<race>;
  static constexpr auto variants = all_variants<race>;
};

inline constexpr std::array<ChanceKey, 2> chance_keys{
    {{"first", "draw of who begins", "draws of who begins"}, {"deal", "deal", "deals"}}};

struct Hoard : GameOf<false> {
  static constexpr Traits traits{
      .name = "hoard",
      .title = "Hoard, 2 or 3 players",
      .max_players = most_players,
      .bots_need_history = true,
      .chance_keys = chance_keys,
      .editions = editions,
      .options = option_rows<false>,
  };
};
static_assert(DeclaredGame<Hoard>);

struct HoardRace : GameOf<true> {
  using SimulatedPlayers = RacePlayers;

  static constexpr Traits traits{
      .name = "hoard_race",
      .title = "Hoard as a race, 2 or 3 players",
      .max_players = most_players,
      .real_time = true,
      .chance_keys = std::span(chance_keys).last(1),
      .editions = editions,
      .options = option_rows<true>,
  };
};
static_assert(DeclaredGame<HoardRace>);

}  // namespace hotaka::hoard
