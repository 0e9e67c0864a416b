#pragma once
// The rules of dragons, D1 to D17 of docs/rules/dragons.md.

#include <optional>
#include <string_view>

#include "games/dragons/action.h"
#include "games/dragons/options.h"
#include "games/dragons/state.h"
#include "games/game.h"

namespace hotaka::dragons {

// --- The board
constexpr int opponent(int side) { return 1 - side; }
// D4: the place `die` segments ahead in a side's direction.
constexpr int ahead(int side, int place, int die) {
  const int there = side == black ? place + die : place - die;
  if (there < 0) return there + segment_count;
  return there < segment_count ? there : there - segment_count;
}
// D3: the place of a side's entry 1, 2 or 3.
int entry_place(Layout layout, int side, int die);
// D5: the type that a corner recruits; nothing for a place that is no corner.
std::optional<Type> corner_type(Layout layout, int place);

// --- The game
enum class Refusal : std::uint8_t {
  none,
  game_over,
  roll_due,
  first_due,
  first_not_due,
  roll_not_due,
  bad_first,
  bad_die,
  not_your_turn,
  answer_due,
  no_answer_due,
  no_own_stone,
  held_by_own,
  target_full,
  no_such_die,
  not_on_mat,
  not_an_entry,
  must_enter,
  escape_too_late,
  escape_needs_smaller,
  escape_must_enter,
};
Reason describe(Refusal refusal);

State start(const Options& options);
inline Phase phase(const State& state) {
  if (state.step == Step::over) return Phase::over;
  return state.step == Step::act || state.step == Step::answer ? Phase::action : Phase::chance;
}
inline int seats(const State&) { return 2; }
inline int players(const State&) { return 2; }
inline int player_at(const State&, Seat seat) { return seat; }
inline int side_of(const State&, int player) { return player; }
inline SeatSet actors(const State& state) {
  return phase(state) == Phase::action ? SeatSet::of(state.side) : SeatSet();
}
inline Seat decider(const State&, Seat seat) { return seat; }

void legal(const State& state, Seat seat, Actions& out);
Refusal refuse(const State& state, Seat seat, Action action);
void apply(State& state, Seat seat, Action action);

Refusal refuse(const State& state, const Chance& chance);
void apply(State& state, const Chance& chance);
// What nature draws next; `source` is anything with below(n).
template <class Source>
Chance draw(const State& state, Source& source) {
  if (state.step == Step::first) return Chance::first(static_cast<Seat>(source.below(2)));
  const int a = 1 + static_cast<int>(source.below(6));
  const int b = 1 + static_cast<int>(source.below(6));
  return Chance::roll(a, b);
}

Outcome outcome(const State& state);
Outcome forfeit(const State& state, Seat seat);
std::uint64_t hash(const State& state);

// --- Parts of the rules that perft and searches use
bool has_action(const State& state);
// Puts the dice of a new turn on the table, without the pass that follows when nothing can be done.
void set_dice(State& state, int a, int b);
void end_turn(State& state);
int destroyed(const State& state, int side, Type type);

}  // namespace hotaka::dragons
