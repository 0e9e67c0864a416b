#include "store/sql_moderation.h"

#include <array>

#include "base/text.h"
#include "store/names.h"
#include "store/sql_write.h"

namespace hotaka::store {

namespace {

constexpr std::array<std::string_view, 2> kinds{"ban", "mute"};

std::string_view word(SanctionKind kind) { return kinds.at(static_cast<std::size_t>(kind)); }

void rename(Connection& connection, const Moderation::Renaming& renaming) try {
  refuse_taken_name(connection, renaming.name, renaming.person);
  const std::int64_t changed = connection.run(
      "update people set name = $1, claimed = case when claimed = '' then '' else $1 end, "
      "claimed_key = case when claimed = '' then null else $2 end where id = $3",
      {renaming.name, name_key(renaming.name), id(renaming.person)});
  if (changed == 0) throw Failure(WriteError::missing, "there is no such person");
} catch (const Failure& failure) {
  if (failure.error != WriteError::conflict) throw;
  throw Failure(WriteError::name_taken, "this name belongs to somebody else");
}

// What LIKE takes for this text, anywhere and with '!' before its own signs.
std::string pattern_of(std::string_view text) {
  std::string pattern = "%";
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '!') pattern += '!';
    pattern += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return pattern + '%';
}

}  // namespace

void carry_out(Connection& connection, const Moderation& moderation) {
  if (moderation.forget_before != 0) {
    connection.run("delete from sanctions where ends < $1", {moderation.forget_before});
    connection.run("delete from reports where at_ms < $1",
                   {moderation.forget_before - reports_are_kept});
  }
  for (const Sanction& one : moderation.imposed) {
    connection.run(
        "insert into sanctions (kind, subject, since, ends, why) values ($1, $2, $3, $4, $5) "
        "on conflict (kind, subject) do update set since = excluded.since, ends = excluded.ends, "
        "why = excluded.why",
        {word(one.kind), id(one.subject), one.since, one.until, one.why});
  }
  for (const Sanction& one : moderation.lifted) {
    connection.run("delete from sanctions where kind = $1 and subject = $2",
                   {word(one.kind), id(one.subject)});
  }
  for (const Moderation::Renaming& one : moderation.renamed) rename(connection, one);
  for (const TableId& table : moderation.closed_tables) {
    if (connection.run("delete from tables where id = $1 and state <> 'finished'", {id(table)}) > 0)
      connection.run("delete from table_people where tab = $1", {table});
    connection.forget(table);
  }
  for (const Report& one : moderation.reports) {
    connection.run(
        "insert into reports (at_ms, reporter, about, tab, line, was_said, why) "
        "values ($1, $2, $3, $4, $5, $6, $7)",
        {one.at, id(one.by), id(one.about), id(one.table), one.text,
         std::int64_t{one.was_said ? 1 : 0}, one.why});
  }
  for (const AuditEntry& one : moderation.audit) {
    connection.run("insert into audit (at_ms, actor, what, whom, why) values ($1, $2, $3, $4, $5)",
                   {one.at, one.actor, one.what, one.whom, one.why});
  }
}

void forget_moderation(Connection& connection, const std::string& person) {
  connection.run("delete from sanctions where subject = $1", {person});
  connection.run("delete from reports where reporter = $1 or about = $1", {person});
}

std::vector<Sanction> sanctions_of(Connection& connection) {
  std::vector<Sanction> found;
  connection.run(
      "select kind, subject, since, ends, why from sanctions order by since desc", {},
      [&](const Row& row) {
        found.push_back({row.text(0) == kinds[0] ? SanctionKind::ban : SanctionKind::mute,
                         std::string(row.text(1)), row.number(2), row.number(3),
                         std::string(row.text(4))});
      });
  return found;
}

std::vector<AuditEntry> audit_of(Connection& connection, std::int64_t limit) {
  std::vector<AuditEntry> found;
  connection.run(
      "select at_ms, actor, what, whom, why from audit order by at_ms desc limit $1", {limit},
      [&](const Row& row) {
        found.push_back({row.number(0), std::string(row.text(1)), std::string(row.text(2)),
                         std::string(row.text(3)), std::string(row.text(4))});
      });
  return found;
}

std::vector<Report> reports_of(Connection& connection, std::int64_t limit) {
  std::vector<Report> found;
  connection.run(
      "select at_ms, reporter, about, tab, line, was_said, why from reports "
      "order by at_ms desc limit $1",
      {limit}, [&](const Row& row) {
        found.push_back({row.number(0), std::string(row.text(1)), std::string(row.text(2)),
                         std::string(row.text(3)), std::string(row.text(4)), row.number(5) != 0,
                         std::string(row.text(6))});
      });
  return found;
}

std::vector<Person> people_like(Connection& connection, std::string_view text, std::int64_t limit) {
  std::vector<Person> found;
  const std::string key = name_key(text);
  connection.run(
      "select id, name, claimed, created from people where id = $1 "
      "or lower(name) like $2 escape '!' or lower(claimed) like $2 escape '!' "
      "or claimed_key like $3 escape '!' "
      "order by created desc, id limit $4",
      {text, pattern_of(text), pattern_of(key.empty() ? text : key), limit}, [&](const Row& row) {
        found.push_back({std::string(row.text(0)), std::string(row.text(1)),
                         std::string(row.text(2)), "", row.number(3)});
      });
  return found;
}

}  // namespace hotaka::store
