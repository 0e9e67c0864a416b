#include "bots/spirits/solver/bounds.h"

#include <bit>

namespace hotaka::solver {

namespace {

constexpr Cards power_mask = 0x3ff;  // power 1 to 6, ascending
constexpr Cards fusion_mask = 1U << 13U;

// The multipliers among a clan's cards, x1 in bit 0.
constexpr unsigned multipliers(Cards held) { return held >> 10U & 7U; }
constexpr std::array<std::uint8_t, 8> factor_sums{0, 1, 2, 3, 3, 4, 5, 6};

int top_power(Cards held) {
  const Cards cards = held & power_mask;
  return cards == 0 ? 0 : spirits::powers[static_cast<std::size_t>(std::bit_width(cards)) - 1];
}

bool fusion_to_come(const Position& position) {
  return ((position.held[0] | position.held[1]) & fusion_mask) != 0;
}

// The current trick is won already: nothing that is left beats its strongest card or voids it.
bool trick_is_won(const Position& position) {
  return position.played > 0 && position.fusion_team == nobody_yet && !fusion_to_come(position) &&
         position.best_power >= top_power(position.held[opponent(position.best_team)]);
}

}  // namespace

Stock stock_of(const Position& position) {
  Stock stock;
  for (int team = 0; team < 2; ++team) {
    stock.points[team] = position.points[team];
    stock.factor[team] = position.factor[team];
    stock.open_factor[team] =
        position.pot_factor[team] + factor_sums[multipliers(position.held[team])];
  }
  if (trick_is_won(position)) {
    const int team = position.best_team;
    stock.points[team] += position.pot;
    stock.factor[team] += position.pot_factor[team];
    stock.open_factor[0] -= position.pot_factor[0];
    stock.open_factor[1] -= position.pot_factor[1];
  }
  // Every value is on one side or open; all values together make 60.
  stock.open_points = 60 - stock.points[0] - stock.points[1];
  return stock;
}

Bounds static_bounds(const Stock& stock) {
  const auto least = [&](int team) { return stock.points[team] * stock.factor[team]; };
  const auto most = [&](int team) {
    return (stock.points[team] + stock.open_points) *
           (stock.factor[team] + stock.open_factor[team]);
  };
  return {least(0) - most(1), most(0) - least(1)};
}

// In the last trick all cards that are left come to the table, whoever lays them: a fusion among
// them discards everything, and otherwise the strongest wins. Only if the teams' strongest are
// equal does the order count.
std::optional<int> last_trick_value(const Position& position) {
  const auto score = [&](int team, bool wins) {
    if (!wins) return position.points[team] * position.factor[team];
    return (60 - position.points[opponent(team)]) *
           (position.factor[team] + position.pot_factor[team] +
            factor_sums[multipliers(position.held[team])]);
  };
  if (position.fusion_team != nobody_yet || fusion_to_come(position)) {
    return score(0, false) - score(1, false);
  }
  // Twice the power, and one more for the card that lies already: an equal one does not beat it.
  std::array<int, 2> power{2 * top_power(position.held[0]), 2 * top_power(position.held[1])};
  if (position.played > 0) {
    int& best = power[position.best_team];
    best = std::max(best, 2 * position.best_power + 1);
  }
  if (power[0] == power[1]) return std::nullopt;
  const int winner = power[0] > power[1] ? 0 : 1;
  return score(0, winner == 0) - score(1, winner == 1);
}

}  // namespace hotaka::solver
