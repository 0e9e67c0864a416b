#pragma once
// The number of action sequences of a given length, the proof of a move generator.
// Rolls are free and all 21 are tried; an action costs 1, a turn without any costs 1, a second die
// that finds no use costs nothing; a finished game is a leaf.

#include <cstdint>

#include "games/dragons/state.h"

namespace hotaka::dragons {

std::uint64_t perft(const State& state, int depth);

}  // namespace hotaka::dragons
