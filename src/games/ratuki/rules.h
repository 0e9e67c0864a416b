#pragma once
// The rules of ratuki, R1 to R17 of docs/rules/ratuki.md.

#include <optional>
#include <span>
#include <string_view>

#include "games/game.h"
#include "games/ratuki/action.h"
#include "games/ratuki/options.h"
#include "games/ratuki/state.h"

namespace hotaka::ratuki {

enum class Refusal : std::uint8_t {
  none,
  game_over,
  decks_due,
  round_over,
  no_such_seat,
  time_goes_back,
  too_fast,
  not_in_hand,
  no_such_slot,
  slot_free,
  does_not_fit,
  already_pending,
  not_a_one,
  no_free_slot,
  nothing_to_draw,
  out_too_early,
  out_while_pending,
  bad_decks,
};
Reason describe(Refusal refusal);

State start(const Options& options);
Phase phase(const State& state);
inline int seats(const State& state) { return state.options.players; }
inline int players(const State& state) { return state.options.players; }
inline int player_at(const State&, Seat seat) { return seat; }
inline int side_of(const State&, int player) { return player; }
SeatSet actors(const State& state);
inline Seat decider(const State&, Seat seat) { return seat; }

// What a seat may do at the time `state.now`, but for R11: a list that holds for a while.
void legal(const State& state, Seat seat, Actions& out);
Refusal refuse(const State& state, Seat seat, const Action& action);
void apply(State& state, Seat seat, const Action& action);

Refusal refuse(const State& state, const Chance& chance);
void apply(State& state, const Chance& chance);
// What nature draws next; `source` is anything with below(n).
template <class Source>
Chance draw(const State& state, Source& source);

// --- Time
inline constexpr Time never = INT64_MAX;
// The time of the next thing that happens by itself; never if no round is being played.
Time next_deadline(const State& state);
// R15: when the round ends because too little is done, unless a card is pending.
Time idle_deadline(const State& state);
// How many ms before a refused `play` another player changed the stack that it was meant for;
// nullopt if it was refused for another reason than that stack, if nobody else changed it last, or
// if that was longer than `max_miss_ms` before.
inline constexpr Time max_miss_ms = 1000;
std::optional<Time> missed_by(const State& state, Seat seat, const Action& action);
// Lets everything happen that is due until t, t itself included.
void advance(State& state, Time t);
// Lets time pass until the round is over.
void run_on(State& state);

Outcome outcome(const State& state);
Outcome forfeit(const State& state, Seat seat);
std::uint64_t hash(const State& state);

// --- Parts of the rules that views, texts and bots use
bool has_pending(const State& state, Seat seat, int slot);
int lowest_free_slot(const State& state);  // -1 if there is none
// R15: no card anywhere could be played, and nothing is pending.
bool stuck(const State& state);
// R16: what a player would score if the round stopped now.
int round_score(const Player& player);
// Whether the totals end the match (R17).
bool match_decided(const State& state);

template <class Source>
Chance draw(const State& state, Source& source) {
  Chance chance;
  chance.players = state.options.players;
  for (std::size_t seat = 0; seat < chance.players; ++seat) {
    auto& deck = chance.decks[seat];
    std::size_t place = 0;
    for (Card card = 0; card < kinds; ++card) {
      for (int i = 0; i < deck_counts[card]; ++i) deck[place++] = card;
    }
    shuffle(std::span(deck), source);
  }
  return chance;
}

}  // namespace hotaka::ratuki
