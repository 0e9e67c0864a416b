#include "store/sqlite_journal.h"

#include <algorithm>

#include "base/text.h"

namespace hotaka::store {

// Schemas before had all entries in `journal`, and from 4 on several in a row without a table's
// name: for each a line with its index, another number, and the lengths of name and text; these
// two; an end of line. An index helps here, as all tables are put together at once.
const char* const log_schema =
    R"(create table log (place integer primary key, tab text not null, idx bigint not null,
         line text not null);
       insert into log (tab, idx, line)
         with recursive part (tab, idx, line, numbers, rest) as (
           select tab, idx, line, '', x'' from journal where tab <> ''
           union all select '', 0, '', '', cast(line as blob) from journal where tab = ''
           union all
           select iif(numbers = '', '', cast(substr(rest, 1, numbers ->> 2) as text)),
             iif(numbers = '', 0, numbers ->> 0),
             iif(numbers = '', '', cast(substr(rest, 1 + (numbers ->> 2), numbers ->> 3) as text)),
             iif(numbers = '', '[' || replace(cast(substr(rest, 1, instr(rest, x'0a') - 1) as text),
                 ' ', ',') || ']', ''),
             iif(numbers = '', substr(rest, 1 + instr(rest, x'0a')),
                 substr(rest, 2 + (numbers ->> 2) + (numbers ->> 3)))
           from part where length(rest) > 0)
         select tab, idx, line from part where tab <> '' order by tab, idx;
       drop table journal;
       drop table if exists heads;
       delete from meta where key = 'journal_noted';
       alter table tables add column journal text;
       create index log_by_table on log (tab, idx);
       update tables set journal = (select group_concat(line, char(10)) from
         (select line from log where tab = tables.id order by idx)) where state = 'finished';
       drop index log_by_table;
       delete from log where tab not in (select id from tables where journal is null))";

Statement::Statement(sqlite_api::sqlite3* connection, const char* sql) : connection_(connection) {
  check(sqlite_api::sqlite3_prepare_v2(connection_, sql, -1, &statement_, nullptr));
}

Statement::~Statement() { sqlite_api::sqlite3_finalize(statement_); }

void Statement::bind(int column, long long number) {
  sqlite_api::sqlite3_bind_int64(statement_, column, number);
}

void Statement::bind(int column, const std::string& text) {
  sqlite_api::sqlite3_bind_text(statement_, column, text.data(), static_cast<int>(text.size()),
                                SQLITE_STATIC);
}

bool Statement::step() {
  const int code = sqlite_api::sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  check(code == SQLITE_DONE ? SQLITE_OK : code);
  reset();
  return false;
}

void Statement::run() {
  while (step()) {
  }
}

void Statement::reset() { sqlite_api::sqlite3_reset(statement_); }

