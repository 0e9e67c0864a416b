#pragma once
// What a rated game makes of the ratings of those who played it.

#include <string>
#include <vector>

#include "store/store.h"
#include "table/table.h"

namespace hotaka::server {

// By place; both are empty if the game is not rated.
struct RatedPlaces {
  std::vector<std::string> people;  // "": not a person
  std::vector<int> bots;            // ratings; 0: not a bot

  bool operator==(const RatedPlaces&) const = default;
};
RatedPlaces rated_places(const table::Table& table);

// The rating to show, which is a beginner's before the first rated game.
int shown_rating(const std::vector<store::Rating>& ratings, std::string_view game);

// What the end of a game stores; ratings change if it counts.
store::Finish finish_of(const table::Table& table, table::Time now);

}  // namespace hotaka::server
