#include "server/table_registry.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/text.h"
#include "server/log.h"
#include "wire/client_text.h"

namespace hotaka::server {

using table::Place;
using table::Stage;
using table::Table;

namespace {

constexpr table::Time retry_pause = 500;
constexpr auto open_patience = std::chrono::minutes(2);  // with the database

Error no_such_table() {
  return {"no_such_table", "there is no such table: the link may be wrong or old"};
}

Error damaged() {
  return {"table_damaged", "this table's data is damaged: please tell the server's administrator"};
}

Error out_of_reach() {
  return {"unavailable", "this table cannot be read right now: try again shortly"};
}

}  // namespace

// --- Reading

MaybeError TableRegistry::open() {
  const auto rows = store_.open_tables();
  if (!rows) return rows.error();
  const auto alive_at = store_.alive_at();
  if (!alive_at) return alive_at.error();
  for (const store::Table& row : *rows) {
    LiveTable& live = insert(row.id);
    live.is_open = true;
    live.alive_at = *alive_at;
    set_people(live, row.people);
  }
  if (!rows->empty()) read_open();
  return std::nullopt;
}

// Runs on a reading thread: a table touches nothing but itself.
Result<std::unique_ptr<Table>> TableRegistry::restore(const std::string& id,
                                                      const std::vector<store::Entry>& entries) {
  if (entries.empty()) return no_such_table();
  std::vector<std::string> lines;
  const auto fail = [&](const std::string& why) {
    log("table damaged", {{"table", id}, {"why", why}});
    return damaged();
  };
  for (const store::Entry& entry : entries) {
    if (std::cmp_not_equal(entry.index, lines.size()))
      return fail("lines are missing before line " + to_text(entry.index));
    for (const std::string_view line : split(entry.line, '\n')) lines.emplace_back(line);
  }
  auto restored = Table::restore(lines);
  if (!restored) return fail(restored.error().message);
  if ((*restored)->id() != id) return fail("it is the journal of another table");
  return restored;
}

void TableRegistry::read_open() {
  is_reading_open_ = true;
  const auto ask = [this](store::Store& store) -> Result<std::size_t> {
    constexpr std::size_t together = 50;
    auto batch = std::make_shared<std::vector<Read>>();
    const auto hand_over = [&] {
      environment_.post([this, batch] {
        for (Read& read : *batch) on_read(read);
      });
      batch = std::make_shared<std::vector<Read>>();
    };
    const auto count =
        store.open_journals([&](const std::string& id, const std::vector<store::Entry>& entries) {
          batch->push_back({id, restore(id, entries)});
          if (batch->size() == together) hand_over();
        });
    hand_over();
    return count;
  };
  // Tables that were not among them are asked for one by one.
  const auto done = [this](const Result<std::size_t>& count) {
    is_reading_open_ = false;
    if (!count) log("could not read the open tables", {{"why", count.error().message}});
    for (const auto& [id, live] : tables_) {
      if (!live->table && !live->is_reading) retries_.arm(id, environment_.now());
    }
  };
  server::read<std::size_t>(store_, environment_, ask, done, open_patience);
}

void TableRegistry::read(LiveTable& live) {
  live.is_reading = true;
  ++reads_;
  retries_.arm(live.id, std::nullopt);
  const auto ask = [id = live.id](store::Store& store) -> Result<std::shared_ptr<Read>> {
    const auto row = store.table(id);
    if (!row) return row.error();
    if (!*row) return std::make_shared<Read>(Read{id, no_such_table()});
    const auto entries = store.journal(id, 0);
    if (!entries) return entries.error();
    return std::make_shared<Read>(
        Read{id, restore(id, *entries), (*row)->state == store::TableState::finished});
  };
  const auto done = [this, id = live.id](const Result<std::shared_ptr<Read>>& result) {
    --reads_;
    const bool was_failing = std::exchange(is_failing_, !result);
    if (result) return on_read(**result);
    if (!was_failing) log("could not read tables", {{"why", result.error().message}});
    const auto found = tables_.find(id);
    if (found == tables_.end()) return;
    LiveTable& live = *found->second;
    live.is_reading = false;
    if (!live.is_open) return fail(live, out_of_reach());
    retries_.arm(id, environment_.now() + retry_pause);
    for (const OnTable& use : std::exchange(live.waiting, {})) use(out_of_reach());
  };
  server::read<std::shared_ptr<Read>>(store_, environment_, ask, done);
}

void TableRegistry::on_read(Read& read) {
  const auto found = tables_.find(read.id);
  if (found == tables_.end() || found->second->table) return;
  LiveTable& live = *found->second;
  live.is_reading = false;
  if (!read.table) return fail(live, read.table.error());
  live.table = std::move(*read.table);
  live.stored_stage =
      read.is_finished ? Stage::finished : std::min(live.table->stage(), Stage::running);
  live.thinking_version = -1;
  if (live.is_stale) *std::exchange(live.is_stale, nullptr) = true;
  live.bot_move_at = 0;
  live.unwatched_since = environment_.now();
  update_people(live);
  hooks_.on_read(live);
  for (const OnTable& use : std::exchange(live.waiting, {})) use(&live);
}

void TableRegistry::fail(const LiveTable& live, const Error& error) {
  const std::string id = live.id;
  const std::vector<OnTable> waiting = live.waiting;
  if (error == damaged()) damaged_.insert(id);
  hooks_.on_gone(id, error);
  forget(id);
  for (const OnTable& use : waiting) use(error);
}

std::optional<table::Time> TableRegistry::retry_reads() {
  for (const std::string& id : retries_.take_due(environment_.now())) {
    const auto found = tables_.find(id);
    if (found != tables_.end() && !found->second->table && !found->second->is_reading)
      read(*found->second);
  }
  return retries_.next();
}

// --- Finding

LiveTable* TableRegistry::find(std::string_view id) {
  const auto found = tables_.find(std::string(id));
  return found == tables_.end() || !found->second->table ? nullptr : found->second.get();
}

void TableRegistry::wait_for(std::string_view id, OnTable use) {
  constexpr std::size_t most_waiting = 100;  // for one table
  constexpr std::size_t most_reads = 1000;
  if (!wire::is_table_id(id)) return use(no_such_table());
  if (damaged_.contains(std::string(id))) return use(damaged());
  const auto found = tables_.find(std::string(id));
  const bool is_known = found != tables_.end();
  if (is_known ? found->second->waiting.size() >= most_waiting : reads_ >= most_reads)
    return use(out_of_reach());
  LiveTable& live = is_known ? *found->second : insert(std::string(id));
  live.waiting.push_back(std::move(use));
  if (!live.is_reading && !(is_reading_open_ && live.is_open)) read(live);
}

LiveTable& TableRegistry::insert(const std::string& id) {
  auto& live = tables_[id];
  live = std::make_unique<LiveTable>();
  live->id = id;
  return *live;
}

LiveTable& TableRegistry::add(std::unique_ptr<Table> table) {
  LiveTable& live = insert(table->id());
  live.table = std::move(table);
  live.is_open = true;
  live.alive_at = live.unwatched_since = environment_.now();
  update_people(live);
  return live;
}

void TableRegistry::reload(LiveTable& live, table::Time alive_at) {
  live.table.reset();
  if (live.stored_stage == Stage::waiting) set_people(live, {});  // it may never have been stored
  live.alive_at = alive_at;
  retries_.arm(live.id, environment_.now() + retry_pause);
}

void TableRegistry::forget(const std::string& id) {
  const auto found = tables_.find(id);
  if (found == tables_.end()) return;
  set_people(*found->second, {});
  retries_.arm(id, std::nullopt);
  tables_.erase(found);
}

// --- People

bool TableRegistry::update_people(LiveTable& live) {
  std::vector<std::string> people;
  const Table& table = *live.table;
  const bool has_people = std::ranges::any_of(
      table.places(), [](const Place& place) { return place.kind == Place::Kind::person; });
  if (table.stage() == Stage::waiting || (table.stage() == Stage::running && !has_people))
    people.push_back(table.host_person());
  for (const Place& place : table.places()) {
    if (table.stage() == Stage::finished || place.kind != Place::Kind::person) continue;
    if (std::ranges::find(people, place.person) == people.end()) people.push_back(place.person);
  }
  if (people == live.people) return false;
  set_people(live, std::move(people));
  return true;
}

void TableRegistry::set_people(LiveTable& live, std::vector<std::string> people) {
  for (const std::string& person : live.people) {
    const auto found = by_person_.find(person);
    std::erase(found->second, live.id);
    if (found->second.empty()) by_person_.erase(found);
  }
  live.people = std::move(people);
  for (const std::string& person : live.people) by_person_[person].push_back(live.id);
}

std::vector<std::string> TableRegistry::tables_of(const std::string& person) const {
  const auto found = by_person_.find(person);
  return found == by_person_.end() ? std::vector<std::string>() : found->second;
}

}  // namespace hotaka::server
