#pragma once
// A connection to one of the two databases, and all that differs between them.

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "store/store.h"

namespace hotaka::store {

// Why a statement was not done: `conflict` if a key was there already.
struct Failure : std::runtime_error {
  enum class Of : std::uint8_t { statement, connection, ownership };
  Failure(WriteError its_error, const std::string& why, Of of = Of::statement)
      : std::runtime_error(why),
        error(its_error),
        is_lost(of == Of::connection),
        is_owned(of == Of::ownership) {}

  WriteError error;
  bool is_lost;   // the connection has ended: a new one may do it
  bool is_owned;  // somebody else has the database
};

// A statement that both databases understand. It must be a constant of the program, as it is
// prepared once and found again by its address. Its parameters are $1, $2 .., first met in this
// order.
struct Sql {
  consteval Sql(const char* its_text) : text(its_text) {}

  const char* text;
};

// A parameter; a text stays where it is until the statement is done.
using Value = std::variant<std::int64_t, double, std::string_view>;

// Refuse what one of the databases could not store, so that both answer the same. Every value of a
// statement is checked; these two have rules beyond that, and id() returns what it checked.
void check(const Value& value);
void check(const Entry& entry);
std::string_view id(std::string_view text);

class Row {
 public:
  virtual std::int64_t number(int column) const = 0;
  virtual double real(int column) const = 0;
  virtual std::string_view text(int column) const = 0;  // valid until the next row

 protected:
  ~Row() = default;
};

using OnRow = std::function<void(const Row&)>;

// What fails throws a Failure. After one that is `unavailable` the connection is thrown away, and
// its transaction with it: that is all there is to recovering.
class Connection {
 public:
  virtual ~Connection() = default;

  // Returns how many rows were changed.
  std::int64_t run(Sql sql, std::initializer_list<Value> values = {}, const OnRow& on_row = {});
  // Statements with ';' between them, which may take their time: a step of the schema.
  virtual void run_script(const std::string& script) = 0;

  // The database belongs to the owner of this number, or a Failure says that it belongs to another
  // one. A start is refused while a connection has the lock; later the lock may still be with a
  // lost connection of this owner: false if so, and it must be asked for again. A file has its
  // folder's lock instead.
  virtual bool own(std::int64_t /*owner*/, bool /*is_start*/) { return true; }
  // A transaction that nobody else's write can overtake.
  virtual void begin() = 0;
  // Goes back to before it, or to a savepoint.
  virtual void undo(Sql rollback) { run(rollback); }
  // In a transaction: nobody else changes the schema until it ends.
  virtual void lock_schema() {}
  virtual bool is_sqlite() const { return false; }

  // All of them, or a conflict.
  virtual void insert(const std::vector<const Entry*>& entries) = 0;
  // The entries of a table from an index on, in their order.
  virtual std::vector<Entry> journal(const TableId& table, std::int64_t from) = 0;
  // Table, index and line of all entries of open tables, in any order; perhaps others among them.
  virtual void open_entries(const OnRow& on_row) = 0;
  // The table has ended, with this journal.
  virtual void finish(const TableId&, std::string_view /*journal*/) {}
  // The entries of a finished table's journal change; they are as journal() returns them.
  virtual void rewrite(const TableId& table, const std::vector<Entry>& entries) = 0;
  // A table that waited was closed.
  virtual void forget(const TableId&) {}

 protected:
  using Values = std::initializer_list<Value>;
  virtual std::int64_t run_checked(const char* sql, Values values, const OnRow& on_row) = 0;
};

using Connect = std::function<std::unique_ptr<Connection>()>;
std::unique_ptr<Connection> connect_sqlite(const std::string& file, const Settings& settings);
std::unique_ptr<Connection> connect_postgresql(const std::string& url, const Settings& settings);

// Brings a database to a schema, by default the newest, and returns whether it had an older one.
// Refuses one that is newer than this program.
int newest_schema();
bool migrate(Connection& connection, int to = newest_schema());

}  // namespace hotaka::store
