// SQLite: one file in WAL mode.

#include <soci/sqlite3/soci-sqlite3.h>

#include <mutex>

#include "store/database.h"

namespace hotaka::store {

namespace {

// SQLite's own calls: with SOCI's bulk insert an entry costs half as much again.
class SqliteInserter final : public Inserter {
 public:
  SqliteInserter(soci::session& session, const Columns& columns)
      : columns_(columns),
        connection_(static_cast<soci::sqlite3_session_backend*>(session.get_backend())->conn_) {
    constexpr auto insert = "insert into journal (tab, idx, line) values (?, ?, ?)";
    check(sqlite_api::sqlite3_prepare_v2(connection_, insert, -1, &statement_, nullptr), SQLITE_OK);
  }
  SqliteInserter(const SqliteInserter&) = delete;
  SqliteInserter& operator=(const SqliteInserter&) = delete;
  ~SqliteInserter() override { sqlite_api::sqlite3_finalize(statement_); }

  void insert() override {
    for (std::size_t i = 0; i < columns_.indices.size(); ++i) {
      bind(1, columns_.tables[i]);
      sqlite_api::sqlite3_bind_int64(statement_, 2, columns_.indices[i]);
      bind(3, columns_.lines[i]);
      check(sqlite_api::sqlite3_step(statement_), SQLITE_DONE);
      sqlite_api::sqlite3_reset(statement_);
    }
  }

 private:
  // The text stays where it is until the row is in.
  void bind(int place, const std::string& text) {
    sqlite_api::sqlite3_bind_text(statement_, place, text.data(), static_cast<int>(text.size()),
                                  SQLITE_STATIC);
  }

  void check(int code, int wanted) const {
    if (code == wanted) return;
    throw soci::sqlite3_soci_error(sqlite_api::sqlite3_errmsg(connection_), code);
  }

  const Columns& columns_;
  sqlite_api::sqlite3* connection_;
  sqlite_api::sqlite3_stmt* statement_ = nullptr;
};

class Sqlite final : public Database {
 public:
  Sqlite(std::string file, const Settings& settings)
      : file_(std::move(file)), settings_(settings) {}

  std::unique_ptr<soci::session> connect() const override {
    auto session =
        std::make_unique<soci::session>(soci::sqlite3, "dbname=\"" + file_ + "\" timeout=2");
    const auto set = [&](const std::string& pragma) { *session << "pragma " + pragma; };
    set("busy_timeout = " + std::to_string(settings_.busy_milliseconds));
    // Journal entries go to as many places as there are tables. Pages of 2 KiB (only for a new
    // file) and checkpoints every 32 MiB make that cheap: `hotaka bench --store`.
    set("page_size = 2048");
    set("journal_mode = wal");
    set("wal_autocheckpoint = 16000");
    set("cache_size = -65536");
    set(settings_.survive_power_loss ? "synchronous = full" : "synchronous = normal");
    return session;
  }

  // Immediate: a transaction that reads first could not wait for another one's lock later.
  void begin_writing(soci::session& session) const override { session << "begin immediate"; }
  void begin_migrating(soci::session& session) const override { begin_writing(session); }

  std::unique_ptr<Inserter> inserter(soci::session& session,
                                     const Columns& columns) const override {
    return std::make_unique<SqliteInserter>(session, columns);
  }

  bool is_duplicate(const soci::soci_error& error) const override {
    return code(error) == SQLITE_CONSTRAINT;
  }

  std::string sentence(const soci::soci_error& error) const override {
    switch (code(error)) {
      case SQLITE_BUSY:
      case SQLITE_LOCKED: return "the database is locked by another program";
      case SQLITE_FULL: return "the disk is full, or the database may not grow";
      case SQLITE_READONLY: return "the database cannot be written: look at the rights of " + file_;
      case SQLITE_CANTOPEN: return "the database cannot be opened: look at the rights of " + file_;
      case SQLITE_CORRUPT:
      case SQLITE_NOTADB:
        return file_ + " is damaged or no database: restore it from a backup (docs/operations.md)";
      default: return "the database fails: " + error.get_error_message();
    }
  }

 private:
  static int code(const soci::soci_error& error) {
    const auto* own = dynamic_cast<const soci::sqlite3_soci_error*>(&error);
    return own == nullptr ? 0 : own->result() & 0xFF;  // without the extended code
  }

  std::string file_;
  Settings settings_;
};

}  // namespace

std::unique_ptr<Database> sqlite_database(const std::string& file, const Settings& settings) {
  // No connection is used by two threads at once, and nobody asks how much memory SQLite has: it
  // needs no locks for that. Refused, harmlessly, once SQLite is in use.
  static std::once_flag once;
  std::call_once(once, [] {
    sqlite_api::sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
    sqlite_api::sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  });
  return std::make_unique<Sqlite>(file, settings);
}

}  // namespace hotaka::store
