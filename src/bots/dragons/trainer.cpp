#include "bots/dragons/trainer.h"

#include "base/rng.h"
#include "bots/dragons/turns.h"

namespace hotaka::bots {

using namespace dragons;

namespace {

constexpr float lambda = 0.7F;
constexpr int most_turns = 600;

// Half of the games by the usual rules, the others over all options.
Options options_for(Rng& rng) {
  Options options;
  if (rng.below(2) == 0) return options;
  options.recruit = static_cast<Recruit>(rng.below(2));
  options.entry = static_cast<Entry>(rng.below(2));
  return options;
}

std::size_t best_turn(const LearningNet& net, const std::vector<Turn>& turns, int side,
                      float& best) {
  std::size_t chosen = 0;
  best = -1;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const float value = net_value(net, turns[i].after, side);
    if (value <= best) continue;
    chosen = i;
    best = value;
  }
  return chosen;
}

}  // namespace

LessonGame play_lesson(const LearningNet& net, std::uint64_t seed) {
  Rng rng(seed);
  State state = start(options_for(rng));
  LessonGame game;
  std::vector<Turn> turns;
  for (int turn = 0; turn < most_turns && state.step != Step::over;) {
    if (phase(state) == Phase::chance) {
      apply(state, draw(state, rng));
      continue;
    }
    const int side = state.side;
    whole_turns(state, turns);
    float best = 0;
    state = turns[best_turn(net, turns, side, best)].after;
    game.push_back({features_of(state, side), best});
    ++turn;
  }
  if (state.step != Step::over) game.clear();  // nothing is known of how it would have ended
  return game;
}

float learn_game(LearningNet& net, const LessonGame& game, float rate) {
  float result = 1.0F;  // for the side that moved last
  float sum = 0;
  for (std::size_t i = game.size(); i-- > 0;) {
    // `result` is from the view of the side that made turn i.
    const float error = net.learn(game[i].features, result, rate);
    sum += error * error;
    const float here = (1.0F - lambda) * game[i].chance + lambda * result;
    result = 1.0F - here;
  }
  return game.empty() ? 0.0F : sum / static_cast<float>(game.size());
}

}  // namespace hotaka::bots
