#include "server/ratings.h"

#include <algorithm>

#include "server/glicko.h"

namespace hotaka::server {

using table::Place;
using table::Table;

namespace {

struct Side {
  std::size_t rating;  // its index
  int rank;
};

Strength strength_of(const store::Rating& rating) {
  if (rating.games == 0) return {};
  return {rating.rating, rating.deviation, rating.volatility};
}

void rate(const std::vector<Side>& sides, std::vector<store::Rating>& ratings) {
  const std::vector<store::Rating> before = ratings;
  for (const Side& side : sides) {
    std::vector<Meeting> meetings;
    for (const Side& other : sides) {
      if (other.rank == side.rank) continue;  // partners, and those who lost together
      meetings.push_back({strength_of(before[other.rating]), side.rank < other.rank ? 1.0 : 0.0});
    }
    const bool plays_twice = std::ranges::count(sides, side.rating, &Side::rating) > 1;
    if (meetings.empty() || plays_twice) continue;
    store::Rating& rating = ratings[side.rating];
    const Strength after_game = after(strength_of(before[side.rating]), meetings);
    rating.rating = after_game.rating;
    rating.deviation = after_game.deviation;
    rating.volatility = after_game.volatility;
    ++rating.games;
  }
}

}  // namespace

std::vector<std::string> rated_names(const Table& table) {
  std::vector<std::string> names;
  for (const Place& place : table.places()) {
    if (!table.setup().rated) break;
    names.push_back(place.kind == Place::Kind::bot ? "bot-" + place.level : place.person);
  }
  return names;
}

int shown_rating(const std::vector<store::Rating>& ratings, std::string_view game) {
  const auto found = std::ranges::find(ratings, game, &store::Rating::game);
  return static_cast<int>(found == ratings.end() ? Strength().rating : found->rating);
}

store::Finish finish_of(const Table& table, table::Time now) {
  store::Finish finish;
  finish.table = table.id();
  finish.at = now;
  finish.journal = table.journal();
  finish.game = table.setup().game;
  std::vector<Side> sides;
  for (const std::string& name : rated_names(table)) {
    auto found = std::ranges::find(finish.players, name);
    if (found == finish.players.end()) found = finish.players.insert(found, name);
    sides.push_back({static_cast<std::size_t>(found - finish.players.begin()),
                     table.rank(static_cast<int>(sides.size()))});
  }
  finish.rate = [sides](std::vector<store::Rating>& ratings) { rate(sides, ratings); };
  return finish;
}

}  // namespace hotaka::server
