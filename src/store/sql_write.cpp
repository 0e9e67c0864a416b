#include "store/sql_write.h"

#include <algorithm>
#include <numeric>

#include "base/text.h"
#include "store/names.h"
#include "store/sql_moderation.h"

namespace hotaka::store {

namespace {

bool has_rows(Connection& connection, Sql question, std::initializer_list<Value> values) {
  bool found = false;
  connection.run(question, values, [&](const Row&) { found = true; });
  return found;
}

}  // namespace

void refuse_taken_name(Connection& connection, const std::string& name, const std::string& person) {
  if (has_rows(connection, "select id from people where claimed_key = $1 and id <> $2",
               {name_key(name), id(person)}))
    throw Failure(WriteError::name_taken, "this name belongs to somebody else");
}

namespace {

// A key that somebody else has is a name that is taken.
template <class Step>
std::int64_t with_claimed_key(const Step& step) try {
  return step();
} catch (const Failure& failure) {
  if (failure.error != WriteError::conflict) throw;
  throw Failure(WriteError::name_taken, "this name belongs to somebody else");
}

Failure no_such_person() { return {WriteError::missing, "there is no such person"}; }

void store(Connection& connection, const Person& person) {
  refuse_taken_name(connection, person.name, person.id);
  const std::int64_t added = with_claimed_key([&] {
    return connection.run(
        "insert into people (id, name, claimed, claimed_key, password_hash, created) "
        "values ($1, $2, $3, nullif($4, ''), $5, $6) on conflict (id) do nothing",
        {id(person.id), person.name, person.claimed, name_key(person.claimed), person.password_hash,
         person.created});
  });
  if (added == 0) throw Failure(WriteError::invalid, "this person is there already");
}

void store(Connection& connection, const Rename& rename) {
  refuse_taken_name(connection, rename.name, rename.person);
  if (connection.run("update people set name = $1 where id = $2", {rename.name, rename.person}) ==
      0)
    throw no_such_person();
}

void store(Connection& connection, const Claim& claim) {
  const std::int64_t claimed = with_claimed_key([&] {
    return connection.run(
        "update people set name = $1, claimed = $1, claimed_key = $2, password_hash = $3 "
        "where id = $4 and claimed = ''",
        {claim.name, name_key(claim.name), claim.password_hash, id(claim.person)});
  });
  if (claimed == 0)
    throw Failure(WriteError::already_claimed, "the person has claimed a name, or is gone");
}

void store(Connection& connection, const PasswordChange& change) {
  const std::int64_t changed = connection.run(
      "update people set password_hash = $1 where id = $2 and password_hash = $3 and claimed <> ''",
      {change.new_hash, id(change.person), change.old_hash});
  if (changed == 0)
    throw Failure(WriteError::outdated,
                  "the password has changed meanwhile, or the person is gone");
}

void store(Connection& connection, const SessionEnd& end) {
  if (end.session.empty()) {
    connection.run("delete from tokens where person = $1 and hash <> $2",
                   {id(end.person), end.kept_hash});
    return;
  }
  const std::int64_t ended =
      connection.run("delete from tokens where person = $1 and substr(hash, 1, 16) = $2",
                     {id(end.person), end.session});
  if (ended == 0) throw Failure(WriteError::missing, "there is no such session");
}

void store(Connection& connection, const Token& token) {
  if (!has_rows(connection, "select id from people where id = $1", {id(token.person)}))
    throw no_such_person();
  connection.run(
      "insert into tokens (hash, person, created, last_seen, device) values ($1, $2, $3, $4, $5) "
      "on conflict (hash) do update set last_seen = excluded.last_seen",
      {token.hash, token.person, token.created, token.last_seen, token.device});
  connection.run(
      "delete from tokens where person = $1 and hash not in (select hash from tokens "
      "where person = $1 order by last_seen desc, created desc, hash limit $2)",
      {token.person, std::int64_t{most_tokens}});
}

// What is known of a person and not part of a game.
void forget(Connection& connection, const std::string& person) {
  connection.run("delete from tokens where person = $1", {person});
  connection.run("delete from ratings where person = $1", {person});
  connection.run("delete from table_people where person = $1", {person});
  forget_moderation(connection, person);
}

void remove(Connection& connection, const std::string& person) {
  if (has_rows(connection,
               "select id from tables where state <> 'finished' and id in "
               "(select tab from table_people where person = $1)",
               {id(person)}))
    throw Failure(WriteError::has_tables, "the person has tables that are not over");
  if (connection.run("delete from people where id = $1", {person}) == 0) throw no_such_person();
  forget(connection, person);
}

void store(Connection& connection, const Prune& prune) {
  for (const std::string& guest : prune.guests) {
    const std::int64_t gone = connection.run(
        "delete from people where id = $1 and claimed = '' "
        "and not exists (select 1 from table_people where person = $1) "
        "and not exists (select 1 from ratings where person = $1 and games > 0) "
        "and not exists (select 1 from tokens where person = $1 and last_seen >= $2)",
        {id(guest), prune.seen_before});
    if (gone > 0) forget(connection, guest);
  }
  connection.run(
      "delete from tokens where hash in (select hash from tokens where last_seen < $1 limit 500)",
      {prune.tokens_before});
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
  connection.run("delete from table_people where tab = $1", {table.id});
  for (const std::string& person : table.people) {
    connection.run("insert into table_people (person, tab) values ($1, $2) on conflict do nothing",
                   {person, table.id});
  }
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
  if (has_rows(connection, "select id from tables where id = $1", {finish.table})) return;
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
    const auto store_all = [&](const auto& all) {
      for (const auto& one : all) store(connection, one);
    };
    store_all(write->people);
    store_all(write->renames);
    store_all(write->claims);
    store_all(write->password_changes);
    for (const std::string& hash : write->dropped_tokens) {
      connection.run("delete from tokens where hash = $1", {hash});
    }
    store_all(write->ended_sessions);
    store_all(write->tokens);
    for (const TokenSeen& seen : write->seen_tokens) {
      connection.run("update tokens set last_seen = $1 where hash = $2", {seen.at, seen.hash});
    }
    for (const Rewrite& rewrite : write->rewrites) {
      for (const Entry& entry : rewrite.entries) check(entry);
      connection.rewrite(rewrite.table, rewrite.entries);
    }
    for (const std::string& person : write->deleted_people) remove(connection, person);
    store_all(write->prunes);
    for (const Table& table : write->tables) store(connection, table);
    for (const TableId& table : write->closed_tables) {
      if (connection.run("delete from tables where id = $1 and state = 'waiting'", {id(table)}) > 0)
        connection.run("delete from table_people where tab = $1", {table});
      connection.forget(table);
    }
    for (const Entry& entry : write->entries) {
      check(entry);
      entries.push_back(&entry);
    }
    if (write->moderation) carry_out(connection, *write->moderation);
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
