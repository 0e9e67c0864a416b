// The store on a database: reads here, writes through the sink.

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/text.h"
#include "store/migrations.h"
#include "store/reader.h"
#include "store/sql_sink.h"
#include "store/sql_store.h"

namespace hotaka::store {

namespace {

// All rows of a query, each as make() returns it once its columns are in what was exchanged.
template <class Make, class... Exchanged>
auto rows(soci::session& session, const std::string& query, const Make& make,
          Exchanged&&... exchanged) {
  soci::statement statement(session);
  statement.alloc();
  statement.prepare(query);
  (statement.exchange(std::forward<Exchanged>(exchanged)), ...);
  statement.define_and_bind();
  statement.execute();
  std::vector<decltype(make())> found;
  while (statement.fetch()) found.push_back(make());
  return found;
}

template <class... Uses>
std::vector<Table> tables(soci::session& session, const std::string& which, Uses&&... uses) {
  Table row;
  std::string state;
  std::string people;
  long long created = 0;
  long long updated = 0;
  const auto make = [&] {
    const auto* const word = std::ranges::find(state_words, state);
    row.state = static_cast<TableState>(word - state_words.begin());
    Table table{row.id, row.game, row.state, created, updated, {}};
    for (const std::string_view id : split(people, ' ')) {
      if (!id.empty()) table.people.emplace_back(id);
    }
    return table;
  };
  return rows(session, "select id, game, state, created, updated, header from tables " + which,
              make, std::forward<Uses>(uses)..., soci::into(row.id), soci::into(row.game),
              soci::into(state), soci::into(created), soci::into(updated), soci::into(people));
}

template <class T>
std::optional<T> first_of(std::vector<T> all) {
  return all.empty() ? std::nullopt : std::optional(std::move(all.front()));
}

class SqlStore final : public Store {
 public:
  SqlStore(std::unique_ptr<Database> database, std::chrono::microseconds commit_delay)
      : database_(std::move(database)), sink_(*database_), writer_(sink_, commit_delay) {}

  WriteResult prepare() {
    WriteResult outcome;
    const auto done = reading([&](soci::session& session) {
      outcome = migrate(*database_, session);
      return true;
    });
    return done ? outcome : WriteResult{WriteError::unavailable, done.error().message};
  }

  using Store::write;
  void write(TakeWrites take, WriteCallback done) override {
    writer_.push(std::move(take), std::move(done));
  }

  Result<std::vector<Table>> open_tables() override {
    return reading([](soci::session& session) {
      return tables(session, "where state in ('waiting', 'running')");
    });
  }

  Result<std::optional<Table>> table(const TableId& id) override {
    return reading([&](soci::session& session) {
      return first_of(tables(session, "where id = :id", soci::use(id)));
    });
  }

  Result<std::vector<Entry>> journal(const TableId& id, std::int64_t from_index) override {
    return reading(
        [&](soci::session& session) { return database_->journal(session, id, from_index); });
  }

  Result<std::size_t> open_journals(const OnJournal& on_journal) override {
    return reading([&](soci::session& session) {
      std::size_t count = 0;
      database_->open_journals(session, [&](const TableId& table, std::vector<Entry> entries) {
        ++count;
        on_journal(table, std::move(entries));
      });
      return count;
    });
  }

  Result<std::optional<Person>> person(const std::string& id) override {
    return one_person("where id = :id", id);
  }
  Result<std::optional<Person>> person_by_token(const std::string& hash) override {
    return one_person("where id = (select person from tokens where hash = :h)", hash);
  }
  Result<std::optional<Person>> person_by_claimed(const std::string& name) override {
    return one_person("where claimed_key = :k", fold_name(name));
  }

  Result<std::int64_t> alive_at() override {
    return reading([](soci::session& session) {
      long long value = 0;
      session << "select value from meta where key = 'alive_at'", soci::into(value);
      return static_cast<std::int64_t>(value);
    });
  }

  Result<std::vector<Rating>> ratings(const std::string& person) override {
    return reading([&](soci::session& session) {
      Rating row;
      long long games = 0;
      const auto make = [&] {
        row.games = games;
        return row;
      };
      return rows(session,
                  "select person, game, rating, deviation, volatility, games from ratings "
                  "where person = :p and games > 0 order by game",
                  make, soci::use(person), soci::into(row.person), soci::into(row.game),
                  soci::into(row.rating), soci::into(row.deviation), soci::into(row.volatility),
                  soci::into(games));
    });
  }

 protected:
  void start_reading(const std::function<std::function<void()>()>& answer,
                     const std::function<void()>& late,
                     std::chrono::milliseconds patience) override {
    reader_.push({answer, late, Reader::Clock::now() + patience});
  }

 private:
  // Asks on a connection that nobody uses. One that has gone stale is replaced and asked once more.
  template <class Ask>
  auto reading(const Ask& ask) -> Result<decltype(ask(std::declval<soci::session&>()))> {
    std::unique_ptr<soci::session> session = take_idle();
    std::string why;
    for (int attempt = 0; attempt < 2; ++attempt) {
      const bool fresh = session == nullptr;
      try {
        if (fresh) session = database_->connect();
        auto answer = ask(*session);
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(session));
        return answer;
      } catch (const soci::soci_error& error) {
        why = database_->sentence(error);
      } catch (const std::exception& error) {
        why = std::string("reading the database fails: ") + error.what();
      }
      session.reset();
      if (fresh) break;
    }
    return Error{"unavailable", why};
  }

  std::unique_ptr<soci::session> take_idle() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return nullptr;
    auto session = std::move(idle_.back());
    idle_.pop_back();
    return session;
  }

  Result<std::optional<Person>> one_person(const std::string& which, const std::string& key) {
    return reading([&](soci::session& session) {
      Person found;
      long long created = 0;
      session << "select id, name, claimed, password_hash, created from people " + which,
          soci::use(key), soci::into(found.id), soci::into(found.name), soci::into(found.claimed),
          soci::into(found.password_hash), soci::into(created);
      found.created = created;
      return session.got_data() ? std::optional(found) : std::nullopt;
    });
  }

  std::unique_ptr<Database> database_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<soci::session>> idle_;  // for reading
  SqlSink sink_;
  Writer writer_;
  Reader reader_;
};

}  // namespace

Result<std::unique_ptr<Store>> open_database(std::unique_ptr<Database> database,
                                             const Settings& settings) {
  auto store = std::make_unique<SqlStore>(
      std::move(database), std::chrono::microseconds(settings.commit_delay_microseconds));
  if (WriteResult outcome = store->prepare(); !outcome) return Error{"unavailable", outcome.why};
  return std::unique_ptr<Store>(std::move(store));
}

}  // namespace hotaka::store
