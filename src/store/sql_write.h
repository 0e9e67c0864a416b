#pragma once
// What a group of writes does to a database, in a transaction.

#include <array>

#include "store/connection.h"

namespace hotaka::store {

// How the states of tables are spelled, in the order of TableState.
inline constexpr std::array<std::string_view, 3> state_words{"waiting", "running", "finished"};

// Of the columns person, game, rating, deviation, volatility and games.
Rating rating_of(const Row& row);

// A guest must not look like somebody who has claimed the name.
void refuse_taken_name(Connection& connection, const std::string& name, const std::string& person);

void carry_out(Connection& connection, const std::vector<const Write*>& writes);

}  // namespace hotaka::store
