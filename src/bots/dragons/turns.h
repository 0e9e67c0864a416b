#pragma once
// Whole turns of dragons: what the dice on the table can lead to, each end of the turn once.

#include <vector>

#include "games/dragons/rules.h"

namespace hotaka::bots {

struct Turn {
  List<dragons::Action, 4> actions;  // two dice, each with an answer where recruiting is optional
  dragons::State after;              // the opponent is to roll, or the game is over
  std::uint64_t id = 0;              // the hash of `after`

  dragons::Action first() const { return actions[0]; }
};

// From a state in which the side to move has an action. The order is always the same.
void whole_turns(const dragons::State& state, std::vector<Turn>& out);

}  // namespace hotaka::bots
