#include "bots/dragons/search.h"

#include <algorithm>

namespace hotaka::bots {

using namespace dragons;

void Search::begin(const State& state) {
  side_ = state.side;
  next_ = 0;
  best_ = 0;
  whole_turns(state, turns_);
  looks_.clear();
  for (const Turn& turn : turns_) looks_.push_back({net_value(*net_, turn.after, side_), &turn});
  std::sort(looks_.begin(), looks_.end(), [](const Look& a, const Look& b) {
    return a.chance != b.chance ? a.chance > b.chance : a.turn->id < b.turn->id;
  });
  candidates_.clear();
  for (const Look& look : looks_)
    candidates_.push_back({*look.turn, look.chance, look.chance, false});
  constexpr float hopeless = 0.12F;  // behind the best at first sight
  constexpr std::size_t most = 10;
  const auto is_hopeless = [&](const Candidate& candidate) {
    return candidate.first_look < candidates_[0].first_look - hopeless;
  };
  const auto end = std::find_if(candidates_.begin(), candidates_.end(), is_hopeless);
  worth_ = std::min(most, static_cast<std::size_t>(end - candidates_.begin()));
}

bool Search::step() {
  if (next_ >= worth_) return false;
  Candidate& candidate = candidates_[next_];
  candidate.searched = true;
  if (candidate.turn.after.step != Step::over) candidate.chance = expected(candidate.turn.after);
  if (candidate.chance > candidates_[best_].chance) best_ = next_;
  return ++next_ < worth_;
}

// The own chance when the opponent rolls and plays its best.
float Search::expected(const State& state) {
  float sum = 0;
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= a; ++b) sum += (a == b ? 1.0F : 2.0F) * after_roll(state, a, b);
  }
  return sum / 36.0F;
}

float Search::after_roll(const State& state, int a, int b) {
  State rolled = state;
  set_dice(rolled, a, b);
  if (!has_action(rolled)) return net_value(*net_, state, side_);
  whole_turns(rolled, replies_);
  float best = 0;
  for (const Turn& reply : replies_)
    best = std::max(best, net_value(*net_, reply.after, opponent(side_)));
  return 1.0F - best;
}

}  // namespace hotaka::bots
