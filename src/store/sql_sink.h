#pragma once
// Writes groups into a database; after any failure it starts from a fresh connection.

#include "store/database.h"
#include "store/writer.h"

namespace hotaka::store {

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
  void add(const Table& table);
  void add(const Rating& rating);
  void add(const Finish& finish);
  void drop_token(const std::string& hash);

  const Database& database_;
  std::vector<const Entry*> entries_;  // of the group
  std::unique_ptr<soci::session> session_;
  std::unique_ptr<Inserter> inserter_;  // after the session: it goes first
  // What a duplicate key would mean where we are now.
  Outcome duplicate_;
};

}  // namespace hotaka::store
