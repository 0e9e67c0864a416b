// The store on a database: its reads, and the connections of both kinds.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <random>
#include <thread>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "store/folder.h"
#include "store/names.h"
#include "store/sql_moderation.h"
#include "store/sql_write.h"
#include "store/workers.h"
#include "store/writer.h"

namespace hotaka::store {

namespace {

// These make a value of what their statements select.
Table table_of(const Row& row) {
  const auto* const word = std::ranges::find(state_words, row.text(2));
  Table table{TableId(row.text(0)),
              std::string(row.text(1)),
              static_cast<TableState>(word - state_words.begin()),
              row.number(3),
              row.number(4),
              {}};
  // A word that is none of ours is damage: such a table is never open.
  if (word == state_words.end()) table.state = TableState::finished;
  for (const std::string_view person : split(row.text(5), ' ')) {
    if (!person.empty() && std::ranges::find(table.people, person) == table.people.end())
      table.people.emplace_back(person);
  }
  return table;
}

Person person_of(const Row& row) {
  return {std::string(row.text(0)), std::string(row.text(1)), std::string(row.text(2)),
          std::string(row.text(3)), row.number(4)};
}

Token token_of(const Row& row, int first) {
  return {std::string(row.text(first)), std::string(row.text(first + 1)), row.number(first + 2),
          row.number(first + 3), std::string(row.text(first + 4))};
}
Token token_of(const Row& row) { return token_of(row, 0); }

SignedIn signed_in_of(const Row& row) {
  constexpr int columns_of_person = 5;
  return {person_of(row), token_of(row, columns_of_person)};
}

std::int64_t number_of(const Row& row) { return row.number(0); }

std::int64_t random_number() {
  std::random_device device;
  return std::uniform_int_distribution<std::int64_t>(1)(device);
}

class SqlStore final : public Store, private Sink {
 public:
  // The lock of a folder, if it is one.
  SqlStore(const Connect& connect, const Settings& settings, std::unique_ptr<FolderLock> lock)
      : lock_(std::move(lock)),
        connect_(connect),
        is_owner_(settings.is_owner),
        writer_(*this, std::chrono::microseconds(settings.commit_delay_microseconds)) {}
  ~SqlStore() override {
    const auto unread = reading_.stop();
    is_closing_ = true;
    for (const auto& question : unread) question();
  }

  // Before anything is written.
  Result<bool> bring_up_to_date() {
    if (auto error = own()) return *error;
    return reading([](Connection& connection) { return migrate(connection); });
  }

  using Store::write;
  void write(TakeWrites take, WriteCallback done) override {
    writer_.push(std::move(take), std::move(done));
  }

  Result<std::vector<Table>> open_tables() override {
    return all(
        "select id, game, state, created, updated, header from tables "
        "where state in ('waiting', 'running')",
        {}, &table_of);
  }
  Result<std::optional<Table>> table(const TableId& id) override {
    return one("select id, game, state, created, updated, header from tables where id = $1", id,
               &table_of);
  }

  Result<std::vector<Entry>> journal(const TableId& id, std::int64_t from_index) override {
    return reading([&](Connection& connection) { return connection.journal(id, from_index); });
  }
  Result<std::size_t> open_journals(const OnJournal& on_journal) override {
    auto journals = reading([](Connection& connection) {
      std::unordered_map<TableId, std::vector<Entry>> found;
      connection.run("select id from tables where state in ('waiting', 'running')", {},
                     [&](const Row& row) { found.try_emplace(TableId(row.text(0))); });
      connection.open_entries([&](const Row& row) {
        TableId table(row.text(0));
        const auto journal = found.find(table);
        if (journal == found.end()) return;
        journal->second.push_back({std::move(table), row.number(1), std::string(row.text(2))});
      });
      std::erase_if(found, [](const auto& journal) { return journal.second.empty(); });
      return found;
    });
    if (!journals) return journals.error();
    for (auto& [table, entries] : *journals) {
      std::ranges::sort(entries, {}, &Entry::index);
      on_journal(table, std::move(entries));
    }
    return journals->size();
  }

