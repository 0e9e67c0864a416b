// SQLite: one file in WAL mode, and the journal in it as a log and snapshots.
//
// A key (table, index) would send every entry to a page of its own, which costs 4 to 10 us an entry
// (`hotaka_bench store`). So entries of all open tables are appended to `log`, in the order of
// writing and without an index. The journal of a finished table is one text, `tables.journal`,
// written with its end. What the log still has of finished tables is removed bit by bit when it is
// long.

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "store/connection.h"
#include "store/workers.h"

namespace hotaka::store {

namespace {

class SqliteRow final : public Row {
 public:
  explicit SqliteRow(sqlite3_stmt* statement) : statement_(statement) {}

  std::int64_t number(int column) const override {
    return sqlite3_column_int64(statement_, column);
  }
  double real(int column) const override { return sqlite3_column_double(statement_, column); }
  std::string_view text(int column) const override {
    const auto* text = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    return size == 0 ? std::string_view() : std::string_view(text, size);
  }

 private:
  sqlite3_stmt* statement_;
};

int bind(sqlite3_stmt* statement, int place, const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) {
    return sqlite3_bind_int64(statement, place, *number);
  }
  if (const auto* real = std::get_if<double>(&value)) {
    return sqlite3_bind_double(statement, place, *real);
  }
  const auto text = std::get<std::string_view>(value);
  return sqlite3_bind_text64(statement, place, text.empty() ? "" : text.data(), text.size(),
                             SQLITE_STATIC, SQLITE_UTF8);
}

class Sqlite final : public Connection {
 public:
  Sqlite(std::string file, const Settings& settings)
      : file_(std::move(file)), settings_(settings), limit_(settings.log_rows) {
    // Nobody asks how much memory SQLite has, and no connection is used by two threads together: it
    // needs no locks for that.
    static const int without_counting = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    (void)without_counting;
    sqlite3* opened = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    const int code = sqlite3_open_v2(file_.c_str(), &opened, flags, nullptr);
    database_.reset(opened);
    check(code);
    sqlite3_busy_timeout(opened, settings.busy_milliseconds);
    // Where two make a file, SQLite refuses one of them without waiting, as both hold a lock that
    // the other one needs.
    int made = SQLITE_BUSY;
    for (int left = settings.busy_milliseconds; made == SQLITE_BUSY && left >= 0; --left) {
      made = sqlite3_exec(opened, "pragma journal_mode = wal", nullptr, nullptr, nullptr);
      if (made == SQLITE_BUSY) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    check(made);
    run_script("pragma cache_size = -8192");
    run_script(settings.power_loss_safety ? "pragma synchronous = full"
                                          : "pragma synchronous = normal");
    const auto hook = [](void* self, sqlite3*, const char*, int pages) {
      static_cast<Sqlite*>(self)->on_commit(pages);
      return SQLITE_OK;
    };
    sqlite3_wal_hook(opened, hook, this);  // instead of SQLite's own checkpoints
  }

  void run_script(const std::string& script) override {
    check(sqlite3_exec(database_.get(), script.c_str(), nullptr, nullptr, nullptr));
  }
  // A transaction that reads first could not wait for another one's lock later.
  void begin() override { run("begin immediate"); }
  void undo(Sql rollback) override {
    run(rollback);
    known_version_ = -1;  // what is remembered may be what was undone
  }
  bool is_sqlite() const override { return true; }

  void insert(const std::vector<const Entry*>& entries) override {
    catch_up();
    for (const Entry* entry : entries) {
      const auto& [table, index, line] = *entry;
      const auto [found, is_new] = heads_.try_emplace(table);
      Head& head = found->second;
      if (is_new) find_snapshot(table, head);
      if (index <= head.index) {
        throw Failure(WriteError::conflict, "this journal entry was written before");
      }
      head.index = index;
      if (head.has_snapshot) {
        run("update tables set journal = journal || char(10) || $1 where id = $2", {line, table});
      } else {
        run("insert into log (tab, idx, line) values ($1, $2, $3)", {table, index, line});
        ++last_;  // as SQLite counts
      }
    }
    compact(std::ssize(entries));
  }

  std::vector<Entry> journal(const TableId& table, std::int64_t from) override {
    std::vector<Entry> found;
    bool has_snapshot = false;
    run("begin");  // both are of one moment
    run("select journal from tables where id = $1 and journal is not null", {table},
        [&](const Row& row) {
          has_snapshot = true;
          std::int64_t index = -1;
          for (const std::string_view line : split(row.text(0), '\n')) {
            if (++index >= from) found.push_back({table, index, std::string(line)});
          }
        });
    if (!has_snapshot) {
      run("select idx, line from log where tab = $1 and idx >= $2 order by idx", {table, from},
          [&](const Row& row) {
            found.push_back({table, row.number(0), std::string(row.text(1))});
          });
    }
    run("commit");
    return found;
  }

  void open_entries(const OnRow& on_row) override {
    run("select tab, idx, line from log", {}, on_row);
  }
  void finish(const TableId& table, std::string_view journal) override {
    if (journal.empty()) return;  // its entries stay in the log
    journal.remove_suffix(1);
    run("update tables set journal = $1 where id = $2", {journal, table});
    forget(table);
  }
  void rewrite(const TableId& table, const std::vector<Entry>& entries) override {
    std::string journal;
    for (const Entry& entry : entries) journal += entry.line + '\n';
    if (!journal.empty()) journal.pop_back();
    if (run("update tables set journal = $1 where id = $2 and journal is not null",
            {journal, table}) > 0)
      return;
    for (const Entry& entry : entries) {
      run("update log set line = $1 where tab = $2 and idx = $3", {entry.line, table, entry.index});
    }
  }
  void forget(const TableId& table) override { heads_.erase(table); }

 protected:
  std::int64_t run_checked(const char* sql, Values values, const OnRow& on_row) override {
    sqlite3_stmt* const statement = prepared(sql);
    // A statement that is not reset keeps its transaction from ending.
    const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_reset)> reset(statement, &sqlite3_reset);
    int place = 0;
    for (const Value& value : values) {
      check(bind(statement, ++place, value));
      assert(sqlite3_bind_parameter_name(statement, place) == "$" + std::to_string(place));
    }
    const SqliteRow row(statement);
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
      if (on_row) on_row(row);
    }
    check(code == SQLITE_DONE ? SQLITE_OK : code);
    return sqlite3_changes(database_.get());
  }

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };

  sqlite3_stmt* prepared(const char* sql) {
    auto& kept = statements_[sql];
    if (kept) return kept.get();
    sqlite3_stmt* made = nullptr;
    check(sqlite3_prepare_v3(database_.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &made, nullptr));
    kept.reset(made);
    return made;
  }

  void check(int code) const {
    if (code == SQLITE_OK) return;
    const int kind = code & 0xFF;  // without the extended code
    throw Failure(kind == SQLITE_CONSTRAINT ? WriteError::conflict : WriteError::unavailable,
                  sentence(kind));
  }

  std::string sentence(int code) const {
    switch (code) {
      case SQLITE_BUSY:
      case SQLITE_LOCKED: return "the database is locked by another program";
      case SQLITE_FULL: return "the disk is full, or the database may not grow";
      case SQLITE_READONLY: return "the database cannot be written: look at the rights of " + file_;
      case SQLITE_CANTOPEN: return "the database cannot be opened: look at the rights of " + file_;
      case SQLITE_CORRUPT:
      case SQLITE_NOTADB:
        return file_ + " is damaged or no database: restore it from a backup (docs/operations.md)";
      default: return std::string("the database fails: ") + sqlite3_errmsg(database_.get());
    }
  }

  // --- The log

  // Of a table: the index of its last entry, and whether that is in a snapshot.
  struct Head {
    std::int64_t index = -1;
    bool has_snapshot = false;
  };

  // At first, and after somebody else wrote to the file: what is in the log.
  void catch_up() {
    const std::int64_t known = known_version_;
    run("pragma data_version", {}, [&](const Row& row) { known_version_ = row.number(0); });
    if (known_version_ == known) return;
    heads_.clear();
    first_ = last_ = 0;
    run("select place, tab, idx from log order by place", {}, [&](const Row& row) {
      last_ = row.number(0);
      if (first_ == 0) first_ = last_;
      if (!is_utf8(row.text(1)) || row.text(1).find('\0') != std::string_view::npos)
        return;  // damaged
      Head& head = heads_[TableId(row.text(1))];
      head.index = std::max(head.index, row.number(2));
    });
    for (auto& [table, head] : heads_) find_snapshot(table, head);
  }

  void find_snapshot(const TableId& table, Head& head) {
    run("select length(journal) - length(replace(journal, char(10), '')) from tables "
        "where id = $1 and journal is not null",
        {table}, [&](const Row& row) { head = {row.number(0), true}; });
  }

  // Takes twice as many rows off the front of the log as were added to it: those of finished tables
  // are dropped, others added again. Where more are kept than dropped, the log may grow: it comes
  // to have about twice as many rows as open tables need.
  void compact(std::int64_t added) {
    if (last_ - first_ < limit_) return;
    const std::int64_t until = std::min(first_ + 2 * added, last_);
    const std::int64_t kept =
        run("insert into log (tab, idx, line) select tab, idx, line from log where place <= $1 and "
            "exists (select 1 from tables where id = tab and journal is null) order by place",
            {until});
    const std::int64_t dropped = run("delete from log where place <= $1", {until}) - kept;
    limit_ = std::max(settings_.log_rows, limit_ + 2 * (kept - dropped));
    last_ += kept;
    first_ = until + 1;
    if (first_ > last_) first_ = last_ = 0;  // it is empty, and begins with 1 again
  }

  // --- The WAL

  // After a commit: the WAL has so many pages now. A thread with a connection of its own copies
  // them into the database, as writing would otherwise wait for the disk, 28 ms in an strace.
  void on_commit(int pages) {
    constexpr int step = 2000;
    if (pages < asked_) asked_ = 0;  // it was begun again
    if (pages - asked_ < step) return;
    if (!copying_) copying_ = std::make_unique<Workers>(1, 0);
    if (copying_->waiting() > 0) return;
    asked_ = pages;
    copying_->post([this, pages] { copy(pages); });
  }

  void copy(int pages) {
    // Above this the WAL is begun again, which keeps writers waiting for what is left to copy.
    constexpr int most_pages = 8000;
    try {
      if (!copier_) copier_ = std::make_unique<Sqlite>(file_, settings_);
      copier_->run("pragma wal_checkpoint(passive)");
      if (pages > most_pages) copier_->run("pragma wal_checkpoint(restart)");
    } catch (const Failure&) {
      copier_.reset();  // a later commit asks again
    }
  }

  const std::string file_;
  const Settings settings_;
  std::unique_ptr<sqlite3, Close> database_;
  std::unordered_map<const char*, std::unique_ptr<sqlite3_stmt, Close>> statements_;

  std::unordered_map<TableId, Head> heads_;
  std::int64_t known_version_ = -1;  // of the file
  std::int64_t first_ = 0;           // place of the log's first row; 0: it is empty
  std::int64_t last_ = 0;            // and of its last one
  std::int64_t limit_;               // rows of the log above which it is compacted

  int asked_ = 0;                     // pages of the WAL when copying was begun
  std::unique_ptr<Sqlite> copier_;    // the other thread's
  std::unique_ptr<Workers> copying_;  // last: it uses what is above
};

}  // namespace

