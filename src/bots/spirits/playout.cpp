#include "bots/spirits/playout.h"

#include <climits>

#include "bots/spirits/worth.h"

namespace hotaka::bots::spirits_play {

namespace {

using namespace spirits;
using solver::groups;
using solver::own;

// One of the set, each as likely.
Card any_of(Cards cards, Rng& rng) {
  for (auto skip = rng.below(static_cast<std::uint32_t>(std::popcount(cards))); skip > 0; --skip) {
    cards &= cards - 1;
  }
  return static_cast<Card>(std::countr_zero(cards));
}

struct Pick {
  Card card = no_card;
  int worth = 0;
};

// The best or the worst of the cards, for the team before which they lie.
Pick pick(const Worth& worth, int clan, Cards cards, bool by_foe) {
  Pick picked{no_card, by_foe ? INT_MAX : INT_MIN};
  each_card(cards, [&](Card card) {
    const int value = worth.of(card - clan * clan_size, by_foe);
    if (by_foe ? value < picked.worth : value > picked.worth) picked = {card, value};
  });
  return picked;
}

bool face_down(const solver::Deal& deal, const Position& position, int clan, int group) {
  return deal.columns && position.up[clan][group] == 0;
}

// The only card if there is just one: nothing to judge.
bool single(Cards cards) { return (cards & (cards - 1)) == 0; }

}  // namespace

Reply quick_choice(const solver::Deal& deal, const Position& position, Rng& rng) {
  const int clan = position.mover;
  std::array<Cards, groups> cards{};
  Cards all = 0;
  for (int group = 0; group < groups; ++group) {
    cards[group] = choices(deal, position, clan, group);
    all |= cards[group];
  }
  if (single(all)) {
    for (int group = 0; group < groups; ++group) {
      if (cards[group] != 0) return {group, static_cast<Card>(std::countr_zero(all))};
    }
  }
  const Reach reach = open_reach(position);
  const Worth worth(position, reach);
  Reply reply;
  int best = INT_MIN;
  for (int group = 0; group < groups; ++group) {
    if (cards[group] == 0) continue;
    Pick picked = pick(worth, clan, cards[group], group != own);
    if (face_down(deal, position, clan, group)) {
      picked.card = any_of(cards[group], rng);
      picked.worth = worth.of(picked.card - clan * clan_size, group != own);
    }
    if (picked.worth > best) {
      best = picked.worth;
      reply = {group, picked.card};
    }
  }
  return reply;
}

Card quick_answer(const solver::Deal& deal, const Position& position, int group, Cards cards,
                  Rng& rng) {
  if (single(cards)) return static_cast<Card>(std::countr_zero(cards));
  const int clan = position.mover;
  if (face_down(deal, position, clan, group)) return any_of(cards, rng);
  const Reach reach = open_reach(position);
  return pick(Worth(position, reach), clan, cards, group != own).card;
}

void play_out(const solver::Deal& deal, Position& position, Rng& rng) {
  while (position.left > 0) {
    const Reply reply = quick_choice(deal, position, rng);
    play(deal, position, reply.group, reply.card);
  }
}

}  // namespace hotaka::bots::spirits_play
