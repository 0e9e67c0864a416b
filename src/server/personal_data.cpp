#include "server/personal_data.h"

#include <cmath>
#include <utility>

#include "base/json_fields.h"
#include "base/text.h"
#include "table/table.h"

namespace hotaka::server {

namespace {

using store::Entry;
using store::TableState;

std::string_view word_of(TableState state) {
  switch (state) {
    case TableState::waiting: return "waiting";
    case TableState::running: return "running";
    case TableState::finished: return "finished";
  }
  return "unknown";
}

void append_text(std::string& out, std::string_view name, std::string_view text) {
  out += (out.ends_with('{') ? "\"" : ",\"") + std::string(name) + "\":";
  json::append_string(out, text);
}

void append_whole(std::string& out, std::string_view name, std::int64_t number) {
  out += (out.ends_with('{') ? "\"" : ",\"") + std::string(name) + "\":" + to_text(number);
}

// "" if the journal is damaged.
std::string record_of(const std::vector<Entry>& entries) {
  std::vector<std::string> lines;
  for (const Entry& entry : entries) {
    if (std::cmp_not_equal(entry.index, lines.size())) return {};
    for (const std::string_view line : split(entry.line, '\n')) lines.emplace_back(line);
  }
  const auto table = table::Table::restore(lines);
  return table ? (*table)->record() : std::string();
}

constexpr std::string_view former_player = "a former player";

// A line of a journal, as which the person has no name any more.
std::string without_name(std::string_view line, std::string_view person) {
  json::Fields fields;
  if (fields.read(line) || fields.first_name() != "sit" || fields.text("person") != person)
    return std::string(line);
  const auto name = fields.value("name");
  if (!name) return std::string(line);
  const auto at = static_cast<std::size_t>(name->raw().data() - line.data());
  std::string out(line.substr(0, at));
  json::append_string(out, former_player);
  out += line.substr(at + name->raw().size());
  return out;
}

}  // namespace

std::string sessions_json(const std::vector<store::Token>& tokens, std::string_view current_hash) {
  std::string out = "[";
  for (const store::Token& token : tokens) {
    out += out.size() > 1 ? ",{" : "{";
    append_text(out, "id", store::session_id(token.hash));
    append_whole(out, "created", token.created);
    append_whole(out, "last_seen", token.last_seen);
    append_text(out, "device", token.device);
    out += std::string(",\"current\":") + (token.hash == current_hash ? "true}" : "false}");
  }
  return out + ']';
}

Result<std::string> export_of(store::Store& store, const store::Person& person) {
  constexpr std::size_t most_bytes = std::size_t{4} << 20U;
  const auto tokens = store.tokens_of(person.id);
  if (!tokens) return tokens.error();
  const auto ratings = store.ratings(person.id);
  if (!ratings) return ratings.error();
  const auto tables = store.tables_of(person.id);
  if (!tables) return tables.error();
  std::string out = "{";
  append_text(out, "person", person.id);
  append_text(out, "name", person.name);
  append_text(out, "claimed", person.claimed);
  append_whole(out, "created", person.created);
  out += ",\"sessions\":" + sessions_json(*tokens, "") + ",\"ratings\":[";
  for (const store::Rating& rating : *ratings) {
    out += out.ends_with('[') ? "{" : ",{";
    append_text(out, "game", rating.game);
    append_whole(out, "rating", std::llround(rating.rating));
    append_whole(out, "deviation", std::llround(rating.deviation));
    append_whole(out, "games", rating.games);
    out += '}';
  }
  out += "],\"games\":[";
  for (const store::Table& table : *tables) {
    out += out.ends_with('[') ? "{" : ",{";
    append_text(out, "table", table.id);
    append_text(out, "game", table.game);
    append_text(out, "state", word_of(table.state));
    append_whole(out, "created", table.created);
    append_whole(out, "updated", table.updated);
    if (table.state == TableState::finished && out.size() < most_bytes) {
      const auto entries = store.journal(table.id, 0);
      if (!entries) return entries.error();
      append_text(out, "record", record_of(*entries));
    }
    out += '}';
  }
  return out + "]}\n";
}

MaybeError without_name(store::Store& store, const std::string& person,
                        const std::function<MaybeError(std::vector<store::Rewrite>)>& use) {
  constexpr std::size_t together = 20;
  const auto tables = store.tables_of(person);
  if (!tables) return tables.error();
  std::vector<store::Rewrite> some;
  for (const store::Table& table : *tables) {
    if (table.state != TableState::finished) continue;
    auto entries = store.journal(table.id, 0);
    if (!entries) return entries.error();
    bool has_changed = false;
    for (Entry& entry : *entries) {
      std::string changed;
      for (const std::string_view line : split(entry.line, '\n')) {
        changed += without_name(line, person);
        changed += '\n';
      }
      changed.pop_back();
      if (changed == entry.line) continue;
      has_changed = true;
      entry.line = std::move(changed);
    }
    if (has_changed) some.push_back({table.id, std::move(*entries)});
    if (some.size() < together) continue;
    if (auto error = use(std::exchange(some, {}))) return error;
  }
  return some.empty() ? std::nullopt : use(std::move(some));
}

}  // namespace hotaka::server
