#pragma once
// The journal on SQLite: a log and snapshots. A key (table, index) would send every entry to a page
// of its own, which costs 4 to 10 us an entry (`hotaka_bench store`). So entries of all open
// tables are appended to `log`, in the order of writing and without an index. The journal of a
// finished table is one text, `tables.journal`, written with its end. What the log still has of
// finished tables is removed bit by bit when it is long.

#include <soci/sqlite3/soci-sqlite3.h>

#include <unordered_map>

#include "store/database.h"

namespace hotaka::store {

sqlite_api::sqlite3* connection_of(soci::session& session);
extern const char* const log_schema;  // step 5
// A transaction that reads first could not wait for another one's lock later.
inline constexpr auto begin_immediate = "begin immediate";
std::vector<Entry> read_journal(soci::session& session, const TableId& table, std::int64_t from);
void read_open_journals(soci::session& session, const OnJournal& on_journal);

class Statement {
 public:
  Statement(sqlite_api::sqlite3* connection, const char* sql);
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement();

  void bind(int column, long long number);
  void bind(int column, const std::string& text);  // stays where it is until the step is done
  bool step();                                     // to the next row, if there is one
  void run();                                      // to its end
  void reset();
  bool is_null(int column) const;
  long long number(int column) const;
  std::string text(int column) const;

 private:
  void check(int code) const;

  sqlite_api::sqlite3* connection_;
  sqlite_api::sqlite3_stmt* statement_ = nullptr;
};

class SqliteInserter final : public Inserter {
 public:
  SqliteInserter(soci::session& session, long long max_rows);

  void begin() override { begin_.run(); }
  void commit() override { commit_.run(); }
  void insert(const std::vector<const Entry*>& entries) override;
  void finish(const TableId& table, std::string_view journal) override;
  void forget(const TableId& table) override;

 private:
  // What the log has of a table.
  struct Head {
    long long index = -1;   // of its last entry
    long long wanted = -1;  // the same after the entries that are being inserted
    bool has_snapshot = false;
  };

  void catch_up();
  Head& head_of(const TableId& table);
  void find_snapshot(const TableId& table, Head& head);
  void compact(long long added);

  sqlite_api::sqlite3* connection_;
  const long long least_limit_;
  long long limit_;  // rows of the log above which it is compacted
  Statement begin_;
  Statement commit_;
  Statement version_;
  Statement all_;
  Statement insert_;
  Statement move_;
  Statement delete_;
  Statement snapshot_;
  Statement set_snapshot_;
  Statement extend_snapshot_;

  std::unordered_map<TableId, Head> heads_;
  std::vector<Head*> found_;  // of the entries that are being inserted
  long long known_version_ = -1;
  long long first_ = 0;          // rowid of the log's first row; 0: it is empty, or was not read
  long long last_ = 0;           // and of its last one
  long long compact_until_ = 0;  // the rowid up to which this round goes; 0: none is on
  long long kept_ = 0;           // rows of open tables that this round has met
};

}  // namespace hotaka::store
