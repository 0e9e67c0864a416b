#include "store/migrations.h"

#include <array>

namespace hotaka::store {

namespace {

// Statements separated by ';', understood by both databases; `Database::own_step` has the others.
constexpr std::array steps{
    // 1: tables, journals, people, ratings
    R"(create table tables (id text primary key, game text not null, state text not null,
         created bigint not null, updated bigint not null, header text not null,
         summary text not null);
       create index tables_by_state on tables (state, id);
       create table journal (tab text not null, idx bigint not null, line text not null,
         primary key (tab, idx));
       create table people (id text primary key, name text not null, claimed text not null,
         claimed_key text unique, password_hash text not null, created bigint not null);
       create table tokens (hash text primary key, person text not null, created bigint not null,
         last_seen bigint not null);
       create table ratings (person text not null, game text not null,
         rating double precision not null, deviation double precision not null,
         volatility double precision not null, games bigint not null,
         primary key (person, game)))",
    // 2: lists of the last finished tables and of the best players
    R"(create index tables_by_time on tables (state, updated);
       create index ratings_by_rating on ratings (game, rating);
       create index tokens_by_person on tokens (person))",
    // 3 and 4: SQLite's journal as a chain, which step 5 reads in whatever form it finds
    "",
    "",
    // 5: SQLite's journal as a log and snapshots
    "",
    // 6: nobody asks for those lists
    "drop index tables_by_time; drop index ratings_by_rating",
};

int schema_of(soci::session& session) {
  int version = 0;
  session << "create table if not exists meta (key text primary key, value bigint not null)";
  session << "select value from meta where key = 'schema'", soci::into(version);
  return session.got_data() ? version : 0;
}

void run(soci::session& session, std::string_view statements) {
  while (!statements.empty()) {
    const auto end = statements.find(';');
    session << std::string(statements.substr(0, end));
    statements = end == std::string_view::npos ? "" : statements.substr(end + 1);
  }
}

}  // namespace

int newest_schema() { return static_cast<int>(steps.size()); }

WriteResult migrate(const Database& database, soci::session& session, int to) {
  database.begin_migrating(session);
  const int found = schema_of(session);
  if (found > newest_schema()) {
    session.rollback();
    return {WriteError::invalid,
            "the database has schema " + std::to_string(found) + ", and this program knows only " +
                std::to_string(newest_schema()) + ": use a newer hotaka, or restore a backup"};
  }
  for (int version = found + 1; version <= to; ++version) {
    run(session, steps[static_cast<std::size_t>(version - 1)]);
    run(session, database.own_step(version));
    session << "insert into meta (key, value) values ('schema', :v) "
               "on conflict (key) do update set value = excluded.value",
        soci::use(version);
  }
  session.commit();
  return {};
}

}  // namespace hotaka::store
