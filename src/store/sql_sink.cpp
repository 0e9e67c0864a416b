#include "store/sql_sink.h"

#include "base/text.h"

namespace hotaka::store {

namespace {

// Thrown by a write that can never be stored.
struct Invalid {
  std::string why;
};

}  // namespace

void SqlSink::connect() {
  if (session_ != nullptr) return;
  session_ = database_.connect();
  inserter_ = database_.inserter(*session_);
}

template <class Step>
WriteResult SqlSink::attempt(const Step& step) {
  duplicate_ = {};
  try {
    step();
    return {};
  } catch (const Invalid& invalid) {
    return {WriteError::invalid, invalid.why};
  } catch (const soci::soci_error& error) {
    if (database_.is_duplicate(error) && duplicate_.error != WriteError::none) return duplicate_;
    return {WriteError::unavailable, database_.sentence(error)};
  } catch (const std::exception& error) {
    return {WriteError::unavailable, std::string("storing fails: ") + error.what()};
  }
}

// A connection that is closed takes its transaction with it, and the next write makes a new one.
WriteResult SqlSink::give_up(WriteResult result) {
  inserter_.reset();
  session_.reset();
  return result;
}

// Undoes what a write that cannot be stored has done.
WriteResult SqlSink::undo(const WriteResult& result, const char* statement) {
  if (result) return result;
  if (result.error == WriteError::unavailable) return give_up(result);
  const WriteResult undone = attempt([&] {
    *session_ << statement;
    // It remembers what was undone, and SOCI frees the values of a statement that threw only with
    // the statement.
    inserter_ = database_.inserter(*session_);
  });
  return undone ? result : give_up(undone);
}

WriteResult SqlSink::commit(const std::vector<const Write*>& writes) {
  return undo(attempt([&] {
                connect();
                inserter_->begin();
                store(writes);
                inserter_->commit();
              }),
              "rollback");
}

WriteResult SqlSink::begin() {
  return undo(attempt([&] {
                connect();
                inserter_->begin();
              }),
              "rollback");
}

WriteResult SqlSink::add(const Write& write) {
  return undo(attempt([&] {
                *session_ << "savepoint one";
                store({&write});
                *session_ << "release savepoint one";
              }),
              "rollback to savepoint one");
}

WriteResult SqlSink::end() {
  return undo(attempt([&] { inserter_->commit(); }), "rollback");
}

void SqlSink::store(const std::vector<const Write*>& writes) {
  entries_.clear();
  for (const Write* write : writes) {
    for (const Person& person : write->people) add(person);
    for (const Token& token : write->tokens) add(token);
    for (const std::string& hash : write->dropped_tokens) drop_token(hash);
    for (const Table& table : write->tables) add(table);
    for (const TableId& id : write->closed_tables) {
      *session_ << "delete from tables where id = :id and state = 'waiting'", soci::use(id);
      inserter_->forget(id);
    }
    for (const Entry& entry : write->entries) entries_.push_back(&entry);
    if (write->alive_at != 0) set_alive_at(write->alive_at);
  }
  if (!entries_.empty()) {
    duplicate_ = {WriteError::conflict, "this journal entry was written before"};
    inserter_->insert(entries_);
  }
  for (const Write* write : writes) {
    for (const Finish& finish : write->finishes) add(finish);
  }
  duplicate_ = {};
}

void SqlSink::add(const Person& person) {
  duplicate_ = {WriteError::name_taken, "this name belongs to somebody else"};
  const std::string key = fold_name(person.claimed);
  const long long created = person.created;
  *session_ << "insert into people (id, name, claimed, claimed_key, password_hash, created) "
               "values (:id, :name, :claimed, nullif(:key, ''), :hash, :created) "
               "on conflict (id) do update set name = excluded.name, claimed = excluded.claimed, "
               "claimed_key = excluded.claimed_key, password_hash = excluded.password_hash",
      soci::use(person.id), soci::use(person.name), soci::use(person.claimed), soci::use(key),
      soci::use(person.password_hash), soci::use(created);
}

void SqlSink::add(const Token& token) {
  const long long created = token.created;
  const long long last_seen = token.last_seen;
  *session_ << "insert into tokens (hash, person, created, last_seen) "
               "values (:hash, :person, :created, :seen) "
               "on conflict (hash) do update set last_seen = excluded.last_seen",
      soci::use(token.hash), soci::use(token.person), soci::use(created), soci::use(last_seen);
}

void SqlSink::drop_token(const std::string& hash) {
  *session_ << "delete from tokens where hash = :hash", soci::use(hash);
}

void SqlSink::set_alive_at(std::int64_t time) {
  const long long value = time;
  *session_ << "insert into meta (key, value) values ('alive_at', :t) "
               "on conflict (key) do update set value = excluded.value",
      soci::use(value);
}

void SqlSink::add(const Table& table) {
  const std::string state(state_words.at(static_cast<std::size_t>(table.state)));
  const long long created = table.created;
  const long long updated = table.updated;
  std::string people;
  for (const std::string& id : table.people) people += (people.empty() ? "" : " ") + id;
  *session_ << "insert into tables (id, game, state, created, updated, header, summary) "
               "values (:id, :game, :state, :created, :updated, :people, '') "
               "on conflict (id) do update set game = excluded.game, state = excluded.state, "
               "updated = excluded.updated, header = excluded.header "
               "where tables.state <> 'finished'",
      soci::use(table.id), soci::use(table.game), soci::use(state), soci::use(created),
      soci::use(updated), soci::use(people);
}

void SqlSink::add(const Finish& finish) {
  const long long at = finish.at;
  soci::statement update =
      (session_->prepare << "update tables set state = 'finished', updated = :at "
                            "where id = :id and state <> 'finished'",
       soci::use(at), soci::use(finish.table));
  update.execute(true);
  if (update.get_affected_rows() > 0) {
    rate(finish);
    inserter_->finish(finish.table, finish.journal);
    return;
  }
  int there = 0;
  *session_ << "select count(*) from tables where id = :id", soci::into(there),
      soci::use(finish.table);
  if (there == 0) throw Invalid{"there is no table " + in_quotes(finish.table) + " to finish"};
}

// Reads, changes and stores the ratings of those who played.
void SqlSink::rate(const Finish& finish) {
  std::vector<Rating> ratings;
  for (const std::string& player : finish.players) {
    Rating rating{player, finish.game};
    long long games = 0;
    *session_ << "insert into ratings (person, game, rating, deviation, volatility, games) "
                 "values (:p, :g, 0, 0, 0, 0) on conflict (person, game) do update set games = "
                 "ratings.games returning rating, deviation, volatility, games",
        soci::use(player), soci::use(finish.game), soci::into(rating.rating),
        soci::into(rating.deviation), soci::into(rating.volatility), soci::into(games);
    rating.games = games;
    ratings.push_back(rating);
  }
  if (finish.rate) finish.rate(ratings);
  for (const Rating& rating : ratings) {
    const long long games = rating.games;
    *session_ << "update ratings set rating = :r, deviation = :d, volatility = :v, games = :n "
                 "where person = :p and game = :g",
        soci::use(rating.rating), soci::use(rating.deviation), soci::use(rating.volatility),
        soci::use(games), soci::use(rating.person), soci::use(rating.game);
  }
}

}  // namespace hotaka::store