std::unique_ptr<Connection> connect_sqlite(const std::string& file, const Settings& settings) {
  return std::make_unique<Sqlite>(file, settings);
}

// While a server may be writing to the file.
WriteResult back_up(const std::string& folder, const std::string& out) {
  namespace fs = std::filesystem;
  const fs::path file = fs::path(folder) / database_file;
  std::error_code error;
  if (!fs::exists(file, error)) {
    return {WriteError::invalid, "there is no " + in_quotes(file.string()) + " to back up"};
  }
  if (fs::exists(out, error)) {
    return {WriteError::invalid, in_quotes(out) + " is there already; a backup overwrites nothing"};
  }
  const std::string part = out + ".part";
  fs::remove(part, error);
  // A copy has what the original has: nobody else may read it.
  const int made = ::open(part.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (made >= 0) ::close(made);
  try {
    // Such a connection waits for the disk with the copy, too.
    connect_sqlite(file, {.is_owner = false})->run("vacuum into $1", {part});
  } catch (const Failure& failure) {
    fs::remove(part, error);
    return {WriteError::unavailable, failure.what()};
  }
  fs::rename(part, out, error);
  if (error) return {WriteError::unavailable, in_quotes(out) + ": " + error.message()};
  return {};
}

}  // namespace hotaka::store
