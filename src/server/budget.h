#pragma once
// What people and addresses may have the server do. Work costs units, which come back steadily;
// whoever has spent more than that waits.

#include <algorithm>
#include <string>
#include <unordered_map>

#include "table/setup.h"

namespace hotaka::server {

namespace cost {
inline constexpr double message = 1;     // of any kind, for each KiB
inline constexpr double command = 4;     // at a table
inline constexpr double listener = 0.1;  // for each connection that is told of it
inline constexpr double chat = 15;
inline constexpr double lobby = 15;
inline constexpr double name = 25;
inline constexpr double new_table = 100;
inline constexpr double sent_kib = 1;  // of a table that one joins
inline constexpr double request = 2;   // over HTTP
inline constexpr double api_request = 10;
}  // namespace cost

class Budgets {
 public:
  // At most `seconds` of work are saved up.
  Budgets(double units_per_second, double seconds)
      : per_second_(units_per_second), most_(units_per_second * seconds) {}

  // Debts are possible: what is asked for is done, and then waited for.
  void spend(const std::string& who, double units, table::Time now) {
    Account& account = accounts_.try_emplace(who, Account{most_, now}).first->second;
    account.units = left(account, now) - units;
    account.at = now;
  }

  // When they may spend again.
  table::Time free_at(const std::string& who, table::Time now) const {
    const auto found = accounts_.find(who);
    if (found == accounts_.end()) return now;
    const double units = left(found->second, now);
    return units >= 0 ? now : now + 1 + static_cast<table::Time>(-units / per_second_ * 1000);
  }

  // Forgets those who have spent nothing for long.
  void sweep(table::Time now) {
    std::erase_if(accounts_, [&](const auto& one) { return left(one.second, now) >= most_; });
  }
  std::size_t size() const { return accounts_.size(); }

 private:
  struct Account {
    double units;
    table::Time at;
  };
  double left(const Account& account, table::Time now) const {
    const double earned = static_cast<double>(now - account.at) * per_second_ / 1000;
    return std::min(most_, account.units + earned);
  }

  double per_second_;
  double most_;
  std::unordered_map<std::string, Account> accounts_;
};

}  // namespace hotaka::server