bool Statement::is_null(int column) const {
  return sqlite_api::sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

long long Statement::number(int column) const {
  return sqlite_api::sqlite3_column_int64(statement_, column);
}

std::string Statement::text(int column) const {
  const auto* text = static_cast<const char*>(sqlite_api::sqlite3_column_blob(statement_, column));
  const auto size = static_cast<std::size_t>(sqlite_api::sqlite3_column_bytes(statement_, column));
  return size == 0 ? std::string() : std::string(text, size);
}

void Statement::check(int code) const {
  if (code == SQLITE_OK) return;
  throw soci::sqlite3_soci_error(sqlite_api::sqlite3_errmsg(connection_), code);
}

// --- Reading

sqlite_api::sqlite3* connection_of(soci::session& session) {
  return static_cast<soci::sqlite3_session_backend*>(session.get_backend())->conn_;
}

namespace {

// Compacting moves entries behind later ones.
void sort(std::vector<Entry>& entries) { std::ranges::sort(entries, {}, &Entry::index); }

}  // namespace

std::vector<Entry> read_journal(soci::session& session, const TableId& table, std::int64_t from) {
  soci::transaction all_at_once(session);
  std::vector<Entry> found;
  Statement snapshot(connection_of(session), "select journal from tables where id = ?");
  snapshot.bind(1, table);
  if (snapshot.step() && !snapshot.is_null(0)) {
    const std::string text = snapshot.text(0);
    std::int64_t index = -1;
    for (const std::string_view line : split(text, '\n')) {
      if (++index >= from) found.push_back({table, index, std::string(line)});
    }
    return found;
  }
  Statement rows(connection_of(session), "select idx, line from log where tab = ? and idx >= ?");
  rows.bind(1, table);
  rows.bind(2, static_cast<long long>(from));
  while (rows.step()) found.push_back({table, rows.number(0), rows.text(1)});
  sort(found);
  return found;
}

void read_open_journals(soci::session& session, const OnJournal& on_journal) {
  std::unordered_map<TableId, std::vector<Entry>> journals;
  {
    soci::transaction all_at_once(session);
    Statement open(connection_of(session),
                   "select id from tables where state in ('waiting', 'running')");
    while (open.step()) journals.try_emplace(open.text(0));
    Statement rows(connection_of(session), "select tab, idx, line from log order by place");
    while (rows.step()) {
      TableId table = rows.text(0);
      const auto found = journals.find(table);
      if (found == journals.end()) continue;
      found->second.push_back({std::move(table), rows.number(1), rows.text(2)});
    }
  }
  for (auto& [id, entries] : journals) {
    if (entries.empty()) continue;
    sort(entries);
    on_journal(id, std::move(entries));
  }
}

// --- Writing

SqliteInserter::SqliteInserter(soci::session& session, long long max_rows)
    : connection_(connection_of(session)),
      least_limit_(max_rows),
      limit_(max_rows),
      begin_(connection_, begin_immediate),
      commit_(connection_, "commit"),
      version_(connection_, "pragma data_version"),
      all_(connection_, "select place, tab, idx from log order by place"),
      insert_(connection_, "insert into log (tab, idx, line) values (?, ?, ?)"),
      move_(connection_,
            "insert into log (tab, idx, line) select tab, idx, line from log where place <= ? and "
            "exists (select 1 from tables where id = tab and journal is null) order by place"),
      delete_(connection_, "delete from log where place <= ?"),
      snapshot_(connection_,
                "select length(journal) - length(replace(journal, char(10), '')) from tables "
                "where id = ? and journal is not null"),
      set_snapshot_(connection_, "update tables set journal = ? where id = ?"),
      extend_snapshot_(connection_,
                       "update tables set journal = journal || char(10) || ? where id = ?") {}

void SqliteInserter::insert(const std::vector<const Entry*>& entries) {
  catch_up();
  found_.clear();
  for (const Entry* entry : entries) {
    Head& head = head_of(entry->table);
    found_.push_back(&head);
    if (entry->index > head.wanted) {
      head.wanted = entry->index;
      continue;
    }
    for (Head* one : found_) one->wanted = one->index;
    throw soci::sqlite3_soci_error("the journal has this entry", SQLITE_CONSTRAINT);
  }
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto& [table, index, line] = *entries[i];
    if (found_[i]->has_snapshot) {
      extend_snapshot_.bind(1, line);
      extend_snapshot_.bind(2, table);
      extend_snapshot_.run();
    } else {
      insert_.bind(1, table);
      insert_.bind(2, index);
      insert_.bind(3, line);
      insert_.run();
      last_ = sqlite_api::sqlite3_last_insert_rowid(connection_);
    }
    found_[i]->index = index;
  }
  compact(std::ssize(entries));
}

// At first, and after somebody else wrote to the file: what is in the log.
void SqliteInserter::catch_up() {
  version_.step();
  const long long version = version_.number(0);
  version_.reset();
  if (version == known_version_) return;
  known_version_ = version;
  heads_.clear();
  first_ = last_ = 0;
  while (all_.step()) {
    last_ = all_.number(0);
    if (first_ == 0) first_ = last_;
    Head& head = heads_[all_.text(1)];
    head.index = head.wanted = std::max(head.index, all_.number(2));
  }
  for (auto& [table, head] : heads_) find_snapshot(table, head);
}

SqliteInserter::Head& SqliteInserter::head_of(const TableId& table) {
  const auto [found, is_new] = heads_.try_emplace(table);
  if (is_new) find_snapshot(table, found->second);
  return found->second;
}

void SqliteInserter::find_snapshot(const TableId& table, Head& head) {
  snapshot_.bind(1, table);
  head.has_snapshot = snapshot_.step();
  if (head.has_snapshot) head.index = head.wanted = snapshot_.number(0);
  snapshot_.reset();
}

void SqliteInserter::finish(const TableId& table, std::string_view journal) {
  if (journal.empty()) return;  // its entries stay in the log
  const std::string text(journal.substr(0, journal.size() - 1));
  set_snapshot_.bind(1, text);
  set_snapshot_.bind(2, table);
  set_snapshot_.run();
  forget(table);
}

void SqliteInserter::forget(const TableId& table) { heads_.erase(table); }

// Takes twice as many rows off the front of the log as were added to it: those of finished tables
// are dropped, others added again. A round ends where the log ended when it began.
void SqliteInserter::compact(long long added) {
  if (compact_until_ == 0) {
    if (last_ - first_ < limit_) return;
    compact_until_ = last_;
    kept_ = 0;
  }
  const long long until = std::min(first_ + 2 * added, compact_until_);
  move_.bind(1, until);
  move_.run();
  const long long moved = sqlite_api::sqlite3_changes(connection_);
  kept_ += moved;
  last_ += moved;
  delete_.bind(1, until);
  delete_.run();
  first_ = until + 1;
  if (first_ > last_) first_ = last_ = 0;  // it is empty, and begins with 1 again
  if (until < compact_until_) return;
  compact_until_ = 0;
  limit_ = std::max(least_limit_, 2 * kept_);
}

}  // namespace hotaka::store
