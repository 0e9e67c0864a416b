#pragma once
// The ratings of those who play rated games: read from the store, and changed when a game ends.

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
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
  bool knows(const table::Table& table) const;

  // By player; 0: nothing is known.
  std::array<int, max_players> shown(const table::Table& table) const;
  // What the end of a game stores, rated or not; the ratings are known.
  store::Finish finish(const table::Table& table, table::Time now);
  // Something was not stored: what is known may be wrong.
  void forget() { known_.clear(); }

 private:
  struct Key {
    std::string person, game;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return std::hash<std::string>()(key.person) * 31 + std::hash<std::string>()(key.game);
    }
  };
  static std::vector<std::string> missing_in(
      const std::unordered_map<Key, store::Rating, Hash>& known, const table::Table& table);

  store::Store& store_;
  Environment& environment_;
  std::unordered_map<Key, store::Rating, Hash> known_;
};

}  // namespace hotaka::server
