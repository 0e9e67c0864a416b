#pragma once
// A position's key in the table. Positions with the same key have the same value but for the points
// captured so far: these are left out, since a bound can be moved from one division of the points
// to another (bounds.h).

#include <cstdint>

#include "bots/spirits/solver/position.h"
#include "bots/spirits/solver/roles.h"

namespace hotaka::solver {

std::uint64_t key_of(const Deal& deal, const Position& position, const Strong& strong);

}  // namespace hotaka::solver
