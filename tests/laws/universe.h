#pragma once
// Every action that could be written down in a game, legal or not.

#include <vector>

#include "games/list.h"

namespace hotaka::laws {

inline std::vector<dragons::Action> universe(const dragons::State&) {
  std::vector<dragons::Action> all{dragons::Action::take(), dragons::Action::leave()};
  for (int from = 0; from < dragons::segment_count + dragons::type_count; ++from) {
    for (int to = 0; to < dragons::segment_count; ++to) {
      all.push_back(dragons::Action::move(from, to));
    }
  }
  return all;
}

inline std::vector<spirits::Action> universe(const spirits::State&) {
  std::vector<spirits::Action> all;
  for (std::uint8_t code = 0; code < 32 + spirits::columns; ++code) all.push_back({code});
  return all;
}

inline std::vector<ratuki::Action> universe(const ratuki::State& state) {
  using ratuki::Action;
  std::vector<Action> all{Action::out(state.now)};
  for (ratuki::Card card = 0; card < ratuki::kinds; ++card) {
    all.push_back(Action::start(card, state.now));
    all.push_back(Action::discard(card, state.now));
    for (int slot = 0; slot < ratuki::most_players; ++slot) {
      all.push_back(Action::play(card, slot, state.now));
    }
  }
  return all;
}

// The state without what the list of legal actions leaves out: R11 for ratuki, nothing elsewhere.
template <class State>
State without_haste(const State& state) {
  return state;
}
inline ratuki::State without_haste(const ratuki::State& state) {
  ratuki::State rested = state;
  for (auto& player : rested.players) player.last = ratuki::not_yet;
  return rested;
}

}  // namespace hotaka::laws
