#pragma once
// Writes groups into a database; after any failure it starts from a fresh connection.

#include "store/database.h"
#include "store/writer.h"

namespace hotaka::store {

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
  void add(const Table& table);
  void rate(const Finish& finish);
  void add(const Finish& finish);
  void drop_token(const std::string& hash);
  void set_alive_at(std::int64_t time);

  const Database& database_;
  std::vector<const Entry*> entries_;  // of the group
  std::unique_ptr<soci::session> session_;
  std::unique_ptr<Inserter> inserter_;  // after the session: it goes first
  // What a duplicate key would mean where we are now.
  WriteResult duplicate_;
};

}  // namespace hotaka::store
