#include "server/ratings.h"

#include <algorithm>
#include <optional>

#include "bots/bot_type.h"
#include "server/glicko.h"

namespace hotaka::server {

using table::Place;
using table::Table;

namespace {

// One of those who played: a person, whose rating changes, or a bot, whose rating is a constant.
struct Side {
  std::optional<std::size_t> rating;  // its index
  Strength bot;
  int rank = 0;
};

constexpr double bot_deviation = 40;

int bot_rating(std::string_view game, std::string_view level) {
  const bots::BotType* const type = bots::bots_of_game(game);
  const auto found = std::ranges::find(levels, level);
  if (type == nullptr || found == levels.end()) return static_cast<int>(Strength().rating);
  return type->ratings.at(static_cast<std::size_t>(found - levels.begin()));
}

Strength strength_of(const store::Rating& rating) {
  if (rating.games == 0) return {};
  return {rating.rating, rating.deviation, rating.volatility};
}

void rate(const std::vector<Side>& sides, std::vector<store::Rating>& ratings) {
  const std::vector<store::Rating> before = ratings;
  const auto strength = [&](const Side& side) {
    return side.rating ? strength_of(before[*side.rating]) : side.bot;
  };
  for (const Side& side : sides) {
    std::vector<Meeting> meetings;
    for (const Side& other : sides) {
      if (other.rank == side.rank) continue;  // partners, and those who lost together
      meetings.push_back({strength(other), side.rank < other.rank ? 1.0 : 0.0});
    }
    if (meetings.empty() || !side.rating) continue;
    store::Rating& rating = ratings[*side.rating];
    const Strength after_game = after(strength(side), meetings);
    rating.rating = after_game.rating;
    rating.deviation = after_game.deviation;
    rating.volatility = after_game.volatility;
    ++rating.games;
  }
}

}  // namespace

RatedPlaces rated_places(const Table& table) {
  RatedPlaces rated;
  for (const Place& place : table.places()) {
    if (!table.setup().rated) break;
    rated.people.push_back(place.person);
    rated.bots.push_back(
        place.kind == Place::Kind::bot ? bot_rating(table.setup().game, place.level) : 0);
  }
  return rated;
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
  if (!table.counts()) return finish;
  const RatedPlaces rated = rated_places(table);
  for (std::size_t i = 0; i < rated.people.size(); ++i) {
    Side side{.rating = {}, .bot = {}, .rank = table.rank(static_cast<int>(i))};
    if (rated.bots[i] != 0) {
      side.bot = {static_cast<double>(rated.bots[i]), bot_deviation};
    } else {
      side.rating = finish.players.size();
      finish.players.push_back(rated.people[i]);
    }
    sides.push_back(side);
  }
  finish.rate = [sides](std::vector<store::Rating>& ratings) { rate(sides, ratings); };
  return finish;
}

}  // namespace hotaka::server
