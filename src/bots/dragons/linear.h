#pragma once
// A plain evaluation with weights chosen by hand, as a yardstick: what looking one turn ahead is
// worth without any learning.

#include "games/dragons/rules.h"

namespace hotaka::bots {

// How good a position is for the side that has just finished its turn; larger is better.
float linear_value(const dragons::State& state, int side);

}  // namespace hotaka::bots
