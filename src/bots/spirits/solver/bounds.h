#pragma once
// Limits of a position's value that need no search.

#include <algorithm>
#include <optional>

#include "bots/spirits/solver/position.h"

namespace hotaka::solver {

struct Bounds {
  int low = 0;
  int high = 0;
};

// What the teams have for sure, and what is still to be won.
struct Stock {
  std::array<int, 2> points{};
  std::array<int, 2> factor{};
  int open_points = 0;
  std::array<int, 2> open_factor{};  // [clan] for its own team
};
Stock stock_of(const Position& position);

// At best a team wins all that is open, and the other nothing more.
Bounds static_bounds(const Stock& stock);

// The value if only the last trick is left and its winner is certain.
std::optional<int> last_trick_value(const Position& position);

// How the value grows with each point that Yellow has captured and Red has not, all else being
// equal: at the end of any line of play that point counts once for each multiplier of Yellow's and
// of Red's, which are between those captured now and those that can still be.
struct Slope {
  int least = 0;
  int most = 0;
};
inline Slope slope(const Stock& stock) {
  const int least = stock.factor[0] + stock.factor[1];
  return {least, least + stock.open_factor[0] + stock.open_factor[1]};
}

// Bounds of a position with `more` points more for Yellow and less for Red (or less, if negative).
inline Bounds shifted(Bounds bounds, int more, Slope slope) {
  const int a = more * slope.least;
  const int b = more * slope.most;
  return {bounds.low + std::min(a, b), bounds.high + std::max(a, b)};
}

}  // namespace hotaka::solver
