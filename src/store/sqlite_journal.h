#pragma once
// The journal on SQLite. A key (table, index) would send every entry to a place of its own in the
// file: with a hundred tables that costs four times as much as the entry. So entries of all tables
// stand behind each other in the order of writing, each knows the one before it of its table, and
// where a table's last one stands is noted for many entries at once, in `heads`. What is written
// together shares rows, as a row costs SQLite more than what is in it.

#include <soci/sqlite3/soci-sqlite3.h>

#include <unordered_map>

#include "store/database.h"

namespace hotaka::store {

// Schema 2 had the key (tab, idx).
extern const char* const chain_schema;
// The entries of a table from an index on.
std::vector<Entry> read_chain(soci::session& session, const TableId& table, std::int64_t from);

// A row without a table's name has several entries in its line. Each is a line of four numbers, its
// index, its before, and the lengths of the table's name and of its text; these two; an end of
// line.
struct Packed {
  std::string_view table;
  long long index = 0;
  long long before = 0;  // the place of the row with the one before it of its table; 0: none
  std::string_view line;
};
void append_packed(std::string& row, const Entry& entry, long long before);
// Takes the first one off the row; false if it is damaged.
bool take_packed(std::string_view& row, Packed& entry);

class Prepared {
 public:
  Prepared(sqlite_api::sqlite3* connection, const char* sql);
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;
  ~Prepared();

  void bind(int place, long long number);
  void bind(int place, const std::string& text);  // stays where it is until the step is done
  bool step();                                    // to the next row, if there is one
  void reset();
  long long number(int column) const;
  std::string text(int column) const;

 private:
  void check(int code) const;

  sqlite_api::sqlite3* connection_;
  sqlite_api::sqlite3_stmt* statement_ = nullptr;
};

class SqliteInserter final : public Inserter {
 public:
  explicit SqliteInserter(soci::session& session);

  void insert(const std::vector<const Entry*>& entries) override;

 private:
  struct Head {
    long long place = 0;  // none
    long long index = -1;
  };

  void catch_up();
  void insert_row(const Entry& first, std::size_t count);
  Head& head_of(const std::string& table);
  void note_heads();

  sqlite_api::sqlite3* connection_;
  Prepared insert_;
  Prepared last_place_;
  Prepared noted_place_;
  Prepared rows_since_;
  Prepared head_;
  Prepared set_head_;
  Prepared set_noted_;

  std::unordered_map<std::string, Head> heads_;  // of all entries behind the last note
  long long since_noted_ = 0;                    // how many those are
  long long last_ = -1;                          // place; not known yet
  std::string row_;                              // being gathered
  long long before_ = 0;                         // its first entry's
};

}  // namespace hotaka::store
