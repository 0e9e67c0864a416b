#include "bots/spirits/rules_bot.h"

#include <algorithm>
#include <climits>

#include "bots/spirits/worlds.h"
#include "bots/spirits/worth.h"

namespace hotaka::bots::spirits_play {

namespace {

using namespace spirits;

// Of the hidden cards, for each decision.
constexpr int guesses = 12;

// The rule of thumb for one guess of the hidden cards.
class Judge {
 public:
  explicit Judge(const State& world)
      : world_(world),
        clan_(world.clan()),
        position_(solver::position_of(world)),
        reach_(open_reach(position_)) {}

  // For the team of the seat that decides.
  int score(Action action) const {
    const Seat seat = world_.actor();
    const bool by_foe = (seat & 1) != clan_;
    if (action.is_ask()) return score_of_ask(action.seat());
    const Card card = action.is_flip() ? world_.under[seat][action.column()] : action.card();
    return by_foe ? -worth(card, true) : worth(card, false);
  }

 private:
  int worth(Card card, bool by_foe) const {
    return Worth(position_, reach_).of(card - clan_ * clan_size, by_foe);
  }

  // A partner gives its best card, an opponent its worst.
  int score_of_ask(Seat other) const {
    const bool by_foe = (other & 1) != clan_;
    Cards cards = world_.hand[other] & clan_cards[clan_];
    if (cards == 0 && world_.seats() == 2) cards = world_.down[other] & clan_cards[clan_];
    int score = by_foe ? INT_MAX : INT_MIN;
    each_card(cards, [&](Card card) {
      const int value = worth(card, by_foe);
      score = by_foe ? std::min(score, value) : std::max(score, value);
    });
    return score;
  }

  const State& world_;
  int clan_;
  Position position_;
  Reach reach_;
};

}  // namespace

List<int, Actions::capacity> rule_scores(const Question<Spirits>& asked) {
  List<int, Actions::capacity> scores;
  for (std::size_t i = 0; i < asked.legal.size(); ++i) scores.push(0);
  Worlds worlds(asked.view);
  Rng rng(asked.seed ^ 0x2545f491U);
  for (int guess = 0; guess < guesses; ++guess) {
    const State world = worlds.sample(rng);
    const Judge judge(world);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      scores[i] += judge.score(asked.legal[i]) / guesses;
    }
  }
  return scores;
}

void RulesBot::begin(const Question<Spirits>& asked) {
  choice_ = asked.legal[0];
  if (asked.legal.size() == 1) return;
  Rng rng(asked.seed);
  if (static_cast<int>(rng.below(100)) < slips_) {
    choice_ = asked.legal[rng.below(static_cast<std::uint32_t>(asked.legal.size()))];
    return;
  }
  const auto scores = rule_scores(asked);
  int best = INT_MIN;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const int blur =
        blur_ == 0 ? 0 : static_cast<int>(rng.below(static_cast<std::uint32_t>(2 * blur_ + 1)));
    if (scores[i] + blur - blur_ <= best) continue;
    best = scores[i] + blur - blur_;
    choice_ = asked.legal[i];
  }
}

}  // namespace hotaka::bots::spirits_play
