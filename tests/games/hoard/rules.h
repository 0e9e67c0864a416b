#pragma once
// The rules of hoard. In each round everybody draws a card that nobody else sees, and keeps it or
// drops it for all to see. The most valuable hoard within the limit wins. By turns one decides
// after the other; in a race everybody has a second, may change the mind, and keeps the card
// without a choice.

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/hash.h"
#include "games/game.h"
#include "games/hoard/state.h"

namespace hotaka::hoard {

enum class Refusal : std::uint8_t { none, game_over, draw_due, not_your_turn, bad_draw, too_early };
inline Reason describe(Refusal refusal) {
  switch (refusal) {
    case Refusal::none: return {"none", "allowed"};
    case Refusal::game_over: return {"game_over", "the game is over"};
    case Refusal::draw_due: return {"draw_due", "something must be drawn first"};
    case Refusal::not_your_turn: return {"not_your_turn", "it is not your turn"};
    case Refusal::bad_draw: return {"bad_draw", "this cannot be drawn now"};
    case Refusal::too_early: return {"time_goes_back", "somebody has acted later already"};
  }
  return {"not_allowed", "not allowed"};
}

template <bool race>
StateOf<race> start(const OptionsOf<race>& options) {
  StateOf<race> state;
  state.options = options;
  state.step = race ? Step::draw : Step::first;
  return state;
}
template <bool race>
int seats(const StateOf<race>& state) {
  return state.options.players;
}
template <bool race>
int players(const StateOf<race>& state) {
  return state.options.players;
}
template <bool race>
int player_at(const StateOf<race>&, Seat seat) {
  return seat;
}
template <bool race>
int side_of(const StateOf<race>&, int player) {
  return player;
}
template <bool race>
Seat decider(const StateOf<race>&, Seat seat) {
  return seat;
}
template <bool race>
Phase phase(const StateOf<race>& state) {
  if (state.step == Step::over) return Phase::over;
  return state.step == Step::decide ? Phase::action : Phase::chance;
}

// In a race everybody may act until the round is over: who has chosen already is hidden.
template <bool race>
SeatSet actors(const StateOf<race>& state) {
  SeatSet acting;
  for (int i = 0; i < state.options.players && state.step == Step::decide; ++i) {
    const Seat seat = (state.first + i) % state.options.players;
    if (state.drawn[seat] == no_card) continue;
    acting.add(seat);
    if (!race) break;
  }
  return acting;
}

template <bool race>
Cards not_drawn(const StateOf<race>& state) {
  Cards rest = all_cards & static_cast<Cards>(~state.dropped);
  for (int seat = 0; seat < state.options.players; ++seat) {
    rest &= static_cast<Cards>(~state.kept[seat]);
    if (state.drawn[seat] != no_card) rest &= static_cast<Cards>(~only(state.drawn[seat]));
  }
  return rest;
}

template <bool race>
void legal(const StateOf<race>& state, Seat seat, List<ActionOf<race>, 2>& out) {
  out.clear();
  if (!actors(state).has(seat)) return;
  for (const Choice choice : {Choice::keep, Choice::drop}) {
    ActionOf<race> action{choice};
    if constexpr (race) action.t = state.now;
    out.push(action);
  }
}

template <bool race>
Refusal refuse(const StateOf<race>& state, Seat seat, const ActionOf<race>& action) {
  if (state.step == Step::over) return Refusal::game_over;
  if (state.step != Step::decide) return Refusal::draw_due;
  if (!actors(state).has(seat) || action.choice == Choice::none) return Refusal::not_your_turn;
  if constexpr (race) {
    if (action.t < state.now) return Refusal::too_early;
    if (action.t >= round_ms) return Refusal::draw_due;
  }
  return Refusal::none;
}

template <bool race>
void settle(StateOf<race>& state, Seat seat, Choice choice) {
  (choice == Choice::drop ? state.dropped : state.kept[seat]) |= only(state.drawn[seat]);
  state.drawn[seat] = no_card;
  state.chosen[seat] = Choice::none;
}

template <bool race>
void end_round(StateOf<race>& state) {
  ++state.round;
  state.step = state.round == state.options.rounds ? Step::over : Step::draw;
}

template <bool race>
void apply(StateOf<race>& state, Seat seat, const ActionOf<race>& action) {
  if constexpr (race) {
    state.now = action.t;
    state.chosen[seat] = action.choice;
  } else {
    settle(state, seat, action.choice);
    if (actors(state).empty()) end_round(state);
  }
}

// --- Time, in a race
inline Time next_deadline(const StateOf<true>& state) {
  return state.step == Step::decide ? round_ms : INT64_MAX;
}
inline void advance(StateOf<true>& state, Time t) {
  if (state.step != Step::decide || t < round_ms) return;
  for (Seat seat = 0; seat < state.options.players; ++seat) settle(state, seat, state.chosen[seat]);
  state.now = round_ms;
  end_round(state);
}
inline void run_on(StateOf<true>& state) { advance(state, round_ms); }

// --- Chance
// A record has no entry for a round that time has ended: what is drawn next tells of it.
template <bool race>
StateOf<race> before_draw(const StateOf<race>& state) {
  StateOf<race> ended = state;
  if constexpr (race) run_on(ended);
  return ended;
}

template <bool race>
Refusal refuse(const StateOf<race>& now, const Chance& chance) {
  const StateOf<race> state = before_draw(now);
  if (state.step == Step::over) return Refusal::game_over;
  if (state.step == Step::decide || state.step != chance.due) return Refusal::bad_draw;
  if (chance.players != state.options.players || chance.seat >= chance.players)
    return Refusal::bad_draw;
  Cards rest = not_drawn(state);
  for (int seat = 0; seat < chance.players && chance.due == Step::draw; ++seat) {
    if ((rest & only(chance.cards[seat])) == 0) return Refusal::bad_draw;
    rest &= static_cast<Cards>(~only(chance.cards[seat]));
  }
  return Refusal::none;
}

template <bool race>
void apply(StateOf<race>& state, const Chance& chance) {
  state = before_draw(state);
  if (chance.due == Step::first) {
    state.first = chance.seat;
    state.step = Step::draw;
    return;
  }
  state.drawn = chance.cards;
  state.step = Step::decide;
  if constexpr (race) state.now = 0;
}

template <bool race, class Source>
Chance draw(const StateOf<race>& now, Source& source) {
  const StateOf<race> state = before_draw(now);
  Chance chance;
  chance.due = state.step;
  chance.players = state.options.players;
  if (chance.due == Step::first) {
    chance.seat = static_cast<std::uint8_t>(source.below(chance.players));
    return chance;
  }
  List<Card, card_count> rest;
  for (Card card = 1; card <= card_count; ++card) {
    if ((not_drawn(state) & only(card)) != 0) rest.push(card);
  }
  for (int seat = 0; seat < chance.players; ++seat) {
    const std::size_t index = source.below(static_cast<std::uint32_t>(rest.size()));
    chance.cards[seat] = rest[index];
    rest.remove(index);
  }
  return chance;
}

// --- The end
template <bool race>
std::int32_t score(const StateOf<race>& state, int player) {
  std::int32_t sum = 0;
  for (Card card = 1; card <= card_count; ++card) {
    if ((state.kept[player] & only(card)) != 0) sum += card;
  }
  return sum <= state.options.limit ? sum : 0;
}

// The players with the most points of all but `leaver`.
template <bool race>
Outcome ranking(const StateOf<race>& state, int leaver, Reason reason) {
  Outcome outcome;
  outcome.reason = reason;
  std::int32_t most = -1;
  for (int player = 0; player < state.options.players; ++player) {
    outcome.scores.push(score(state, player));
    if (player != leaver) most = std::max(most, outcome.scores[player]);
  }
  for (int player = 0; player < state.options.players; ++player) {
    if (player != leaver && outcome.scores[player] == most) outcome.winners.add(player);
  }
  return outcome;
}
template <bool race>
Outcome outcome(const StateOf<race>& state) {
  return ranking(state, nobody, {"hoards_compared", "the hoards are compared"});
}
template <bool race>
Outcome forfeit(const StateOf<race>& state, Seat seat) {
  return ranking(state, seat, {"resigned", "a player gave up"});
}

template <bool race>
std::uint64_t hash(const StateOf<race>& state) {
  Hasher hasher;
  for (int seat = 0; seat < most_players; ++seat) {
    hasher.add(static_cast<std::uint64_t>(state.kept[seat]) << 16U |
               static_cast<std::uint64_t>(state.drawn[seat]) << 8U |
               static_cast<std::uint64_t>(state.chosen[seat]));
  }
  hasher.add(static_cast<std::uint64_t>(state.dropped) << 32U |
             static_cast<std::uint64_t>(state.round) << 16U |
             static_cast<std::uint64_t>(state.first) << 8U |
             static_cast<std::uint64_t>(state.step));
  if constexpr (race) hasher.add(static_cast<std::uint64_t>(state.now));
  return hasher.value();
}

}  // namespace hotaka::hoard
