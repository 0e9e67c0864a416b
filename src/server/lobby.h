#pragma once
// The list of tables that one can join or watch, and the connections that see it.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "server/subscriptions.h"
#include "server/table_registry.h"

namespace hotaka::server {

class Lobby {
 public:
  Lobby(TableRegistry& registry, const Subscriptions& subscriptions, Environment& environment)
      : registry_(registry), subscriptions_(subscriptions), environment_(environment) {}

  // Who begins to watch has the list as json() gives it then.
  void watch(ConnectionId connection, bool on);
  void on_change() { is_changed_ = is_stale_ = true; }
  // The tables as a JSON array. Who watches them may be half a second old.
  const std::string& json();
  // Sends what has changed in the list, at most twice a second. Returns when to come back, if at
  // all.
  std::optional<table::Time> flush();

 private:
  std::vector<const LiveTable*> listed();
  void make_json();

  TableRegistry& registry_;
  const Subscriptions& subscriptions_;
  Environment& environment_;
  std::vector<ConnectionId> watching_;
  bool is_changed_ = false;  // since it was sent
  bool is_stale_ = false;    // since it was made
  table::Time sent_at_ = 0;
  std::string json_;
  table::Time made_at_ = 0;
  std::map<std::string, std::string> entries_;  // of the list, by table
  std::map<std::string, std::string> told_;     // to somebody who watches; "" where not to all
};

}  // namespace hotaka::server
