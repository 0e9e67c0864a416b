#pragma once
// Limits of a position's value that need no search.

#include <algorithm>
#include <bit>

#include "bots/solver/position.h"

namespace hotaka::solver {

struct Bounds {
  int low = 0;
  int high = 0;
};

// What is still to be won: values and each clan's multipliers, in hands and in the pot.
struct Outstanding {
  int points = 0;
  std::array<int, 2> factor{};
};

inline Outstanding outstanding(const Position& position) {
  Outstanding out;
  // Every value is on one side, in the pot or outstanding; all values together make 60.
  out.points = 60 - position.points[0] - position.points[1];
  for (int clan = 0; clan < 2; ++clan) {
    Cards cards = 0;
    for (int group = 0; group < groups; ++group) {
      cards |= position.up[clan][group] | position.down[clan][group];
    }
    const Cards multipliers = cards >> (clan * spirits::clan_size + 10) & 7U;
    constexpr std::array<int, 8> sums{0, 1, 2, 3, 3, 4, 5, 6};
    out.factor[clan] = position.pot_factor[clan] + sums[multipliers];
  }
  return out;
}

// At best a team wins all that is outstanding, and the other nothing more.
inline Bounds static_bounds(const Position& position, const Outstanding& out) {
  const auto most = [&](int team) {
    return (position.points[team] + out.points) * (position.factor[team] + out.factor[team]);
  };
  const auto least = [&](int team) { return position.points[team] * position.factor[team]; };
  return {least(0) - most(1), most(0) - least(1)};
}

// How the value grows with each point that Yellow has captured and Red has not, all else being
// equal: at the end of any line of play that point counts once for each multiplier of Yellow's and
// of Red's, which are between those captured now and those that can still be.
struct Slope {
  int least = 0;
  int most = 0;
};
inline Slope slope(const Position& position, const Outstanding& out) {
  const int least = position.factor[0] + position.factor[1];
  return {least, least + out.factor[0] + out.factor[1]};
}

// Bounds of a position with `more` points more for Yellow and less for Red (or less, if negative).
inline Bounds shifted(Bounds bounds, int more, Slope slope) {
  const int a = more * slope.least;
  const int b = more * slope.most;
  return {bounds.low + std::min(a, b), bounds.high + std::max(a, b)};
}

}  // namespace hotaka::solver
