#include "bots/spirits/pool.h"

#include "bots/spirits/beliefs.h"
#include "bots/spirits/worlds.h"

namespace hotaka::bots::spirits_play {

std::vector<PooledWorld> draw_pool(const Question<spirits::Spirits>& asked, std::size_t count,
                                   bool heed_trail, Rng& rng) {
  constexpr std::size_t candidates_each = 6;
  Worlds worlds(asked.view);
  std::vector<PooledWorld> pool;
  const auto add = [&](const State& state) {
    pool.push_back({state, solver::deal_of(state), solver::position_of(state)});
  };
  if (worlds.certain()) {
    add(worlds.sample(rng));
    return pool;
  }
  pool.reserve(count);
  if (heed_trail) {
    const Beliefs beliefs(asked);
    if (!beliefs.empty()) {
      // Each place goes to one of its candidates, drawn by weight: the weights that pass it by are
      // added up, and the newest takes the place with its part of the sum.
      for (std::size_t i = 0; i < count; ++i) {
        float sum = 0;
        State chosen;
        for (std::size_t k = 0; k < candidates_each; ++k) {
          const State world = worlds.sample(rng);
          const float weight = beliefs.likelihood(world);
          sum += weight;
          if (static_cast<float>(rng.below(1U << 20U)) * sum < weight * (1U << 20U)) chosen = world;
        }
        add(chosen);
      }
      return pool;
    }
  }
  while (pool.size() < count) add(worlds.sample(rng));
  return pool;
}

}  // namespace hotaka::bots::spirits_play
