#include <unordered_set>
#include <utility>
#include <vector>

#include "base/text.h"
#include "store/connection.h"
#include "store/names.h"

namespace hotaka::store {

namespace {

// Schemas before had all entries in `journal`, and from 4 on several in a row without a table's
// name: for each a line with its index, another number, and the lengths of name and text; these
// two; an end of line. What is left of such a row is skipped where it is damaged, as lengths below
// 0 would never end. An index helps here, as all tables are put together in one go.
constexpr auto log_schema =
    R"(create table log (place integer primary key, tab text not null, idx bigint not null,
         line text not null);
       insert into log (tab, idx, line)
         with recursive part (tab, idx, line, numbers, rest) as (
           select tab, idx, line, '', x'' from journal where tab <> ''
           union all select '', 0, '', '', cast(line as blob) from journal where tab = ''
           union all
           select iif(numbers = '', '', cast(substr(rest, 1, numbers ->> 2) as text)),
             iif(numbers = '', 0, numbers ->> 0),
             iif(numbers = '', '', cast(substr(rest, 1 + (numbers ->> 2), numbers ->> 3) as text)),
             iif(numbers = '', '[' || replace(cast(substr(rest, 1, instr(rest, x'0a') - 1) as text),
                 ' ', ',') || ']', ''),
             iif(numbers = '', substr(rest, 1 + instr(rest, x'0a')),
                 substr(rest, 2 + (numbers ->> 2) + (numbers ->> 3)))
           from part where length(rest) > 0 and (numbers = '' or iif(json_valid(numbers),
             numbers ->> 2 >= 0 and numbers ->> 3 >= 0, 0)))
         select tab, idx, line from part where tab <> '' and typeof(idx) = 'integer'
           order by tab, idx;
       drop table journal;
       drop table if exists heads;
       delete from meta where key = 'journal_noted';
       alter table tables add column journal text;
       create index log_by_table on log (tab, idx);
       update tables set journal = (select group_concat(line, char(10)) from
         (select line from log where tab = tables.id order by idx)) where state = 'finished';
       drop index log_by_table;
       delete from log where tab not in (select id from tables where journal is null))";

// Steps that only go forward: one that was released is never changed.
struct Step {
  const char* for_both;
  const char* for_sqlite = "";                        // after that
  void (*in_code)(Connection&) = [](Connection&) {};  // in the end
};

// Keys by name_key(). Of two names that look the same the older claim stays; the other one gets a
// number.
void make_name_keys(Connection& connection) {
  std::vector<std::pair<std::string, std::string>> claims;  // person and name
  connection.run("select id, claimed from people where claimed <> '' order by created, id", {},
                 [&](const Row& row) {
                   claims.emplace_back(std::string(row.text(0)), std::string(row.text(1)));
                 });
  connection.run("update people set claimed_key = null");
  std::unordered_set<std::string> keys{""};
  for (const auto& [person, name] : claims) {
    std::string free = name;
    for (int number = 2; !keys.insert(name_key(free)).second; ++number) {
      free = name + ' ' + to_text(number);
    }
    connection.run(
        "update people set claimed = $1, claimed_key = $2, "
        "name = case when name = $3 then $1 else name end where id = $4",
        {free, name_key(free), name, person});
  }
}

void make_table_people(Connection& connection) {
  std::vector<std::pair<std::string, std::string>> tables;  // id and people
  connection.run("select id, header from tables", {}, [&](const Row& row) {
    tables.emplace_back(std::string(row.text(0)), std::string(row.text(1)));
  });
  for (const auto& [table, people] : tables) {
    for (const std::string_view person : split(people, ' ')) {
      if (person.empty() || !is_utf8(person) || !is_utf8(table)) continue;
      connection.run(
          "insert into table_people (person, tab) values ($1, $2) on conflict do nothing",
          {person, table});
    }
  }
}

constexpr Step steps[]{
    // 1: tables, journals, people, ratings
    {R"(create table tables (id text primary key, game text not null, state text not null,
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
          primary key (person, game)))"},
    // 2: lists of the last finished tables and of the best players
    {R"(create index tables_by_time on tables (state, updated);
        create index ratings_by_rating on ratings (game, rating);
        create index tokens_by_person on tokens (person))"},
    // 3 and 4: SQLite's journal as a chain, which step 5 reads in whatever form it finds
    {""},
    {""},
    // 5: SQLite's journal as a log and snapshots
    {"", log_schema},
    // 6: nobody asks for those lists
    {"drop index tables_by_time; drop index ratings_by_rating"},
    // 7: names that look the same have one key
    {"", "", &make_name_keys},
    // 8: sessions that people can tell apart and that end, and who has which tables
    {R"(alter table tokens add column device text not null default '';
        create index tokens_by_time on tokens (last_seen);
        create table table_people (person text not null, tab text not null,
          primary key (person, tab));
        create index table_people_by_table on table_people (tab))",
     "", &make_table_people},
    // 9: bans and mutes, reports, and what hosts did
    {R"(create table sanctions (kind text not null, subject text not null, since bigint not null,
          ends bigint not null, why text not null, primary key (kind, subject));
        create table reports (at_ms bigint not null, reporter text not null, about text not null,
          tab text not null, line text not null, was_said bigint not null, why text not null);
        create index reports_by_time on reports (at_ms);
        create table audit (at_ms bigint not null, actor text not null, what text not null,
          whom text not null, why text not null);
        create index audit_by_time on audit (at_ms))"},
};

int schema_of(Connection& connection) {
  std::int64_t version = 0;
  connection.run("create table if not exists meta (key text primary key, value bigint not null)");
  connection.run("select value from meta where key = 'schema'", {},
                 [&](const Row& row) { version = row.number(0); });
  return static_cast<int>(version);
}

}  // namespace

int newest_schema() { return std::size(steps); }

bool migrate(Connection& connection, int to) {
  connection.begin();
  connection.lock_schema();
  const int found = schema_of(connection);
  if (found > newest_schema()) {
    throw Failure(WriteError::invalid, "the database has schema " + std::to_string(found) +
                                           ", and this program knows only " +
                                           std::to_string(newest_schema()) +
                                           ": use a newer hotaka, or restore a backup");
  }
  for (int version = found + 1; version <= to; ++version) {
    const Step& step = steps[version - 1];
    connection.run_script(step.for_both);
    if (connection.is_sqlite()) connection.run_script(step.for_sqlite);
    step.in_code(connection);
    connection.run(
        "insert into meta (key, value) values ('schema', $1) "
        "on conflict (key) do update set value = excluded.value",
        {version});
  }
  connection.run("commit");
  return found < to;
}

}  // namespace hotaka::store
