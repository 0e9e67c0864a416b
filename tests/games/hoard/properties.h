#pragma once
// What the properties ask of hoard, written from the rules and not from the views.

#include <bit>
#include <span>
#include <vector>

#include "base/rng.h"
#include "games/hoard/state.h"

namespace hotaka::hoard {

template <bool race>
std::vector<ActionOf<race>> universe(const StateOf<race>& state) {
  std::vector<ActionOf<race>> all{{Choice::none}, {Choice::keep}, {Choice::drop}};
  if constexpr (race) {
    for (auto& action : all) action.t = state.now;
  }
  return all;
}

// No card is in two places, and everybody has had one each round.
template <bool race>
bool conserved(const StateOf<race>& state) {
  int count = std::popcount(state.dropped);
  Cards seen = state.dropped;
  int waiting = 0;
  for (int seat = 0; seat < state.options.players; ++seat) {
    count += std::popcount(state.kept[seat]);
    seen |= state.kept[seat];
    if (state.drawn[seat] == no_card) continue;
    ++waiting;
    ++count;
    seen |= only(state.drawn[seat]);
  }
  const int rounds = state.round + (state.step == Step::decide ? 1 : 0);
  return std::popcount(seen) == count && count == rounds * state.options.players &&
         (state.step == Step::decide) == (waiting > 0);
}

// What others keep and have drawn might be any card that does not lie open and is not one's own; in
// a race nobody knows either what others have chosen.
template <bool race>
StateOf<race> redeal(const StateOf<race>& state, Viewer viewer, Rng& rng) {
  StateOf<race> dealt = state;
  std::vector<Card> cards;
  Cards known = state.dropped;
  for (int seat = 0; seat < state.options.players; ++seat) {
    if (!viewer.is(seat)) continue;
    known |= state.kept[seat];
    if (state.drawn[seat] != no_card) known |= only(state.drawn[seat]);
  }
  for (Card card = 1; card <= card_count; ++card) {
    if ((known & only(card)) == 0) cards.push_back(card);
  }
  shuffle(std::span(cards), rng);
  for (int seat = 0; seat < state.options.players; ++seat) {
    if (viewer.is(seat)) continue;
    const auto draw = [&] {
      const Card card = cards.back();
      cards.pop_back();
      return card;
    };
    dealt.kept[seat] = 0;
    for (int i = 0; i < std::popcount(state.kept[seat]); ++i) dealt.kept[seat] |= only(draw());
    if (state.drawn[seat] != no_card) dealt.drawn[seat] = draw();
    if (race && state.step == Step::decide) dealt.chosen[seat] = static_cast<Choice>(rng.below(3));
  }
  return dealt;
}

}  // namespace hotaka::hoard
