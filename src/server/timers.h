#pragma once
// One armed deadline for each table.

#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "table/setup.h"

namespace hotaka::server {

class Timers {
 public:
  // Sets the table's deadline; nullopt clears it.
  void arm(const std::string& table, std::optional<table::Time> at) {
    const auto armed = armed_.find(table);
    if (armed != armed_.end()) {
      if (at == armed->second) return;
      order_.erase({armed->second, table});
      if (!at) armed_.erase(armed);
    }
    if (!at) return;
    armed_[table] = *at;
    order_.emplace(*at, table);
  }

  // Takes away the deadlines up to `now`, and returns their tables in order.
  std::vector<std::string> take_due(table::Time now) {
    std::vector<std::string> due;
    while (!order_.empty() && order_.begin()->first <= now) {
      due.push_back(order_.begin()->second);
      armed_.erase(due.back());
      order_.erase(order_.begin());
    }
    return due;
  }

  std::optional<table::Time> next() const {
    return order_.empty() ? std::nullopt : std::optional(order_.begin()->first);
  }
  std::size_t size() const { return armed_.size(); }

 private:
  std::set<std::pair<table::Time, std::string>> order_;
  std::unordered_map<std::string, table::Time> armed_;
};

}  // namespace hotaka::server
