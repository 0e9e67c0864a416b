#pragma once
// Limits of a position's value that need no search.

#include <algorithm>
#include <bit>
#include <optional>

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

// The multipliers among a clan's cards, added up.
constexpr int factor_sum(Cards held) {
  constexpr std::array<std::uint8_t, 8> sums{0, 1, 2, 3, 3, 4, 5, 6};
  return sums[held >> 10U & 7U];
}

inline Outstanding outstanding(const Position& position) {
  Outstanding out;
  // Every value is on one side, in the pot or outstanding; all values together make 60.
  out.points = 60 - position.points[0] - position.points[1];
  for (int clan = 0; clan < 2; ++clan) {
    out.factor[clan] = position.pot_factor[clan] + factor_sum(position.held[clan]);
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

// In the last trick all cards that are left come to the table, whoever lays them: a fusion among
// them discards everything, and otherwise the strongest wins. Only if the teams' strongest are
// equal does the order count, and then there is no telling here.
inline std::optional<int> last_trick_value(const Position& position) {
  const auto& held = position.held;
  const auto score = [&](int team, bool wins) {
    if (!wins) return position.points[team] * position.factor[team];
    const int points = 60 - position.points[opponent(team)];
    return points * (position.factor[team] + position.pot_factor[team] + factor_sum(held[team]));
  };
  constexpr Cards fusion = 1U << 13U;
  if (position.fusion_team != nobody_yet || ((held[0] | held[1]) & fusion) != 0) {
    return score(0, false) - score(1, false);
  }
  std::array<int, 2> power{};
  for (int clan = 0; clan < 2; ++clan) {
    const Cards strong = held[clan] & 0x3ffU;  // ascending in power
    power[clan] = strong == 0 ? 0 : spirits::powers[std::bit_width(strong) - 1];
  }
  // Twice the power, and one more for the card that lies already: an equal one does not beat it.
  power[0] *= 2;
  power[1] *= 2;
  if (position.played > 0) {
    int& best = power[position.best_team];
    best = std::max(best, 2 * position.best_power + 1);
  }
  if (power[0] == power[1]) return std::nullopt;
  const int winner = power[0] > power[1] ? 0 : 1;
  return score(0, winner == 0) - score(1, winner == 1);
}

}  // namespace hotaka::solver
