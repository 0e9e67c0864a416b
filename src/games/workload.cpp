#include "games/workload.h"

#include "base/text.h"
#include "games/any_game.h"

namespace hotaka {

std::uint64_t Workload::run(std::uint64_t actions, std::uint64_t seed) const {
  return game->run_workload(players, actions, seed);
}

std::vector<Workload> all_workloads() {
  std::vector<Workload> all;
  for (const GameType* game : all_games()) {
    const Traits& traits = game->traits();
    for (int players = traits.min_players; players <= traits.max_players; ++players) {
      Workload& added = all.emplace_back(Workload{std::string(traits.name), game, players});
      if (traits.min_players != traits.max_players) added.name += '-' + to_text(players);
    }
  }
  return all;
}

}  // namespace hotaka
