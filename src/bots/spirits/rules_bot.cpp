#include "bots/spirits/rules_bot.h"

#include <algorithm>
#include <climits>

#include "bots/spirits/worlds.h"
#include "bots/spirits/worth.h"

namespace hotaka::bots::spirits_play {

namespace {

using namespace spirits;

// What a seat may hold of a clan: these cards if they are seen, otherwise `count` of them.
struct Holding {
  Cards cards = 0;
  int count = 0;
  bool seen = true;
};

Holding holding_of(const View& view, Seat seat, int clan, Cards unseen) {
  const Cards of_clan = clan_cards[clan];
  const Cards open = view.hand[seat] & of_clan;
  if (open != 0) return {open, std::popcount(open), true};
  int count = view.hidden[seat][clan];
  if (view.options.players == 2) {
    count = static_cast<int>(
        std::count(view.under[seat].begin(), view.under[seat].end(), hidden_card(clan)));
  }
  return {count > 0 ? unseen & of_clan : 0, count, count == 0};
}

// What a team can lay for all that is known: whatever it may hold, it has.
Reach seen_reach(const View& view, Cards unseen) {
  Reach reach{};
  for (Seat seat = 0; seat < view.seats(); ++seat) {
    const int clan = seat & 1;
    const Cards cards = holding_of(view, seat, clan, unseen).cards;
    reach[clan] |= cards >> static_cast<unsigned>(clan * clan_size);
  }
  return reach;
}

class Judge {
 public:
  explicit Judge(const Question<Spirits>& asked)
      : view_(asked.view),
        seat_(asked.seat),
        clan_(asked.view.clan()),
        unseen_(unseen_cards(asked.view)),
        reach_(seen_reach(asked.view, unseen_)),
        position_(any_position(asked.view)),
        worth_(position_, reach_) {}

  // For the team of the seat that decides.
  int score(Action action) const {
    const bool by_foe = (seat_ & 1) != clan_;
    if (action.is_ask()) return score_of_ask(action.seat());
    int value = 0;
    if (action.is_flip()) {
      value = mean(holding_of(view_, seat_, clan_, unseen_).cards, by_foe);
    } else {
      value = worth(action.card(), by_foe);
    }
    return by_foe ? -value : value;
  }

 private:
  static Position any_position(const View& view) {
    Rng rng(0);
    return solver::position_of(Worlds(view).sample(rng));  // what is used of it is seen by all
  }
  int worth(Card card, bool by_foe) const { return worth_.of(card - clan_ * clan_size, by_foe); }
  int mean(Cards cards, bool by_foe) const {
    int sum = 0;
    each_card(cards, [&](Card card) { sum += worth(card, by_foe); });
    return sum / std::max(1, std::popcount(cards));
  }

  // Of n cards that are drawn from a set, the best is usually found at n / (n + 1) of it.
  int score_of_ask(Seat other) const {
    const bool by_foe = (other & 1) != clan_;
    const Holding holding = holding_of(view_, other, clan_, unseen_);
    List<int, clan_size> values;
    each_card(holding.cards, [&](Card card) {  // ascending
      values.push(worth(card, by_foe));
      for (std::size_t i = values.size() - 1; i > 0 && values[i] < values[i - 1]; --i) {
        std::swap(values[i], values[i - 1]);
      }
    });
    if (values.empty()) return INT_MIN / 2;
    const int last = static_cast<int>(values.size()) - 1;
    const int count = holding.seen ? last + 1 : holding.count;
    int place = by_foe ? last / (count + 1) : last * count / (count + 1);
    if (holding.seen) place = by_foe ? 0 : last;
    return values[static_cast<std::size_t>(place)];
  }

  const View& view_;
  Seat seat_;
  int clan_;
  Cards unseen_;
  Reach reach_;
  Position position_;
  Worth worth_;
};

}  // namespace

List<int, Actions::capacity> rule_scores(const Question<Spirits>& asked) {
  const Judge judge(asked);
  List<int, Actions::capacity> scores;
  for (const Action action : asked.legal) scores.push(judge.score(action));
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
