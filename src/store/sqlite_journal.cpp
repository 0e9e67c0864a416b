#include "store/sqlite_journal.h"

#include <algorithm>

namespace hotaka::store {

namespace {

// So many entries may stand behind the last note: who looks for a table's last one reads them all.
constexpr long long stretch = 2048;

}  // namespace

const char* const chain_schema =
    R"(create table chain (place integer primary key, tab text not null, idx bigint not null,
         line text not null, before bigint not null);
       insert into chain select rowid, tab, idx, line,
         lag(rowid, 1, 0) over (partition by tab order by idx) from journal;
       drop table journal;
       alter table chain rename to journal;
       create table heads (tab text primary key, place bigint not null, idx bigint not null)
         without rowid;
       insert into heads select tab, place, max(idx) from journal group by tab;
       insert into meta select 'journal_noted', coalesce(max(place), 0) from journal)";

const char* const chain_query =
    R"(with recursive chain (place, idx, line, before) as (
         select place, idx, line, before from journal where place = coalesce(
           (select place from journal where tab = :t and place >
             (select value from meta where key = 'journal_noted') order by place desc limit 1),
           (select place from heads where tab = :t))
         union all
         select j.place, j.idx, j.line, j.before from chain c join journal j on j.place = c.before
           where c.idx > :f)
       select idx, line from chain where idx >= :f order by idx)";

Prepared::Prepared(sqlite_api::sqlite3* connection, const char* sql) : connection_(connection) {
  check(sqlite_api::sqlite3_prepare_v2(connection_, sql, -1, &statement_, nullptr));
}

Prepared::~Prepared() { sqlite_api::sqlite3_finalize(statement_); }

void Prepared::bind(int place, long long number) {
  sqlite_api::sqlite3_bind_int64(statement_, place, number);
}

void Prepared::bind(int place, const std::string& text) {
  sqlite_api::sqlite3_bind_text(statement_, place, text.data(), static_cast<int>(text.size()),
                                SQLITE_STATIC);
}

bool Prepared::step() {
  const int code = sqlite_api::sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  check(code == SQLITE_DONE ? SQLITE_OK : code);
  reset();
  return false;
}

void Prepared::reset() { sqlite_api::sqlite3_reset(statement_); }

long long Prepared::number(int column) const {
  return sqlite_api::sqlite3_column_int64(statement_, column);
}

std::string Prepared::text(int column) const {
  const auto* text = static_cast<const char*>(sqlite_api::sqlite3_column_blob(statement_, column));
  const auto size = static_cast<std::size_t>(sqlite_api::sqlite3_column_bytes(statement_, column));
  return size == 0 ? std::string() : std::string(text, size);
}

void Prepared::check(int code) const {
  if (code == SQLITE_OK) return;
  throw soci::sqlite3_soci_error(sqlite_api::sqlite3_errmsg(connection_), code);
}

SqliteInserter::SqliteInserter(soci::session& session)
    : connection_(static_cast<soci::sqlite3_session_backend*>(session.get_backend())->conn_),
      insert_(connection_, "insert into journal (tab, idx, line, before) values (?, ?, ?, ?)"),
      last_place_(connection_, "select coalesce(max(place), 0) from journal"),
      noted_place_(connection_, "select value from meta where key = 'journal_noted'"),
      entries_since_(connection_,
                     "select tab, place, idx from journal where place > ? order by place"),
      head_(connection_, "select place, idx from heads where tab = ?"),
      set_head_(connection_, "replace into heads (tab, place, idx) values (?, ?, ?)"),
      set_noted_(connection_, "update meta set value = ? where key = 'journal_noted'") {}

void SqliteInserter::insert(const std::vector<const Entry*>& entries) {
  catch_up();
  for (const Entry* entry : entries) {
    Head& head = head_of(entry->table);
    if (entry->index <= head.index) {
      throw soci::sqlite3_soci_error("the journal has this entry", SQLITE_CONSTRAINT);
    }
    insert_.bind(1, entry->table);
    insert_.bind(2, entry->index);
    insert_.bind(3, entry->line);
    insert_.bind(4, head.place);
    insert_.step();
    head = {++last_, entry->index};  // SQLite takes the next place, without looking for it
  }
  if (last_ - noted_ >= stretch) note_heads();
}

// At first, and after somebody else wrote to the file: what stands behind the last note.
void SqliteInserter::catch_up() {
  last_place_.step();
  const long long last = last_place_.number(0);
  last_place_.reset();
  if (last == last_) return;
  last_ = last;
  noted_place_.step();
  noted_ = noted_place_.number(0);
  noted_place_.reset();
  heads_.clear();
  entries_since_.bind(1, noted_);
  while (entries_since_.step()) {
    heads_[entries_since_.text(0)] = {entries_since_.number(1), entries_since_.number(2)};
  }
}

SqliteInserter::Head& SqliteInserter::head_of(const std::string& table) {
  const auto [found, is_new] = heads_.try_emplace(table);
  if (is_new) {
    head_.bind(1, table);
    if (head_.step()) found->second = {head_.number(0), head_.number(1)};
    head_.reset();
  }
  return found->second;
}

// In the order of the key, so that neighbours meet the same place in the file.
void SqliteInserter::note_heads() {
  std::vector<const std::pair<const std::string, Head>*> sorted;
  sorted.reserve(heads_.size());
  for (const auto& head : heads_) sorted.push_back(&head);
  std::sort(sorted.begin(), sorted.end(),
            [](const auto* a, const auto* b) { return a->first < b->first; });
  for (const auto* head : sorted) {
    set_head_.bind(1, head->first);
    set_head_.bind(2, head->second.place);
    set_head_.bind(3, head->second.index);
    set_head_.step();
  }
  set_noted_.bind(1, last_);
  set_noted_.step();
  heads_.clear();
  noted_ = last_;
}

}  // namespace hotaka::store
