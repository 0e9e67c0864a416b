#pragma once
// The two databases, and all that differs between them. Needs SOCI, so only .cpp files of this room
// include it.

#include <soci/soci.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "store/store.h"

namespace hotaka::store {

// How the states of tables are spelled, in the order of TableState.
inline constexpr std::array<std::string_view, 3> state_words{"waiting", "running", "finished"};

// Prepared ways to write what is written most; they belong to one connection.
class Inserter {
 public:
  Inserter() = default;
  Inserter(const Inserter&) = delete;
  Inserter& operator=(const Inserter&) = delete;
  virtual ~Inserter() = default;
  // A transaction that nobody else's write can overtake.
  virtual void begin() = 0;
  virtual void commit() = 0;
  // All of them, or none and an error that is_duplicate().
  virtual void insert(const std::vector<const Entry*>& entries) = 0;
  // The table has ended, with this journal.
  virtual void finish(const TableId& table, std::string_view journal) {
    (void)table, (void)journal;
  }
  // A table that waited was closed.
  virtual void forget(const TableId& table) { (void)table; }
};

class Database {
 public:
  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  virtual ~Database() = default;

  // These throw what SOCI throws.
  virtual std::unique_ptr<soci::session> connect() const = 0;
  // A transaction in which nobody else brings the schema up to date.
  virtual void begin_migrating(soci::session& session) const = 0;
  virtual std::unique_ptr<Inserter> inserter(soci::session& session) const = 0;
  // The entries of a table from an index on, in their order.
  virtual std::vector<Entry> journal(soci::session& session, const TableId& table,
                                     std::int64_t from) const = 0;
  virtual void open_journals(soci::session& session, const OnJournal& on_journal) const = 0;
  // What a step of the schema has for this database only, after what it has for both.
  virtual std::string own_step(int version) const = 0;

  // Was this because a key was there already?
  virtual bool is_duplicate(const soci::soci_error& error) const = 0;
  virtual std::string sentence(const soci::soci_error& error) const = 0;
};

std::unique_ptr<Database> sqlite_database(const std::string& file, const Settings& settings);
std::unique_ptr<Database> postgresql_database(const std::string& url, const Settings& settings);

}  // namespace hotaka::store