  Result<std::optional<Person>> person(const std::string& id) override {
    return one("select id, name, claimed, password_hash, created from people where id = $1", id,
               &person_of);
  }
  Result<std::optional<SignedIn>> person_by_token(const std::string& hash) override {
    return one(
        "select people.id, people.name, people.claimed, people.password_hash, people.created, "
        "tokens.hash, tokens.person, tokens.created, tokens.last_seen, tokens.device "
        "from tokens join people on people.id = tokens.person where tokens.hash = $1",
        hash, &signed_in_of);
  }
  Result<std::optional<Person>> person_by_claimed(const std::string& name) override {
    return one(
        "select id, name, claimed, password_hash, created from people where claimed_key = $1",
        name_key(name), &person_of);
  }

  Result<std::int64_t> alive_at() override {
    const auto found = one("select value from meta where key = $1", "alive_at", &number_of);
    if (!found) return found.error();
    return found->value_or(0);
  }
  Result<std::vector<Rating>> ratings(const std::string& person) override {
    return all(
        "select person, game, rating, deviation, volatility, games from ratings "
        "where person = $1 and games > 0 order by game",
        {person}, &rating_of);
  }
  Result<std::vector<Token>> tokens_of(const std::string& person) override {
    return all(
        "select hash, person, created, last_seen, device from tokens where person = $1 "
        "order by last_seen desc, created desc, hash",
        {person}, static_cast<Token (*)(const Row&)>(&token_of));
  }
  Result<std::vector<Table>> tables_of(const std::string& person) override {
    return all(
        "select id, game, state, created, updated, header from tables where id in "
        "(select tab from table_people where person = $1) order by updated desc, id",
        {person}, &table_of);
  }
  Result<IdleGuests> idle_guests(const std::string& after, std::int64_t seen_before) override {
    return reading([&](Connection& connection) {
      constexpr std::size_t most = 500;
      IdleGuests found;
      std::size_t count = 0;
      connection.run(
          "select id, case when claimed = '' and created < $1 "
          "and not exists (select 1 from table_people where person = people.id) "
          "and not exists (select 1 from ratings where person = people.id and games > 0) "
          "and not exists (select 1 from tokens where person = people.id and last_seen >= $1) "
          "then 1 else 0 end from people where id > $2 order by id limit 500",
          {seen_before, after}, [&](const Row& row) {
            found.last = row.text(0);
            ++count;
            if (row.number(1) != 0) found.guests.push_back(found.last);
          });
      if (count < most) found.last.clear();
      return found;
    });
  }

  Result<std::vector<Sanction>> sanctions() override { return reading(&sanctions_of); }
  Result<std::vector<AuditEntry>> audit(std::int64_t limit) override {
    return reading([limit](Connection& connection) { return audit_of(connection, limit); });
  }
  Result<std::vector<Report>> reports(std::int64_t limit) override {
    return reading([limit](Connection& connection) { return reports_of(connection, limit); });
  }
  Result<std::vector<Person>> people_like(const std::string& text, std::int64_t limit) override {
    return reading(
        [&](Connection& connection) { return store::people_like(connection, text, limit); });
  }

 protected:
  void start_reading(const std::function<void(bool)>& question,
                     std::chrono::milliseconds patience) override {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    reading_.post([this, question, deadline] {
      question(!is_closing_ && std::chrono::steady_clock::now() < deadline);
    });
  }

 private:
  // --- The writing thread's
  WriteResult commit(const std::vector<const Write*>& writes) override {
    return attempt("rollback", [&] {
      begin();
      carry_out(*writing_, writes);
      writing_->run("commit");
    });
  }
  WriteResult add(const Write& write) override {
    return attempt("rollback to savepoint one", [&] {
      if (!has_begun_) begin();
      has_begun_ = true;
      writing_->run("savepoint one");
      carry_out(*writing_, {&write});
      writing_->run("release savepoint one");
    });
  }
  WriteResult end() override {
    has_begun_ = false;
    return attempt("rollback", [&] { writing_->run("commit"); });
  }

  void begin() {
    if (!writing_) {
      writing_ = connect_();
      is_owned_ = !is_owner_;
    }
    if (!is_owned_) is_owned_ = writing_->own(owner_, false);
    writing_->begin();
  }

