#pragma once
// Deals anew everything that a viewer cannot see. Written from the rules, not from the views, on
// purpose.

#include <span>
#include <vector>

#include "base/rng.h"
#include "games/list.h"

namespace hotaka::laws {

inline dragons::State redeal(const dragons::State& state, Viewer, Rng&) { return state; }

// S2: of a hidden card its clan is known, so cards change places within their clan.
inline spirits::State redeal(const spirits::State& state, Viewer viewer, Rng& rng) {
  using namespace spirits;
  State dealt = state;
  for (const Clan clan : {yellow, red}) {
    std::vector<Card> cards;
    if (state.options.players == 2) {
      for (std::size_t side = 0; side < 2; ++side) {
        for (const Card card : state.under[side]) {
          if (card != no_card && clan_of(card) == clan) cards.push_back(card);
        }
      }
      shuffle(std::span(cards), rng);
      for (std::size_t side = 0; side < 2; ++side) {
        dealt.down[side] &= ~clan_cards[clan];
        for (Card& card : dealt.under[side]) {
          if (card == no_card || clan_of(card) != clan) continue;
          card = cards.back();
          cards.pop_back();
          dealt.down[side] |= only(card);
        }
      }
      continue;
    }
    const auto hidden = [&](Seat seat) {
      return !viewer.is(seat) && !(state.options.players == 3 && seat == ghost);
    };
    for (Seat seat = 0; seat < 4; ++seat) {
      if (hidden(seat)) {
        each_card(state.hand[seat] & clan_cards[clan], [&](Card card) { cards.push_back(card); });
      }
    }
    shuffle(std::span(cards), rng);
    for (Seat seat = 0; seat < 4; ++seat) {
      if (!hidden(seat)) continue;
      const int count = std::popcount(state.hand[seat] & clan_cards[clan]);
      dealt.hand[seat] &= ~clan_cards[clan];
      for (int i = 0; i < count; ++i) {
        dealt.hand[seat] |= only(cards.back());
        cards.pop_back();
      }
    }
  }
  return dealt;
}

// Other hands, all piles, and what others have on its way are dealt anew from each player's own
// cards.
inline ratuki::State redeal(const ratuki::State& state, Viewer viewer, Rng& rng) {
  using namespace ratuki;
  State dealt = state;
  dealt.left = {};
  for (int seat = 0; seat < state.options.players; ++seat) {
    Player& player = dealt.players[seat];
    std::vector<Card*> places;
    for (Card& card : player.draw) places.push_back(&card);
    for (Card& card : player.discard) places.push_back(&card);
    if (!viewer.is(seat)) {
      for (Card& card : player.hand) places.push_back(&card);
      for (Stack& stack : dealt.stacks) {
        for (Pending& pending : stack.pending) {
          if (pending.seat == seat) places.push_back(&pending.card);
        }
      }
    }
    std::vector<Card> cards;
    for (const Card* place : places) cards.push_back(*place);
    shuffle(std::span(cards), rng);
    for (std::size_t i = 0; i < places.size(); ++i) *places[i] = cards[i];
    const auto count = [&](const auto& list) {
      for (const Card card : list) ++dealt.left[rank_of(card)];
    };
    count(player.hand);
    count(player.draw);
    count(player.discard);
  }
  return dealt;
}

}  // namespace hotaka::laws
