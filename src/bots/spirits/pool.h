#pragma once
// The worlds that a decision is made over, drawn once: each as likely as the trail makes it.

#include <vector>

#include "bots/bot.h"
#include "bots/spirits/solver/position.h"
#include "games/spirits/spirits.h"

namespace hotaka::bots::spirits_play {

struct PooledWorld {
  spirits::State state;
  solver::Deal deal;
  solver::Position position;
};

// `count` worlds, or a single one if nothing is hidden. With `heed_trail` they are chosen from
// several times as many by how well they explain what was done.
std::vector<PooledWorld> draw_pool(const Question<spirits::Spirits>& asked, std::size_t count,
                                   bool heed_trail, Rng& rng);

}  // namespace hotaka::bots::spirits_play
