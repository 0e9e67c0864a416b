#include "store/sqlite_journal.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace hotaka::store {

namespace {

// So many entries may stand behind the last note: who looks for a table's last one reads them all.
constexpr long long stretch = 2048;

// A row of several entries fits a page of the file.
constexpr std::size_t most_in_row = 3600;

constexpr const char* noted_query = "select value from meta where key = 'journal_noted'";

}  // namespace

void append_packed(std::string& row, const Entry& entry, long long before) {
  const auto size_of = [](const std::string& text) { return static_cast<long long>(text.size()); };
  append_number(row, entry.index);
  for (const long long number : {before, size_of(entry.table), size_of(entry.line)}) {
    row += ' ';
    append_number(row, number);
  }
  row += '\n';
  row += entry.table;
  row += entry.line;
  row += '\n';
}

bool take_packed(std::string_view& row, Packed& entry) {
  const auto behind_numbers = row.find('\n');
  if (behind_numbers == std::string_view::npos) return false;
  Cursor head(row.substr(0, behind_numbers));
  std::array<std::size_t, 4> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = i == 0 || head.take(' ') ? head.number(INT64_MAX) : std::nullopt;
    if (!number) return false;
    numbers[i] = static_cast<std::size_t>(*number);
  }
  const auto [index, before, name_size, line_size] = numbers;
  row.remove_prefix(behind_numbers + 1);
  if (!head.done() || name_size > row.size() || line_size >= row.size() - name_size) return false;
  entry.index = static_cast<long long>(index);
  entry.before = static_cast<long long>(before);
  entry.table = row.substr(0, name_size);
  entry.line = row.substr(name_size, line_size);
  row.remove_prefix(name_size + line_size + 1);
  return true;
}

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

// --- Reading

namespace {

sqlite_api::sqlite3* connection_of(soci::session& session) {
  return static_cast<soci::sqlite3_session_backend*>(session.get_backend())->conn_;
}

// Calls f(Packed) for each entry of the row at which `row` stands: place, tab, idx, line, before.
template <class F>
void each_entry(const Prepared& row, F&& f) {
  const std::string table = row.text(1);
  const std::string line = row.text(3);
  if (!table.empty()) {
    f(Packed{table, row.number(2), row.number(4), line});
    return;
  }
  std::string_view rest = line;
  for (Packed entry; !rest.empty();) {
    if (!take_packed(rest, entry))
      throw soci::sqlite3_soci_error("a row of the journal is damaged", SQLITE_CORRUPT);
    f(entry);
  }
}

long long last_place(sqlite_api::sqlite3* connection, const TableId& table) {
  Prepared noted(connection, noted_query);
  Prepared rows(connection,
                "select place, tab, idx, line, before from journal where place > ? "
                "order by place desc");
  noted.step();
  rows.bind(1, noted.number(0));
  while (rows.step()) {
    bool here = false;
    each_entry(rows, [&](const Packed& entry) { here |= entry.table == table; });
    if (here) return rows.number(0);
  }
  Prepared head(connection, "select place from heads where tab = ?");
  head.bind(1, table);
  return head.step() ? head.number(0) : 0;
}

}  // namespace

std::vector<Entry> read_chain(soci::session& session, const TableId& table, std::int64_t from) {
  soci::transaction all_at_once(session);
  sqlite_api::sqlite3* connection = connection_of(session);
  Prepared row(connection, "select place, tab, idx, line, before from journal where place = ?");
  std::vector<Entry> found;  // the last one first
  for (long long place = last_place(connection, table); place != 0;) {
    std::vector<Entry> here;
    long long before = 0;
    row.bind(1, place);
    if (!row.step()) break;
    each_entry(row, [&](const Packed& entry) {
      if (entry.table != table) return;
      if (here.empty()) before = entry.before;
      here.push_back({table, entry.index, std::string(entry.line)});
    });
    row.reset();
    found.insert(found.end(), here.rbegin(), here.rend());
    if (found.empty() || found.back().index <= from) break;
    place = before;
  }
  std::erase_if(found, [&](const Entry& entry) { return entry.index < from; });
  std::reverse(found.begin(), found.end());
  return found;
}

// --- Writing

SqliteInserter::SqliteInserter(soci::session& session)
    : connection_(connection_of(session)),
      insert_(connection_, "insert into journal (tab, idx, line, before) values (?, ?, ?, ?)"),
      last_place_(connection_, "select coalesce(max(place), 0) from journal"),
      noted_place_(connection_, noted_query),
      rows_since_(connection_,
                  "select place, tab, idx, line, before from journal where place > ? "
                  "order by place"),
      head_(connection_, "select place, idx from heads where tab = ?"),
      set_head_(connection_, "replace into heads (tab, place, idx) values (?, ?, ?)"),
      set_noted_(connection_, "update meta set value = ? where key = 'journal_noted'") {}

void SqliteInserter::insert(const std::vector<const Entry*>& entries) {
  catch_up();
  std::size_t first = 0;  // of the row that is being gathered
  row_.clear();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry& entry = *entries[i];
    Head& head = head_of(entry.table);
    if (entry.index <= head.index) {
      throw soci::sqlite3_soci_error("the journal has this entry", SQLITE_CONSTRAINT);
    }
    constexpr std::size_t numbers = 40;
    if (i > first && row_.size() + entry.table.size() + entry.line.size() + numbers > most_in_row) {
      insert_row(*entries[first], i - first);
      first = i;
    }
    if (i == first) before_ = head.place;
    append_packed(row_, entry, head.place);
    head = {last_ + 1, entry.index};
  }
  if (first < entries.size()) insert_row(*entries[first], entries.size() - first);
  if (since_noted_ >= stretch) note_heads();
}

// What was gathered: `count` entries, of which this is the first.
void SqliteInserter::insert_row(const Entry& first, std::size_t count) {
  static const std::string nobodys;
  const bool alone = count == 1;
  insert_.bind(1, alone ? first.table : nobodys);
  insert_.bind(2, alone ? first.index : 0);
  insert_.bind(3, alone ? first.line : row_);
  insert_.bind(4, alone ? before_ : 0);
  insert_.step();
  ++last_;  // SQLite takes the next place, without looking for it
  since_noted_ += static_cast<long long>(count);
  row_.clear();
}

// At first, and after somebody else wrote to the file: what stands behind the last note.
void SqliteInserter::catch_up() {
  last_place_.step();
  const long long last = last_place_.number(0);
  last_place_.reset();
  if (last == last_) return;
  last_ = last;
  noted_place_.step();
  const long long noted = noted_place_.number(0);
  noted_place_.reset();
  since_noted_ = 0;
  heads_.clear();
  rows_since_.bind(1, noted);
  while (rows_since_.step()) {
    each_entry(rows_since_, [&](const Packed& entry) {
      heads_[std::string(entry.table)] = {rows_since_.number(0), entry.index};
      ++since_noted_;
    });
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
  since_noted_ = 0;
}

}  // namespace hotaka::store
