#pragma once
// The contract of a game: a handful of value types and free functions, found by their argument
// types. traits.h adds what a game declares. docs/adding-a-game.md tells how to write one.

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/list.h"
#include "base/result.h"
#include "base/rng.h"
#include "base/seat.h"
#include "games/option.h"

namespace hotaka {

inline constexpr int max_players = 5;

// What a state waits for: nature (dice, a deal), somebody's action, or nothing any more.
enum class Phase : std::uint8_t { chance, action, over };

// How a game ended, by player. Players are numbered per table and seats per game: in most games
// they are the same, but players may change seats between rounds.
struct Outcome {
  SeatSet winners;
  List<std::int32_t, max_players> scores;
  Reason reason;

  bool operator==(const Outcome& other) const {
    return winners == other.winners && scores == other.scores;
  }
};

// A game is a struct that names its types; everything else is free functions on them.
//   Options   what a table chose before the game; check() refuses what does not fit together
//   State     everything, hidden cards too; a plain value
//   Action    what a seat decides        Chance   what nature decides
//   View      what one viewer may know; the only thing that may leave the engine
//   Refusal   why something is not allowed; Refusal::none if it is; describe() gives its code and
//   message
// Never allocating: legal, refuse, apply. Unchecked: apply, whose argument must have passed refuse.
template <class G>
concept Game =
    requires(const typename G::Options& fixed, typename G::State& state,
             const typename G::State& seen, const typename G::Action& action,
             const typename G::Chance& chance, const typename G::View& seen_view,
             typename G::Actions& actions, Rng& rng, std::string& out, std::string_view text,
             Seat seat, Viewer viewer, json::Value value) {
      // Options: an edition sets all of them, an option by itself overrides.
      { G::edition(text) } -> std::same_as<std::optional<typename G::Options>>;
      { check(fixed) } -> std::same_as<MaybeError>;

      // Rules.
      { start(fixed) } -> std::same_as<typename G::State>;
      { phase(seen) } -> std::same_as<Phase>;
      { seats(seen) } -> std::same_as<int>;
      { actors(seen) } -> std::same_as<SeatSet>;
      { legal(seen, seat, actions) };
      { refuse(seen, seat, action) } -> std::same_as<typename G::Refusal>;
      { apply(state, seat, action) };
      { refuse(seen, chance) } -> std::same_as<typename G::Refusal>;
      { apply(state, chance) };
      { draw(seen, rng) } -> std::same_as<typename G::Chance>;
      { outcome(seen) } -> std::same_as<Outcome>;
      { decider(seen, seat) } -> std::same_as<Seat>;  // whose person decides for this seat
      { players(seen) } -> std::same_as<int>;
      { player_at(seen, seat) } -> std::same_as<int>;  // who sits there now
      {
        forfeit(seen, seat)
      } -> std::same_as<Outcome>;  // the game is ended early by this seat's person

      // Who may know what.
      { view(seen, viewer) } -> std::same_as<typename G::View>;
      {
        open_view(seen)
      } -> std::same_as<typename G::View>;  // everything: for finished games and tools only
      { hash(seen) } -> std::same_as<std::uint64_t>;

      // Spelling.
      { describe(typename G::Refusal{}) } -> std::same_as<Reason>;
      { append_text(out, action) };
      { G::parse_action(text) } -> std::same_as<std::optional<typename G::Action>>;
      { append_chance(out, chance) };
      { read_chance(seen, text, value) } -> std::same_as<Result<typename G::Chance>>;
      { position_text(seen) } -> std::same_as<std::string>;
      { G::read_position(text, fixed) } -> std::same_as<Result<typename G::State>>;
      { view_text(seen_view) } -> std::same_as<std::string>;
      { drawing(seen_view) } -> std::same_as<std::string>;  // for a terminal
    } &&
    std::equality_comparable<typename G::State> && std::equality_comparable<typename G::Action>;

// A real-time game: an action carries its time, and time left alone ends rounds.
template <class G>
concept RealTimeGame = Game<G> && requires(typename G::State& state, typename G::Action& action,
                                           typename G::View& seen, Viewer viewer) {
  { action.t } -> std::convertible_to<std::int64_t>;
  { state.now } -> std::convertible_to<std::int64_t>;      // up to which time has passed
  { run_on(state) };                                       // lets time pass until the round is over
  { next_deadline(state) } -> std::same_as<std::int64_t>;  // INT64_MAX: never
  { advance(state, action.t) };
  {
    shown_time(state, viewer)
  } -> std::same_as<std::int64_t>;            // of the last thing that it was shown
  { actors(seen) } -> std::same_as<SeatSet>;  // as far as the viewer can tell
  { seen.now } -> std::convertible_to<std::int64_t>;
};

// The checked way to act: a refusal, which leaves the state as it was, or Refusal::none.
template <class State, class Action>
auto try_apply(State& state, Seat seat, const Action& action) {
  const auto refusal = refuse(state, seat, action);
  if (refusal == decltype(refusal)::none) apply(state, seat, action);
  return refusal;
}

template <class State, class Chance>
auto try_apply(State& state, const Chance& chance) {
  const auto refusal = refuse(state, chance);
  if (refusal == decltype(refusal)::none) apply(state, chance);
  return refusal;
}

}  // namespace hotaka
