// SQLite: one file in WAL mode.

#include <chrono>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "store/sqlite_journal.h"
#include "store/workers.h"

namespace hotaka::store {

namespace {

// Copies what commits wrote to the WAL into the database, with a connection of its own: whoever
// writes would otherwise wait for the disk, 28 ms in an strace.
class Checkpointer {
 public:
  explicit Checkpointer(const Database& database) : database_(database) {}

  // After a commit: the WAL has so many pages now. Called on the writing thread.
  void on_commit(int pages) {
    constexpr int step = 2000;
    if (pages < asked_) asked_ = 0;  // it was begun anew
    if (pages - asked_ < step || thread_.waiting() > 0) return;
    asked_ = pages;
    thread_.post([this, pages] { copy(pages); });
  }

 private:
  void copy(int pages) {
    // Above this the WAL is begun anew, which keeps writers waiting for what is left to copy.
    constexpr int most_pages = 8000;
    try {
      if (!session_) session_ = database_.connect();
      *session_ << "pragma wal_checkpoint(passive)";
      if (pages > most_pages) *session_ << "pragma wal_checkpoint(restart)";
    } catch (const soci::soci_error&) {
      session_.reset();  // a later commit asks again
    }
  }

  const Database& database_;
  int asked_ = 0;                           // the writing thread's
  std::unique_ptr<soci::session> session_;  // the other one's
  Workers thread_{1, 0};                    // last: it uses what is above
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
    patiently([&] { set("journal_mode = wal"); });
    set("wal_autocheckpoint = 0");
    set("cache_size = -8192");
    set(settings_.survive_power_loss ? "synchronous = full" : "synchronous = normal");
    return session;
  }

  void begin_migrating(soci::session& session) const override { session << begin_immediate; }

  std::unique_ptr<Inserter> inserter(soci::session& session) const override {
    if (!checkpointer_) checkpointer_ = std::make_unique<Checkpointer>(*this);
    const auto on_commit = [](void* checkpointer, sqlite_api::sqlite3*, const char*, int pages) {
      static_cast<Checkpointer*>(checkpointer)->on_commit(pages);
      return SQLITE_OK;
    };
    sqlite_api::sqlite3_wal_hook(connection_of(session), on_commit, checkpointer_.get());
    return std::make_unique<SqliteInserter>(session, settings_.log_rows);
  }
  std::vector<Entry> journal(soci::session& session, const TableId& table,
                             std::int64_t from) const override {
    return read_journal(session, table, from);
  }
  void open_journals(soci::session& session, const OnJournal& on_journal) const override {
    read_open_journals(session, on_journal);
  }
  std::string own_step(int version) const override { return version == 5 ? log_schema : ""; }

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
  // Where two make a file at once, SQLite refuses one of them without waiting, as both hold a lock
  // that the other one needs.
  void patiently(const std::function<void()>& step) const {
    for (int left = settings_.busy_milliseconds;; --left) {
      try {
        step();
        return;
      } catch (const soci::soci_error& error) {
        if (code(error) != SQLITE_BUSY || left <= 0) throw;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  static int code(const soci::soci_error& error) {
    const auto* own = dynamic_cast<const soci::sqlite3_soci_error*>(&error);
    return own == nullptr ? 0 : own->result() & 0xFF;  // without the extended code
  }

  std::string file_;
  Settings settings_;
  mutable std::unique_ptr<Checkpointer> checkpointer_;  // of whoever writes
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
