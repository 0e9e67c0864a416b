#pragma once
// What a rated game makes of the ratings of those who played it.

#include <string>
#include <vector>

#include "store/store.h"
#include "table/table.h"

namespace hotaka::server {

// What a rated table's players are called in the list of ratings, where bots are too; "" for an
// open place. None if the game is not rated.
std::vector<std::string> rated_names(const table::Table& table);

// The rating to show, which is a beginner's before the first rated game.
int shown_rating(const std::vector<store::Rating>& ratings, std::string_view game);

// What the end of a game stores, rated or not.
store::Finish finish_of(const table::Table& table, table::Time now);

}  // namespace hotaka::server
