#include "server/ratings.h"

#include <algorithm>

#include "server/glicko.h"

namespace hotaka::server {

using table::Place;
using table::Table;

namespace {

// A bot has ratings too.
std::string rated_name(const Place& place) {
  return place.kind == Place::Kind::bot ? "bot-" + place.level : place.person;
}

}  // namespace

std::vector<std::string> Ratings::missing(const Table& table) const {
  std::vector<std::string> missing;
  if (!table.setup().rated) return missing;
  for (const Place& place : table.places()) {
    if (place.kind == Place::Kind::open) continue;
    if (!known_.contains({rated_name(place), table.setup().game}))
      missing.push_back(rated_name(place));
  }
  return missing;
}

void Ratings::read(const Table& table, Done done) {
  constexpr std::size_t most_known = 20'000;
  const std::vector<std::string> names = missing(table);
  if (names.empty()) return done(std::nullopt);
  using Found = std::vector<store::Rating>;
  const auto ask = [names, game = table.setup().game](store::Store& store) -> Result<Found> {
    Found found;
    for (const std::string& name : names) {
      const auto stored = store.ratings(name);
      if (!stored) return stored.error();
      const auto same = std::ranges::find(*stored, game, &store::Rating::game);
      const Strength unknown;
      found.push_back(same != stored->end()
                          ? *same
                          : store::Rating{name, game, unknown.rating, unknown.deviation,
                                          unknown.volatility, 0});
    }
    return found;
  };
  server::read<Found>(store_, environment_, ask,
                      [this, done = std::move(done)](const Result<Found>& found) {
                        if (found) {
                          if (known_.size() > most_known) known_.clear();
                          // One that a game has changed meanwhile is newer.
                          for (const store::Rating& rating : *found)
                            known_.try_emplace({rating.person, rating.game}, rating);
                        }
                        done(found ? MaybeError() : MaybeError(found.error()));
                      });
}

std::array<int, max_players> Ratings::shown(const Table& table) const {
  std::array<int, max_players> shown{};
  for (std::size_t i = 0; table.setup().rated && i < table.places().size(); ++i) {
    const Place& place = table.places()[i];
    if (place.kind == Place::Kind::open) continue;
    const auto found = known_.find({rated_name(place), table.setup().game});
    if (found != known_.end()) shown[i] = static_cast<int>(found->second.rating);
  }
  return shown;
}

store::Finish Ratings::finish(const Table& table, table::Time now) {
  store::Finish finish{table.id(), now, {}, table.journal()};
  if (!table.setup().rated) return finish;
  struct Side {
    const store::Rating* rating;
    int rank;
  };
  std::vector<Side> sides;
  sides.reserve(table.places().size());
  for (std::size_t i = 0; i < table.places().size(); ++i) {
    sides.push_back({&known_.at({rated_name(table.places()[i]), table.setup().game}),
                     table.rank(static_cast<int>(i))});
  }
  const auto strength = [](const store::Rating& rating) {
    return Strength{rating.rating, rating.deviation, rating.volatility};
  };
  for (const Side& side : sides) {
    std::vector<Meeting> meetings;
    for (const Side& other : sides) {
      if (other.rank == side.rank) continue;  // partners, and those who lost together
      meetings.push_back({strength(*other.rating), side.rank < other.rank ? 1.0 : 0.0});
    }
    const bool twice = std::ranges::count(sides, side.rating, &Side::rating) > 1;
    if (meetings.empty() || twice) continue;
    const Strength after_game = after(strength(*side.rating), meetings);
    finish.ratings.push_back({side.rating->person, side.rating->game, after_game.rating,
                              after_game.deviation, after_game.volatility, side.rating->games + 1});
  }
  for (const store::Rating& rating : finish.ratings) known_[{rating.person, rating.game}] = rating;
  return finish;
}

}  // namespace hotaka::server
