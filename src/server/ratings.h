#pragma once
// The ratings of those who play rated games: read from the store, and changed when a game ends.

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/environment.h"
#include "table/table.h"

namespace hotaka::server {

class Ratings {
 public:
  Ratings(store::Store& store, Environment& environment)
      : store_(store), environment_(environment) {}

  // Calls done() when the ratings of all who sit at a table are known: now, or when they are read.
  // A rating that cannot be read is not known, and the error says so.
  using Done = std::function<void(const MaybeError&)>;
  void read(const table::Table& table, Done done);
  bool knows(const table::Table& table) const { return missing(table).empty(); }

  // By player; 0: nothing is known.
  std::array<int, max_players> shown(const table::Table& table) const;
  // What the end of a game stores, rated or not; the ratings are known.
  store::Finish finish(const table::Table& table, table::Time now);
  // Something was not stored: what is known may be wrong.
  void forget() { known_.clear(); }

 private:
  // Those at a table whose ratings are not known.
  std::vector<std::string> missing(const table::Table& table) const;

  store::Store& store_;
  Environment& environment_;
  std::map<std::pair<std::string, std::string>, store::Rating> known_;  // by person and game
};

}  // namespace hotaka::server
