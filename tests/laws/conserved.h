#pragma once
// Nothing appears and nothing is lost: stones and cards are all somewhere, exactly once.

#include <array>

#include "games/list.h"

namespace hotaka::laws {

inline bool conserved(const dragons::State& state) {
  using namespace dragons;
  std::array<std::array<int, type_count>, 2> count{};
  for (int place = 0; place < segment_count; ++place) {
    const Stone inner = state.inner_stone(place);
    const Stone outer = state.outer_stone(place);
    if (inner == no_stone && outer != no_stone) return false;
    for (const Seat side : {white, black}) {
      const bool has_inner = inner != no_stone && owner_of(inner) == side;
      const bool has_outer = outer != no_stone && owner_of(outer) == side;
      if (has(state.inner[side], place) != has_inner) return false;
      if (has(state.outer[side], place) != has_outer) return false;
      if (has_inner) ++count[side][static_cast<int>(type_of(inner))];
      if (has_outer) ++count[side][static_cast<int>(type_of(outer))];
    }
    const bool mixed = outer != no_stone && owner_of(inner) != owner_of(outer);
    if (mixed && type_of(outer) != Type::vine) return false;
  }
  for (const Seat side : {white, black}) {
    for (int type = 0; type < type_count; ++type) {
      const int there = count[side][type] + state.tray[side][type] + state.mat[side][type];
      const int gone = destroyed(state, side, static_cast<Type>(type));
      if (gone < 0 || there + gone != stones_of[type]) return false;
    }
  }
  return true;
}

inline bool conserved(const spirits::State& state) {
  using namespace spirits;
  Cards seen = 0;
  int count = 0;
  const auto add = [&](Cards cards) {
    seen |= cards;
    count += std::popcount(cards);
  };
  for (const Cards hand : state.hand) add(hand);
  for (const Cards down : state.down) add(down);
  for (const Cards pile : state.captured) add(pile);
  add(state.carried);
  for (std::size_t i = 0; i < state.played; ++i) add(only(state.trick[i]));
  if (std::popcount(seen) != count) return false;
  if (state.step == Step::turn && seen != all_cards) return false;
  if (state.options.players != 2) return true;
  for (std::size_t side = 0; side < 2; ++side) {  // the columns say the same as the sets
    Cards under = 0;
    Cards cover = 0;
    for (std::size_t column = 0; column < columns; ++column) {
      if (state.under[side][column] != no_card) under |= only(state.under[side][column]);
      if (state.cover[side][column] != no_card) cover |= only(state.cover[side][column]);
    }
    if (under != state.down[side] || cover != state.hand[side]) return false;
  }
  return true;
}

inline bool conserved(const ratuki::State& state) {
  using namespace ratuki;
  if (state.step != Step::round) return true;
  std::size_t count = 0;
  std::array<std::uint8_t, wild_rank + 1> left{};
  for (int seat = 0; seat < state.options.players; ++seat) {
    const Player& player = state.players[seat];
    const Stack& stack = state.stacks[seat];
    count += player.hand.size() + player.draw.size() + player.discard.size() + player.scored;
    count += stack.size + stack.pending.size();
    const auto add = [&](const auto& cards) {
      for (const Card card : cards) ++left[rank_of(card)];
    };
    add(player.hand);
    add(player.draw);
    add(player.discard);
  }
  return left == state.left && count == static_cast<std::size_t>(deck_size) * state.options.players;
}

}  // namespace hotaka::laws
