#pragma once
// The exact value of a round of spirits with all cards open, and every action that keeps it.

#include <cstdint>

#include "bots/spirits/solver/table.h"
#include "games/spirits/rules.h"

namespace hotaka::solver {

struct Solution {
  int value = 0;            // Yellow's score of this round minus Red's, all playing their best
  spirits::Actions best;    // all actions of the seat to decide that lead to it
  int cards = 0;            // that were left to play
  std::uint64_t nodes = 0;  // positions looked at
};

// Cards that are still to be played in this round.
int cards_left(const spirits::State& state);

// A seat must have to decide in `state`. Every seat, also an asked one, plays for its own team.
Solution solve(const spirits::State& state, SolverTable& table);

// The value after each of the actions, all of them legal for the seat to decide.
List<int, spirits::Actions::capacity> values_of(const spirits::State& state,
                                                const spirits::Actions& actions,
                                                SolverTable& table);

}  // namespace hotaka::solver
