#include "games/ratuki/view.h"

#include <algorithm>

namespace hotaka::ratuki {

namespace {

template <class Cards>
void hide(Cards& cards) {
  std::fill(cards.begin(), cards.end(), hidden_card);
}

}  // namespace

View view(const State& state, Viewer viewer) {
  View seen = state;
  seen.left = {};
  for (int seat = 0; seat < state.options.players; ++seat) {
    Player& player = seen.players[seat];
    hide(player.draw);
    hide(player.discard);
    if (viewer.is(seat)) continue;
    hide(player.hand);
    player.last = not_yet;
  }
  for (Stack& stack : seen.stacks) {
    const auto all = stack.pending;
    stack.pending.clear();
    stack.since = 0;
    for (const Pending& card : all) {
      if (!viewer.is(card.seat)) continue;
      stack.pending.push(card);
      stack.since = state.players[card.seat].last;  // the own time, whoever was first
    }
  }
  return seen;
}

}  // namespace hotaka::ratuki
