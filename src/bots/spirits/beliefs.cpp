#include "bots/spirits/beliefs.h"

#include <algorithm>

#include "bots/spirits/worth.h"

namespace hotaka::bots::spirits_play {

using namespace spirits;

namespace {

// Whether the trail explains all that has left the hands in this round.
bool complete(const Question<Spirits>& asked) {
  Cards given = 0;
  int cards = 0;
  for (const auto& done : asked.trail) {
    if (done.seat < 0 || done.seat > 3 || done.action.is_flip()) return false;
    if (!done.action.is_play()) continue;
    given |= only(done.action.card());
    ++cards;
  }
  const Table& table = asked.view;
  Cards gone = table.captured[0] | table.captured[1] | table.carried;
  for (std::size_t i = 0; i < table.played; ++i) gone |= only(table.trick[i]);
  return given == gone && cards == std::popcount(gone);
}

}  // namespace

Beliefs::Beliefs(const Question<Spirits>& asked) {
  const View& view = asked.view;
  if (view.options.players == 2 || asked.trail.empty() || !complete(asked)) return;
  const auto hidden = [&](Seat seat) { return view.hand[seat] == 0; };
  // The round from its deal on, as far as everybody saw it: each hand has what it will give.
  State state;
  static_cast<Table&>(state) = view;
  state.captured = {};
  state.carried = 0;
  state.trick = {};
  state.played = 0;
  state.tricks = 0;
  state.asked = Table::no_seat;
  state.leader = static_cast<std::uint8_t>(asked.trail[0].seat);
  for (const auto& done : asked.trail) {
    if (done.action.is_play()) state.hand[done.seat] |= only(done.action.card());
  }
  Cards left = all_cards;
  for (const auto& done : asked.trail) {
    if (state.step != Step::turn || refuse(state, done.seat, done.action) != Refusal::none) {
      // Only the last ask may have no answer yet.
      if (!done.action.is_ask() || &done != &asked.trail.back()) events_.clear();
      return;
    }
    if (done.action.is_play() && hidden(done.seat)) {
      solver::Position position = solver::position_of(state);
      position.held = {left & clan_cards[0], left >> static_cast<unsigned>(clan_size)};
      position.left = static_cast<std::uint8_t>(std::popcount(left));
      const Reach reach = position.held;
      const Worth worth(position, reach);
      Event event;
      event.seat = done.seat;
      event.clan = state.clan();
      event.given_later = state.hand[done.seat] & clan_cards[event.clan];
      event.by_foe = (done.seat & 1) != event.clan;
      for (int kind = 0; kind < clan_size; ++kind) {
        event.worth[static_cast<std::size_t>(kind)] = worth.of(kind, event.by_foe);
      }
      event.chosen =
          event.worth[static_cast<std::size_t>(done.action.card() - event.clan * clan_size)];
      event.doubt = 60.0F;
      events_.push_back(event);
    }
    if (done.action.is_play()) left &= ~only(done.action.card());
    apply(state, done.seat, done.action);
  }
}

float Beliefs::likelihood(const State& world) const {
  float all = 1;
  for (const Event& event : events_) {
    const Cards options = (world.hand[event.seat] & clan_cards[event.clan]) | event.given_later;
    int loss = 0;
    each_card(options, [&](Card card) {
      const int worth = event.worth[static_cast<std::size_t>(card - event.clan * clan_size)];
      loss = std::max(loss, event.by_foe ? event.chosen - worth : worth - event.chosen);
    });
    all *= 0.1F + 0.9F / (1 + static_cast<float>(loss) / event.doubt);
  }
  return all;
}

}  // namespace hotaka::bots::spirits_play