  // A database server needs a moment to notice that the last owner was killed.
  MaybeError own() {
    constexpr auto patience = std::chrono::seconds(3);
    constexpr auto pause = std::chrono::milliseconds(50);
    const auto deadline = std::chrono::steady_clock::now() + patience;
    for (;; std::this_thread::sleep_for(pause)) {
      try {
        auto connection = connect_();
        is_owned_ = !is_owner_ || connection->own(owner_, true);
        writing_ = std::move(connection);
        return std::nullopt;
      } catch (const std::exception& error) {
        const auto* const failure = dynamic_cast<const Failure*>(&error);
        const bool may_change = failure != nullptr && failure->is_owned;
        if (!may_change || std::chrono::steady_clock::now() >= deadline)
          return Error{"unavailable", error.what()};
      }
    }
  }

  // Calls step() and says what became of it. What a write that cannot be stored has done is undone.
  template <class Step>
  WriteResult attempt(Sql rollback, const Step& step) {
    WriteResult failed;
    try {
      try {
        step();
      } catch (const Failure& failure) {
        if (failure.error == WriteError::unavailable) throw;
        failed = {failure.error, failure.what()};
        writing_->undo(rollback);
      }
    } catch (const std::exception& error) {
      failed = {WriteError::unavailable, error.what()};
      writing_.reset();
      has_begun_ = false;
    }
    return failed;
  }

  // --- Reading

  // Asks on a connection that nobody uses. One that has ended meanwhile is replaced.
  template <class Ask>
  auto reading(const Ask& ask) -> Result<decltype(ask(std::declval<Connection&>()))> {
    std::unique_ptr<Connection> connection;
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        connection = std::move(idle_.back());
        idle_.pop_back();
      }
    }
    for (bool was_idle = connection != nullptr;; was_idle = false) {
      try {
        if (!was_idle) connection = connect_();
        auto answer = ask(*connection);
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(connection));
        return answer;
      } catch (const Failure& failure) {
        if (!was_idle || !failure.is_lost) return Error{"unavailable", failure.what()};
      } catch (const std::exception& error) {
        return Error{"unavailable", error.what()};
      }
    }
  }

  template <class T>
  Result<std::vector<T>> all(Sql sql, std::initializer_list<Value> values, T (*make)(const Row&)) {
    return reading([&](Connection& connection) {
      std::vector<T> found;
      connection.run(sql, values, [&](const Row& row) { found.push_back(make(row)); });
      return found;
    });
  }

  template <class T>
  Result<std::optional<T>> one(Sql sql, std::string_view key, T (*make)(const Row&)) {
    auto found = all(sql, {key}, make);
    if (!found) return found.error();
    return found->empty() ? std::nullopt : std::optional(std::move(found->front()));
  }

  const std::unique_ptr<FolderLock> lock_;
  const Connect connect_;
  const bool is_owner_;
  const std::int64_t owner_ = random_number();
  bool is_owned_ = false;  // the writing connection has the lock
  std::mutex mutex_;
  std::vector<std::unique_ptr<Connection>> idle_;  // for reading
  std::unique_ptr<Connection> writing_;
  bool has_begun_ = false;  // a transaction, by add()
  Writer writer_;
  bool is_closing_ = false;
  // A long question, such as all open journals at a start, leaves the others a way.
  Workers reading_{3, 0};
};

}  // namespace

Result<std::unique_ptr<Store>> open_store(const std::string& where, const Settings& settings) {
  Connect connect;
  std::unique_ptr<FolderLock> lock;
  if (where.starts_with("postgresql://") || where.starts_with("postgres://")) {
    connect = [where, settings] { return connect_postgresql(where, settings); };
  } else if (where.empty() || where.find("://") != std::string::npos) {
    return Error{"unavailable",
                 "data are kept in a folder, or in a database named postgresql://..; " +
                     in_quotes(where.substr(0, where.find("://"))) + " is neither"};
  } else {
    if (auto error = prepare_folder(where)) return *error;
    if (settings.is_owner) {
      lock = std::make_unique<FolderLock>(where);
      if (auto error = lock->take()) return *error;
    }
    const std::string file = std::filesystem::path(where) / database_file;
    connect = [file, settings] { return connect_sqlite(file, settings); };
  }
  auto store = std::make_unique<SqlStore>(connect, settings, std::move(lock));
  if (auto done = store->bring_up_to_date(); !done) return done.error();
  return std::unique_ptr<Store>(std::move(store));
}

}  // namespace hotaka::store
