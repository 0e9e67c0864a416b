#pragma once
// The rules of spirits, S1 to S25 of docs/rules/spirits.md.

#include <algorithm>
#include <numeric>
#include <span>
#include <string_view>

#include "games/game.h"
#include "games/spirits/action.h"
#include "games/spirits/options.h"
#include "games/spirits/state.h"

namespace hotaka::spirits {

inline constexpr Seat ghost = 3;  // with three players

enum class Refusal : std::uint8_t {
  none,
  game_over,
  dealer_due,
  first_due,
  deal_due,
  dealer_not_due,
  first_not_due,
  deal_not_due,
  bad_dealer,
  bad_first,
  bad_deal,
  unbalanced_deal,
  not_your_turn,
  not_in_hand,
  wrong_clan,
  cannot_ask_now,
  no_such_seat,
  asks_itself,
  asked_has_none,
  no_columns,
  column_empty,
  flip_wrong_clan,
  flip_not_needed,
};
Reason describe(Refusal refusal);

State start(const Options& options);
inline Phase phase(const State& state) {
  if (state.step == Step::turn) return Phase::action;
  return state.step == Step::over ? Phase::over : Phase::chance;
}
inline int seats(const State& state) { return state.seats(); }
inline int players(const State& state) { return state.options.players; }
inline SeatSet actors(const State& state) {
  return state.step == Step::turn ? SeatSet::of(state.actor()) : SeatSet();
}
// S1: two teams of two, or everybody for oneself.
inline int side_of(const State& state, int player) {
  return state.options.players == 3 ? player : player & 1;
}
Seat decider(const State& state, Seat seat);  // S20: the Red player decides for the ghost

void legal(const State& state, Seat seat, Actions& out);
Refusal refuse(const State& state, Seat seat, Action action);
void apply(State& state, Seat seat, Action action);

Refusal refuse(const State& state, const Chance& chance);
void apply(State& state, const Chance& chance);
// What nature draws next; `source` is anything with below(n).
template <class Source>
Chance draw(const State& state, Source& source);

Outcome outcome(const State& state);
Outcome forfeit(const State& state, Seat seat);
std::uint64_t hash(const State& state);

// --- Parts of the rules that views, texts and bots use
// S11: what a team's captured cards are worth in a round.
int round_score(Cards captured, int team);
// S24: the player who sits in a seat; with two and four players the seat itself.
int player_at(const Table& table, Seat seat);
// Whether the scores end the match (S12, S25).
bool match_decided(const Table& table);

template <class Source>
Chance draw(const State& state, Source& source) {
  Chance chance;
  chance.hands = static_cast<std::uint8_t>(state.seats());
  if (state.step == Step::dealer) {
    chance.kind = Chance::Kind::dealer;
    chance.seat =
        static_cast<std::uint8_t>(source.below(static_cast<std::uint32_t>(state.seats())));
    return chance;
  }
  if (state.step == Step::first) {
    chance.kind = Chance::Kind::first;
    chance.seat = static_cast<std::uint8_t>(source.below(state.options.players));
    return chance;
  }
  auto& cards = chance.cards;
  std::iota(cards.begin(), cards.end(), Card{0});
  if (state.options.players != 2 || state.options.deal == Deal::shuffled) {
    shuffle(std::span(cards), source);
    return chance;
  }
  // S14: each clan is shuffled and halved, then each player's fourteen cards are shuffled.
  shuffle(std::span(cards).first(clan_size), source);
  shuffle(std::span(cards).last(clan_size), source);
  std::swap_ranges(cards.begin() + columns, cards.begin() + clan_size, cards.begin() + clan_size);
  shuffle(std::span(cards).first(clan_size), source);
  shuffle(std::span(cards).last(clan_size), source);
  return chance;
}

}  // namespace hotaka::spirits
