#pragma once
// Writes groups into a database; after any failure it starts from a fresh connection.

#include "store/database.h"
#include "store/writer.h"

namespace hotaka::store {

// Puts rows into the table of tables, which changes most often beside the journal; belongs to one
// connection.
class TableRows {
 public:
  explicit TableRows(soci::session& session);
  void add(const Table& table);

 private:
  std::string id_, game_, state_, header_, summary_;
  long long created_ = 0;
  long long updated_ = 0;
  soci::statement statement_;  // after what it uses
};

class SqlSink final : public Sink {
 public:
  explicit SqlSink(const Database& database) : database_(database) {}

  Outcome commit(const Waiting* writes, std::size_t count) override;

 private:
  Outcome run(const Waiting* writes, std::size_t count);
  Outcome failure(const soci::soci_error& error) const;
  Outcome give_up(Outcome outcome);
  void connect();

  void add(const Person& person);
  void add(const Token& token);
  void add(const Rating& rating);
  void add(const Finish& finish);
  void drop_token(const std::string& hash);

  const Database& database_;
  std::vector<const Entry*> entries_;  // of the group
  std::unique_ptr<soci::session> session_;
  std::unique_ptr<Inserter> inserter_;  // after the session: they go first
  std::unique_ptr<TableRows> table_rows_;
  // What a duplicate key would mean where we are now.
  Outcome duplicate_;
};

}  // namespace hotaka::store
