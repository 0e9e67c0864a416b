#include "games/ratuki/view.h"

#include <algorithm>

#include "games/ratuki/rules.h"

namespace hotaka::ratuki {

namespace {

template <class Cards>
void hide(Cards& cards) {
  std::fill(cards.begin(), cards.end(), hidden_card);
}

// Of a player with a pending card: as many cards in the hand and the piles as before that play
// (R10).
void restore_counts(Player& player) {
  if (!player.hand.full()) {  // nothing was drawn
    player.hand.push(hidden_card);
    return;
  }
  if (player.turned_over) std::swap(player.draw, player.discard);
  player.draw.push(hidden_card);
}

}  // namespace

View view(const State& state, Viewer viewer) {
  View seen = state;
  seen.left = {};
  for (int seat = 0; seat < state.options.players; ++seat) {
    Player& player = seen.players[seat];
    if (!viewer.is(seat)) {
      for (int slot = 0; slot < state.options.players; ++slot) {
        if (has_pending(state, seat, slot)) restore_counts(player);  // R12
      }
      hide(player.hand);
      player.last = not_yet;
    }
    hide(player.draw);
    hide(player.discard);
    player.turned_over = false;
  }
  for (Stack& stack : seen.stacks) {
    stack.changed = not_yet;
    stack.changed_by = 0;
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

Time shown_time(const State& state, Viewer viewer) {
  if (state.step != Step::round) return state.now;  // nothing is pending
  Time shown = std::max<Time>({0, state.last_play, state.last_discard});
  for (int i = 0; i < state.options.players; ++i) {
    shown = std::max({shown, state.stacks[i].changed, state.ties[i].at});
    if (viewer.is(i)) shown = std::max(shown, state.players[i].last);
  }
  return shown;
}

}  // namespace hotaka::ratuki
