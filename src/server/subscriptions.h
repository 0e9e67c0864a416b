#pragma once
// Which connection sees which table, both ways.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/environment.h"

namespace hotaka::server {

struct Subscriber {
  ConnectionId connection = 0;
  std::string person;
  bool lags = false;  // has not been told everything
};

class Subscriptions {
 public:
  void add(const std::string& table, const Subscriber& who) {
    by_table_[table].push_back(who);
    by_connection_[who.connection].push_back(table);
  }

  bool has(ConnectionId connection, std::string_view table) const {
    const auto found = by_connection_.find(connection);
    return found != by_connection_.end() &&
           std::ranges::find(found->second, table) != found->second.end();
  }

  void remove(ConnectionId connection, const std::string& table) {
    const auto tables = by_connection_.find(connection);
    if (tables == by_connection_.end() || std::erase(tables->second, table) == 0) return;
    if (tables->second.empty()) by_connection_.erase(tables);
    const auto all = by_table_.find(table);
    std::erase_if(all->second, [&](const auto& one) { return one.connection == connection; });
    if (all->second.empty()) by_table_.erase(all);
  }

  // Notes whether one lags; returns whether it did.
  bool set_lag(ConnectionId connection, const std::string& table, bool lags) {
    const auto found = by_table_.find(table);
    if (found == by_table_.end()) return false;
    const auto one = std::ranges::find(found->second, connection, &Subscriber::connection);
    return one != found->second.end() && std::exchange(one->lags, lags);
  }

  void remove_table(const std::string& table) {
    const auto copy = std::vector<Subscriber>(of(table).begin(), of(table).end());
    for (const Subscriber& one : copy) remove(one.connection, table);
  }

  std::span<const Subscriber> of(const std::string& table) const {
    const auto found = by_table_.find(table);
    return found == by_table_.end() ? std::span<const Subscriber>() : found->second;
  }
  std::vector<std::string> tables_of(ConnectionId connection) const {
    const auto found = by_connection_.find(connection);
    return found == by_connection_.end() ? std::vector<std::string>() : found->second;
  }
  // How many connections of a person see the table.
  std::ptrdiff_t count(const std::string& table, std::string_view person) const {
    return std::ranges::count(of(table), person, &Subscriber::person);
  }

 private:
  std::unordered_map<std::string, std::vector<Subscriber>> by_table_;
  std::unordered_map<ConnectionId, std::vector<std::string>> by_connection_;
};

}  // namespace hotaka::server
