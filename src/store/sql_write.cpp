#include "store/sql_write.h"

#include <algorithm>
#include <numeric>

#include "base/text.h"

namespace hotaka::store {

namespace {

void store(Connection& connection, const Person& person) try {
  connection.run(
      "insert into people (id, name, claimed, claimed_key, password_hash, created) "
      "values ($1, $2, $3, nullif($4, ''), $5, $6) "
      "on conflict (id) do update set name = excluded.name, claimed = excluded.claimed, "
      "claimed_key = excluded.claimed_key, password_hash = excluded.password_hash",
      {id(person.id), person.name, person.claimed, fold_name(person.claimed), person.password_hash,
       person.created});
} catch (const Failure& failure) {
  if (failure.error != WriteError::conflict) throw;
  throw Failure(WriteError::name_taken, "this name belongs to somebody else");
}

void store(Connection& connection, const Table& table) {
  std::string people;
  for (const std::string& person : table.people) {
    if (!people.empty()) people += ' ';
    people += id(person);
  }
  connection.run(
      "insert into tables (id, game, state, created, updated, header, summary) "
      "values ($1, $2, $3, $4, $5, $6, '') "
      "on conflict (id) do update set game = excluded.game, state = excluded.state, "
      "updated = excluded.updated, header = excluded.header where tables.state <> 'finished'",
      {id(table.id), id(table.game), state_words.at(static_cast<std::size_t>(table.state)),
       table.created, table.updated, people});
}

// Nobody else can change them until the transaction ends. They are locked in the order of their
// names, so that two servers cannot wait for each other.
void change_ratings(Connection& connection, const Finish& finish) {
  std::vector<Rating> ratings(finish.players.size());
  std::vector<std::size_t> order(ratings.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::size_t i) { return finish.players[i]; });
  for (const std::size_t i : order) {
    connection.run(
        "insert into ratings (person, game, rating, deviation, volatility, games) "
        "values ($1, $2, 0, 0, 0, 0) on conflict (person, game) do update "
        "set games = ratings.games returning person, game, rating, deviation, volatility, games",
        {id(finish.players[i]), id(finish.game)},
        [&](const Row& row) { ratings[i] = rating_of(row); });
  }
  finish.rate(ratings);
  for (const Rating& rating : ratings) {
    connection.run(
        "update ratings set rating = $1, deviation = $2, volatility = $3, games = $4 "
        "where person = $5 and game = $6",
        {rating.rating, rating.deviation, rating.volatility, rating.games, rating.person,
         rating.game});
  }
}

void store(Connection& connection, const Finish& finish) {
  const std::int64_t changed = connection.run(
      "update tables set state = 'finished', updated = $1 where id = $2 and state <> 'finished'",
      {finish.at, id(finish.table)});
  if (changed > 0) {
    connection.finish(finish.table, finish.journal);
    if (finish.rate) change_ratings(connection, finish);
    return;
  }
  bool is_there = false;
  connection.run("select id from tables where id = $1", {finish.table},
                 [&](const Row&) { is_there = true; });
  if (is_there) return;
  throw Failure(WriteError::invalid, "there is no table " + in_quotes(finish.table) + " to finish");
}

}  // namespace

Rating rating_of(const Row& row) {
  return {std::string(row.text(0)),
          std::string(row.text(1)),
          row.real(2),
          row.real(3),
          row.real(4),
          row.number(5)};
}

void carry_out(Connection& connection, const std::vector<const Write*>& writes) {
  std::vector<const Entry*> entries;
  for (const Write* write : writes) {
    for (const Person& person : write->people) store(connection, person);
    for (const Token& token : write->tokens) {
      connection.run(
          "insert into tokens (hash, person, created, last_seen) values ($1, $2, $3, $4) "
          "on conflict (hash) do update set last_seen = excluded.last_seen",
          {token.hash, id(token.person), token.created, token.last_seen});
    }
    for (const std::string& hash : write->dropped_tokens) {
      connection.run("delete from tokens where hash = $1", {hash});
    }
    for (const Table& table : write->tables) store(connection, table);
    for (const TableId& table : write->closed_tables) {
      connection.run("delete from tables where id = $1 and state = 'waiting'", {id(table)});
      connection.forget(table);
    }
    for (const Entry& entry : write->entries) {
      check(entry);
      entries.push_back(&entry);
    }
    if (write->alive_at != 0) {
      connection.run(
          "insert into meta (key, value) values ('alive_at', $1) "
          "on conflict (key) do update set value = excluded.value",
          {write->alive_at});
    }
  }
  if (!entries.empty()) connection.insert(entries);
  for (const Write* write : writes) {
    for (const Finish& finish : write->finishes) store(connection, finish);
  }
}

}  // namespace hotaka::store
