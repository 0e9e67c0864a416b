#pragma once
// How likely stones are to be hit by the next roll: by far the most important thing to know in
// dragons.

#include <array>

#include "games/dragons/rules.h"

namespace hotaka::bots {

// By type of the stone in danger and type of the stone that would hit it: the sum, over all such
// stones, of the chance that one die of a roll brings a hitter there. Shots by both dice together
// are left out.
using Danger = std::array<std::array<float, dragons::type_count>, dragons::type_count>;

// The danger for one side's stones if the other side rolled now.
Danger danger_for(const dragons::State& state, int side);

}  // namespace hotaka::bots
