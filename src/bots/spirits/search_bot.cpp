#include "bots/spirits/search_bot.h"

#include <algorithm>

namespace hotaka::bots::spirits_play {

using namespace spirits;

namespace {

int cards_left(const View& view) {
  const Cards gone = view.captured[0] | view.captured[1] | view.carried;
  return card_count - std::popcount(gone) - view.played;
}

}  // namespace

SearchSettings master_settings() {
  SearchSettings master;
  master.worlds = 512;
  master.simulations = 10'000;
  master.solved_cards = 12;
  master.solved_worlds = 48;
  return master;
}

void SearchBot::begin(const Question<Spirits>& asked) {
  first_ = asked.legal[0];
  only_ = asked.legal.size() == 1 && !settings_.look_at_forced;
  done_ = 0;
  seed_ = asked.seed;
  if (only_) return;
  Rng rng(asked.seed);
  solving_ = cards_left(asked.view) <= settings_.solved_cards;
  auto pool = draw_pool(asked, solving_ ? settings_.solved_worlds : settings_.worlds,
                        settings_.heed_trail, rng);
  if (solving_) {
    endgame_.begin(asked, std::move(pool));
  } else {
    tree_.begin(asked, std::move(pool), settings_.tree, rng.next());
  }
}

bool SearchBot::think(std::uint64_t work) {
  if (only_) return false;
  if (solving_) return endgame_.step();
  for (std::uint64_t i = 0; i < work && done_ < settings_.simulations; ++i, ++done_) {
    tree_.simulate();
  }
  return done_ < settings_.simulations;
}

Action SearchBot::best() const {
  if (only_) return first_;
  Rng rng(seed_ ^ 0x5bd1e995U);
  const auto& all = branches();
  const Tree::Branch* chosen = nullptr;
  float best = 0;
  const auto most = std::max_element(
      all.begin(), all.end(), [](const auto& a, const auto& b) { return a.visits < b.visits; });
  for (const Tree::Branch& branch : all) {
    const float blur = settings_.blur * (static_cast<float>(rng.below(2001)) / 1000.0F - 1.0F);
    // What was hardly looked at is not known well enough to be chosen.
    if (branch.visits * 4 < most->visits) continue;
    const float value = branch.value + blur;
    if (chosen != nullptr && value <= best) continue;
    best = value;
    chosen = &branch;
  }
  return chosen == nullptr ? first_ : chosen->action;
}

}  // namespace hotaka::bots::spirits_play
