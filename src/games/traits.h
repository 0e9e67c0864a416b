#pragma once
// What a game declares about itself. Code that is not the game asks this, never the game's name.

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "games/game.h"

namespace hotaka {

// What nature decides in a game: the member of a record's entry, and what one and several are
// called.
struct ChanceKey {
  std::string_view key;
  std::string_view one;
  std::string_view many;
};

struct Traits {
  std::string_view name;  // in records, messages and on the command line
  std::string_view title;
  int min_players = 2;
  int max_players = 2;
  bool real_time = false;          // an action carries its time, and time left alone ends rounds
  bool hides = true;               // viewers see different things
  bool bots_need_history = false;  // bots conclude from what was done since the last chance
  std::span<const ChanceKey> chance_keys;  // in the order in which a proof counts them
  std::span<const Edition> editions;
  std::span<const Option> options;
};

// A game with its traits as G::traits. Types disprove traits that are not true.
template <class G>
concept DeclaredGame = Game<G> && requires(const typename G::State& state, int player) {
  { G::traits } -> std::convertible_to<const Traits&>;
  { side_of(state, player) } -> std::same_as<int>;  // players of a side win and lose together
  { G::variants() } -> std::same_as<std::vector<typename G::Options>>;  // all that tests go through
  requires G::traits.real_time == RealTimeGame<G>;
  requires G::traits.hides || std::same_as<typename G::View, typename G::State>;
  requires G::traits.min_players >= 1 && G::traits.max_players <= max_players;
};

// --- What a game may say beside it. A game that says nothing keeps its secrets and takes nothing
// back. All are asked before the chance or action is applied.

// shown_to(state, chance, viewer): whether the viewer may know what nature decides.
template <DeclaredGame G>
bool may_know(const typename G::State& state, const typename G::Chance& chance, Viewer viewer) {
  if constexpr (requires { shown_to(state, chance, viewer); }) {
    return shown_to(state, chance, viewer);
  } else {
    return !G::traits.hides;
  }
}

// shown_to(state, seat, action, viewer): whether the viewer may know what the seat decides.
template <DeclaredGame G>
bool may_know(const typename G::State& state, Seat seat, const typename G::Action& action,
              Viewer viewer) {
  if constexpr (requires { shown_to(state, seat, action, viewer); }) {
    return shown_to(state, seat, action, viewer);
  } else {
    return !G::traits.hides || viewer.is(seat);
  }
}

// reveals(state, action): whether somebody learns something that taking it back cannot undo.
template <DeclaredGame G>
bool may_undo(const typename G::State& state, const typename G::Action& action) {
  if constexpr (requires { reveals(state, action); }) {
    return !reveals(state, action);
  } else {
    return !G::traits.hides;
  }
}

// missed_by(state, seat, action): by how many ms a refused action of a real-time game came too
// late.
template <DeclaredGame G>
std::optional<std::int64_t> late_by(const typename G::State& state, Seat seat,
                                    const typename G::Action& action) {
  if constexpr (requires { missed_by(state, seat, action); }) {
    return missed_by(state, seat, action);
  } else {
    return std::nullopt;
  }
}

// --- Options, by the rows of the traits
template <DeclaredGame G>
MaybeError set_option(typename G::Options& options, std::string_view name,
                      const OptionValue& value) {
  return set_option(G::traits.name, G::traits.options, &options, name, value);
}

// The members of a JSON object that lead from the default edition to these options.
template <DeclaredGame G>
void write_options(std::string& out, const typename G::Options& options) {
  const typename G::Options standard;
  write_options(out, G::traits.options, &options, &standard);
}

// An edition, "" for the default one, with options that override it.
template <DeclaredGame G>
Result<typename G::Options> make_options(std::string_view edition,
                                         std::span<const GivenOption> given) {
  auto options = G::edition(edition);
  if (!options) return unknown_edition(G::traits.name, edition, G::traits.editions);
  for (const GivenOption& option : given) {
    if (auto error = set_option<G>(*options, option.name, option.value)) return *error;
  }
  if (auto error = check(*options)) return *error;
  return *options;
}

}  // namespace hotaka
