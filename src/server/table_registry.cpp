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

Error unavailable() {
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
    auto live = std::make_unique<LiveTable>();
    live->id = row.id;
    live->is_open = true;
    live->alive_at = *alive_at;
    set_people(*live, row.people);
    tables_.emplace(row.id, std::move(live));
  }
  if (!rows->empty()) read_open();
  return std::nullopt;
}

// Runs on a reading thread: a table touches nothing but itself.
void TableRegistry::restore(Read& read, const std::vector<store::Entry>& entries) {
  std::vector<std::string> lines;
  for (const store::Entry& entry : entries) {
    if (std::cmp_not_equal(entry.index, lines.size())) {
      read.damage = "lines are missing before line " + to_text(entry.index);
      return;
    }
    for (const std::string_view line : split(entry.line, '\n')) lines.emplace_back(line);
  }
  if (lines.empty()) return;
  auto restored = Table::restore(lines);
  if (restored) {
    read.table = std::move(*restored);
  } else {
    read.damage = restored.error().message;
  }
}

void TableRegistry::read_open() {
  is_reading_open_ = true;
  const auto ask = [this](store::Store& store) -> Result<std::size_t> {
    constexpr std::size_t together = 50;
    auto batch = std::make_shared<std::vector<SharedRead>>();
    const auto hand_over = [&] {
      environment_.post([this, batch] {
        for (const SharedRead& read : *batch) on_read(*read);
      });
      batch = std::make_shared<std::vector<SharedRead>>();
    };
    const auto count =
        store.open_journals([&](const std::string& id, const std::vector<store::Entry>& entries) {
          batch->push_back(std::make_shared<Read>(id));
          restore(*batch->back(), entries);
          if (batch->size() == together) hand_over();
        });
    hand_over();
    return count;
  };
  server::read<std::size_t>(
      store_, environment_, ask, [this](const Result<std::size_t>& count) { on_open_read(count); },
      open_patience);
}

// Tables that were not among them are asked for one by one.
void TableRegistry::on_open_read(const Result<std::size_t>& count) {
  is_reading_open_ = false;
  if (!count) log("could not read the open tables", {{"why", count.error().message}});
  for (auto& [id, live] : tables_) {
    if (!live->table && !live->is_reading) retries_.arm(id, environment_.now());
  }
}

void TableRegistry::read(LiveTable& live) {
  live.is_reading = true;
  retries_.arm(live.id, std::nullopt);
  const auto ask = [id = live.id](store::Store& store) -> Result<SharedRead> {
    auto read = std::make_shared<Read>(id);
    const auto row = store.table(id);
    if (!row) return row.error();
    if (!*row) return read;
    read->is_finished = (*row)->state == store::TableState::finished;
    const auto entries = store.journal(id, 0);
    if (!entries) return entries.error();
    restore(*read, *entries);
    return read;
  };
  server::read<SharedRead>(
      store_, environment_, ask,
      [this, id = live.id](const Result<SharedRead>& result) { on_read(id, result); });
}

void TableRegistry::on_read(const std::string& id, const Result<SharedRead>& result) {
  if (result) return on_read(**result);
  log("could not read a table", {{"table", id}, {"why", result.error().message}});
  const auto found = tables_.find(id);
  if (found == tables_.end()) return;
  found->second->is_reading = false;
  if (!found->second->is_open) return fail(id, unavailable());
  retries_.arm(id, environment_.now() + retry_pause);
  for (const OnTable& use : take_waiting(id)) use(unavailable());
}

void TableRegistry::on_read(Read& read) {
  const auto found = tables_.find(read.id);
  if (found == tables_.end() || found->second->table) return;
  LiveTable& live = *found->second;
  live.is_reading = false;
  if (!read.damage.empty()) {
    log("table damaged", {{"table", read.id}, {"why", read.damage}});
    fail(read.id,
         {"table_damaged", "this table's data is damaged: please tell the server's administrator"});
  } else if (!read.table) {
    fail(read.id, no_such_table());
  } else {
    live.table = std::move(read.table);
    live.stored_stage =
        read.is_finished ? Stage::finished : std::min(live.table->stage(), Stage::running);
    live.thinking_version = -1;
    live.bot_move_at = 0;
    live.unwatched_since = environment_.now();
    update_people(live);
    hooks_.on_read(live);
    for (const OnTable& use : take_waiting(read.id)) use(&live);
  }
}

void TableRegistry::fail(const std::string& id, const Error& error) {
  const std::vector<OnTable> waiting = take_waiting(id);
  hooks_.on_gone(id);
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
  constexpr std::size_t most_tables = 1000;  // that somebody waits for
  if (!wire::is_table_id(id)) return use(no_such_table());
  const std::string key(id);
  const auto waiting = waiting_.find(key);
  if (waiting == waiting_.end() ? waiting_.size() >= most_tables
                                : waiting->second.size() >= most_waiting)
    return use(unavailable());
  auto& live = tables_[key];
  if (!live) {
    live = std::make_unique<LiveTable>();
    live->id = key;
  }
  waiting_[key].push_back(std::move(use));
  if (!live->is_reading && !(is_reading_open_ && live->is_open)) read(*live);
}

std::vector<TableRegistry::OnTable> TableRegistry::take_waiting(const std::string& id) {
  const auto found = waiting_.find(id);
  if (found == waiting_.end()) return {};
  auto taken = std::move(found->second);
  waiting_.erase(found);
  return taken;
}

LiveTable& TableRegistry::add(std::unique_ptr<Table> table) {
  auto live = std::make_unique<LiveTable>();
  live->id = table->id();
  live->table = std::move(table);
  live->is_open = true;
  live->alive_at = live->unwatched_since = environment_.now();
  LiveTable& added = *tables_.emplace(live->id, std::move(live)).first->second;
  update_people(added);
  return added;
}

void TableRegistry::reload(LiveTable& live) {
  live.table.reset();
  if (live.stored_stage == Stage::waiting) set_people(live, {});  // it may never have been stored
  live.alive_at = environment_.now();
  retries_.arm(live.id, live.alive_at + retry_pause);
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
  if (table.stage() == Stage::waiting) people.push_back(table.host_person());
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
