#include "bots/spirits/endgame.h"

#include <algorithm>

#include "bots/spirits/solver/solver.h"

namespace hotaka::bots::spirits_play {

using namespace spirits;

void Endgame::begin(const Question<Spirits>& asked, std::vector<PooledWorld> pool) {
  pool_ = std::move(pool);
  next_ = 0;
  team_ = asked.seat & 1;
  chance_.assign(1, MatchChance(asked.view, asked.seat));
  legal_ = asked.legal;
  branches_.clear();
  for (const Action action : legal_) branches_.push_back({action, 0, 0, 0});
  if (!table_) table_ = std::make_unique<solver::SolverTable>(table_megabytes);
}

bool Endgame::step() {
  if (next_ >= pool_.size()) return false;
  const PooledWorld& world = pool_[next_++];
  const auto values = solver::values_of(world.state, legal_, *table_);
  // The solver knows margins only: the scores that make such a margin are taken around what a
  // round usually brings.
  const auto& position = world.position;
  const int open = 60 - position.points[0] - position.points[1];
  const int usual = (2 * position.points[0] + open) * (position.factor[0] + 1) / 4 +
                    (2 * position.points[1] + open) * (position.factor[1] + 1) / 4;
  for (std::size_t i = 0; i < branches_.size(); ++i) {
    const int margin = values[i];
    const int size = margin < 0 ? -margin : margin;
    const int low = std::max(0, (usual - size) / 2);
    const int yellow = margin > 0 ? low + size : low;
    const int red = margin > 0 ? low : low + size;
    Tree::Branch& branch = branches_[i];
    ++branch.visits;
    const auto count = static_cast<float>(branch.visits);
    branch.value += (chance_[0].after(yellow, red) - branch.value) / count;
    const int own = team_ == 0 ? margin : -margin;
    branch.margin += (static_cast<float>(own) - branch.margin) / count;
  }
  return next_ < pool_.size();
}

}  // namespace hotaka::bots::spirits_play
