#include "bots/spirits/worlds.h"

#include <span>

namespace hotaka::bots::spirits_play {

using namespace spirits;

Cards unseen_cards(const View& view) {
  Cards seen = view.captured[0] | view.captured[1] | view.carried;
  for (const Cards hand : view.hand) seen |= hand;
  for (std::size_t i = 0; i < view.played; ++i) seen |= only(view.trick[i]);
  return all_cards & ~seen;
}

Worlds::Worlds(const View& view) : view_(view) {
  static_cast<Table&>(open_) = view;
  open_.hand = view.hand;
  open_.under = view.under;
  open_.cover = view.cover;
  each_card(unseen_cards(view), [&](Card card) { unseen_[clan_of(card)].push(card); });
}

bool Worlds::certain() const { return unseen_[0].empty() && unseen_[1].empty(); }

State Worlds::sample(Rng& rng) {
  State world = open_;
  std::array<std::size_t, 2> next{};
  for (auto& cards : unseen_) shuffle(std::span(cards.begin(), cards.size()), rng);
  if (view_.options.players == 2) {
    for (std::size_t side = 0; side < 2; ++side) {
      for (Card& card : world.under[side]) {
        if (card == no_card) continue;
        const int clan = clan_of(card);
        card = unseen_[clan][next[clan]++];
        world.down[side] |= only(card);
      }
    }
    return world;
  }
  for (std::size_t seat = 0; seat < 4; ++seat) {
    for (std::size_t clan = 0; clan < 2; ++clan) {
      for (int i = 0; i < view_.hidden[seat][clan]; ++i) {
        world.hand[seat] |= only(unseen_[clan][next[clan]++]);
      }
    }
  }
  return world;
}

}  // namespace hotaka::bots::spirits_play
