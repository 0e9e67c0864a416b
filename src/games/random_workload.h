#pragma once
// The work of a workload (workload.h).

#include <cstdint>

#include "base/text.h"
#include "games/random_play.h"
#include "games/traits.h"

namespace hotaka {

template <DeclaredGame G>
std::uint64_t run_workload(int players, std::uint64_t actions, std::uint64_t seed) {
  typename G::Options options;
  if (G::traits.min_players != G::traits.max_players)
    (void)set_option<G>(options, "players", OptionValue::from_text(to_text(players)));
  Rng rng(seed);
  std::uint64_t done = 0;
  while (done < actions) {
    auto state = start(options);
    RandomPlayers<G> random;
    const auto nothing = [](const auto&, const auto&) {};
    done += play_on<G>(state, random, rng, 10 * actions, nothing, nothing);
  }
  return done;
}

}  // namespace hotaka
