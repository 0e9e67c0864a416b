#pragma once
// All tables of a server by id and by person. Tables load in the background; callers that need one
// wait until it is there. A LiveTable& or LiveTable* is valid until the table is forgotten.

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/environment.h"
#include "server/live_table.h"
#include "server/timers.h"

namespace hotaka::server {

class TableRegistry {
 public:
  using OnTable = LiveTable::OnTable;
  struct Hooks {
    std::function<void(LiveTable&)> on_read;  // before those that wait for it
    // It is damaged, or was never stored.
    std::function<void(const std::string&, const Error&)> on_gone;
  };

  TableRegistry(store::Store& store, Environment& environment, Hooks hooks)
      : store_(store), environment_(environment), hooks_(std::move(hooks)) {}

  // Lists the open tables, and begins to read them. Blocks for the list: before the loop runs.
  MaybeError open();

  // Calls use(Result<LiveTable*>) now if the table is in memory, else when it has been read.
  template <class Use>
  void with(std::string_view id, Use&& use) {
    if (LiveTable* ready = find(id)) {
      use(Result<LiveTable*>(ready));
    } else {
      wait_for(id, std::forward<Use>(use));
    }
  }
  LiveTable* find(std::string_view id);  // nullptr if it is not in memory
  LiveTable& add(std::unique_ptr<table::Table> table);
  // What is in memory is not what is stored: it is read again before it goes on. Its clocks ran
  // until `alive_at`.
  void reload(LiveTable& live, table::Time alive_at);
  void forget(const std::string& id);

  // Tries again to read open tables that could not be read; returns when to come back, if at all.
  std::optional<table::Time> retry_reads();

  // To be called after the seats may have changed; returns whether it belongs to others now.
  bool update_people(LiveTable& live);
  // The tables that somebody sits at, or has made and still waits at.
  std::vector<std::string> tables_of(const std::string& person) const;

  std::size_t size() const { return tables_.size(); }
  // Those that are still to be read.
  std::size_t count_unread() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(tables_, [](const auto& one) { return !one.second->table; }));
  }
  template <class F>
  void each(F&& f) {
    for (auto& [id, live] : tables_) {
      if (live->table) f(*live);
    }
  }

 private:
  // What was read of a table.
  struct Read {
    std::string id;
    Result<std::unique_ptr<table::Table>> table;
    bool is_finished = false;  // as the store has it
  };

  static Result<std::unique_ptr<table::Table>> restore(const std::string& id,
                                                       const std::vector<store::Entry>& entries);
  void read_open();
  void read(LiveTable& live);
  void on_read(Read& read);
  void fail(const LiveTable& live, const Error& error);
  void wait_for(std::string_view id, OnTable use);
  LiveTable& insert(const std::string& id);  // not in memory yet
  void set_people(LiveTable& live, std::vector<std::string> people);

  store::Store& store_;
  Environment& environment_;
  Hooks hooks_;
  std::unordered_map<std::string, std::unique_ptr<LiveTable>> tables_;
  std::unordered_map<std::string, std::vector<std::string>> by_person_;
  Timers retries_;
  std::size_t reads_ = 0;  // of single tables that are under way
  bool is_reading_open_ = false;
  bool is_failing_ = false;        // the last read of a single table failed
  std::set<std::string> damaged_;  // not read again
};

}  // namespace hotaka::server
