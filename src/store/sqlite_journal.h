#pragma once
// The journal on SQLite. A key (table, index) would send every entry to a place of its own in the
// file: with a hundred tables that costs four times as much as the entry. So entries of all tables
// stand behind each other in the order of writing, each knows the one before it of its table, and
// where a table's last one stands is noted for many entries at once, in `heads`.

#include <soci/sqlite3/soci-sqlite3.h>

#include <unordered_map>

#include "store/database.h"

namespace hotaka::store {

// Schema 2 had the key (tab, idx).
extern const char* const chain_schema;
// Indices and lines of the table :t from the index :f on.
extern const char* const chain_query;

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
  Head& head_of(const std::string& table);
  void note_heads();

  sqlite_api::sqlite3* connection_;
  Prepared insert_;
  Prepared last_place_;
  Prepared noted_place_;
  Prepared entries_since_;
  Prepared head_;
  Prepared set_head_;
  Prepared set_noted_;

  std::unordered_map<std::string, Head> heads_;  // of all entries behind `noted_`
  long long noted_ = 0;
  long long last_ = -1;  // not known yet
};

}  // namespace hotaka::store
