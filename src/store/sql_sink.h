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
  std::string id_, game_, state_, people_;
  long long created_ = 0;
  long long updated_ = 0;
  soci::statement statement_;  // after what it uses
};

class SqlSink final : public Sink {
 public:
  explicit SqlSink(const Database& database) : database_(database) {}

  WriteResult commit(const std::vector<const Write*>& writes) override;
  WriteResult begin() override;
  WriteResult add(const Write& write) override;
  WriteResult end() override;

 private:
  // Calls step() and says what became of it.
  template <class Step>
  WriteResult attempt(const Step& step);
  WriteResult undo(const WriteResult& result, const char* statement);
  WriteResult give_up(WriteResult result);
  void connect();
  void store(const std::vector<const Write*>& writes);

  void add(const Person& person);
  void add(const Token& token);
  void add(const Rating& rating);
  void add(const Finish& finish);
  void drop_token(const std::string& hash);
  void set_alive_at(std::int64_t time);

  const Database& database_;
  std::vector<const Entry*> entries_;  // of the group
  std::unique_ptr<soci::session> session_;
  std::unique_ptr<Inserter> inserter_;  // after the session: they go first
  std::unique_ptr<TableRows> table_rows_;
  // What a duplicate key would mean where we are now.
  WriteResult duplicate_;
};

}  // namespace hotaka::store
