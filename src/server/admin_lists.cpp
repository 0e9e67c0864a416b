// The lists of the host's commands, as JSON; the program makes tables of them.

#include <algorithm>
#include <map>
#include <set>

#include "base/json.h"
#include "base/text.h"
#include "server/admin_api.h"
#include "store/names.h"
#include "wire/messages.h"

namespace hotaka::server {

namespace {

using table::Place;

void text_member(std::string& out, std::string_view name, std::string_view text) {
  out += out.ends_with('{') ? "\"" : ",\"";
  out += name;
  out += "\":";
  json::append_string(out, text);
}

void number_member(std::string& out, std::string_view name, std::int64_t number) {
  out += out.ends_with('{') ? "\"" : ",\"";
  out += name;
  out += "\":";
  append_number(out, number);
}

void flag_member(std::string& out, std::string_view name, bool flag) {
  out += out.ends_with('{') ? "\"" : ",\"";
  out += name;
  out += flag ? "\":true" : "\":false";
}

// {"NAME":[..],"more":true}
template <class T, class F>
std::string list(std::string_view name, const std::vector<T>& all, std::int64_t limit, F&& append) {
  std::string out = "{\"" + std::string(name) + "\":[";
  std::int64_t count = 0;
  for (const T& one : all) {
    if (count++ == limit) break;
    out += count == 1 ? "{" : ",{";
    append(out, one);
    out += '}';
  }
  return out + "],\"more\":" + (std::cmp_greater(all.size(), limit) ? "true}" : "false}");
}

bool has(std::string_view text, std::string_view part) {
  return store::name_key(text).find(store::name_key(part)) != std::string::npos;
}

// "Ann, Ben (away), bot club"
std::string player_names(const table::Table& table) {
  std::string out;
  for (const Place& place : table.places()) {
    if (!out.empty()) out += ", ";
    switch (place.kind) {
      case Place::Kind::open: out += '-'; break;
      case Place::Kind::bot: out += "bot " + place.level; break;
      case Place::Kind::person: out += place.name + (place.away ? " (away)" : ""); break;
    }
  }
  return out;
}

void append_quantiles(std::string& out, std::string_view name, const Histogram& durations) {
  out += ",\"" + std::string(name) + "\":{";
  number_member(out, "count", static_cast<std::int64_t>(durations.count()));
  number_member(out, "p50_us", durations.quantile_us(0.5));
  number_member(out, "p99_us", durations.quantile_us(0.99));
  number_member(out, "p999_us", durations.quantile_us(0.999));
  out += '}';
}

}  // namespace

void AdminApi::status(const Call& call) {
  std::set<std::string> people;
  std::size_t websockets = 0;
  std::size_t queued = 0;
  parts_.connections.each([&](const Connection& connection) {
    queued += connection.queued();
    const Session* const session = session_of(connection);
    if (session == nullptr) return;
    ++websockets;
    people.insert(session->person);
  });
  std::int64_t waiting = 0;
  std::int64_t running = 0;
  parts_.tables.each([&](const LiveTable& live) {
    waiting += live.table->stage() == table::Stage::waiting ? 1 : 0;
    running += live.table->stage() == table::Stage::running ? 1 : 0;
  });
  std::string out = "{\"status\":{";
  number_member(out, "up_ms", parts_.environment.now() - started_at_);
  number_member(out, "people_online", std::ssize(people));
  number_member(out, "connections", static_cast<std::int64_t>(parts_.connections.size()));
  number_member(out, "websockets", static_cast<std::int64_t>(websockets));
  number_member(out, "queued_bytes", static_cast<std::int64_t>(queued));
  number_member(out, "tables_waiting", waiting);
  number_member(out, "tables_running", running);
  number_member(out, "tables_unread", static_cast<std::int64_t>(parts_.tables.count_unread()));
  number_member(out, "games_started", static_cast<std::int64_t>(parts_.metrics.games_started));
  number_member(out, "games_finished", static_cast<std::int64_t>(parts_.metrics.games_finished));
  number_member(out, "failed_commits", static_cast<std::int64_t>(parts_.metrics.failed_commits));
  number_member(out, "sanctions", std::ssize(parts_.moderation.in_force()));
  append_quantiles(out, "loop", parts_.metrics.iteration);
  append_quantiles(out, "commit", parts_.metrics.commit);
  append_quantiles(out, "bot", parts_.metrics.decision);
  answer(call, out + "}}");
}

void AdminApi::people(const Call& call) {
  using People = std::vector<store::Person>;
  std::map<std::string, std::int64_t> online;  // connections by person
  std::map<std::string, std::string> names;
  parts_.connections.each([&](const Connection& connection) {
    const Session* const session = session_of(connection);
    if (session == nullptr) return;
    ++online[session->person];
    names[session->person] = session->name;
  });
  std::vector<std::string> wanted;
  for (const auto& [id, name] : names) {
    if (call.text.empty() || id == call.text || has(name, call.text)) wanted.push_back(id);
  }
  // One more than is shown says whether there are more.
  const auto question = [call, wanted](store::Store& store) -> Result<People> {
    if (!call.online) return store.people_like(call.text, call.limit + 1);
    People found;
    for (const std::string& id : wanted) {
      if (std::cmp_greater(found.size(), call.limit)) break;
      const auto one = store.person(id);
      if (!one) return one.error();
      if (*one) found.push_back(**one);
    }
    return found;
  };
  ask<People>(call, question, [this, call, online](const People& found) {
    return list("people", found, call.limit, [&](std::string& out, const store::Person& one) {
      const auto connections = online.find(one.id);
      const Sanction* const ban = parts_.moderation.find(SanctionKind::ban, one.id);
      text_member(out, "person", one.id);
      text_member(out, "name", one.name);
      text_member(out, "claimed", one.claimed);
      number_member(out, "connections", connections == online.end() ? 0 : connections->second);
      number_member(out, "tables", std::ssize(parts_.tables.seats_of(one.id)));
      number_member(out, "created", one.created);
      number_member(out, "banned_until", ban == nullptr ? 0 : ban->until);
      number_member(out, "muted_until", parts_.moderation.muted_until(one.id));
    });
  });
}

void AdminApi::tables(const Call& call) {
  std::vector<const LiveTable*> found;
  parts_.tables.each([&](const LiveTable& live) {
    const bool is_wanted = call.text.empty() || live.id == call.text ||
                           has(player_names(*live.table), call.text) ||
                           std::ranges::find(live.people, call.text) != live.people.end();
    if (is_wanted) found.push_back(&live);
  });
  std::ranges::sort(found, [](const LiveTable* a, const LiveTable* b) {
    return a->table->created() > b->table->created();
  });
  answer(call, list("tables", found, call.limit, [&](std::string& out, const LiveTable* live) {
           const table::Table& table = *live->table;
           text_member(out, "table", live->id);
           text_member(out, "game", table.setup().game);
           text_member(out, "state", table::word(table.stage()));
           text_member(out, "players", player_names(table));
           flag_member(out, "rated", table.setup().rated);
           flag_member(out, "listed", table.setup().open);
           number_member(out, "connections", parts_.tables.count_subscribers(live->id));
           number_member(out, "version", table.version());
           number_member(out, "created", table.created());
         }));
}

void AdminApi::connections(const Call& call) {
  std::vector<const Connection*> found;
  parts_.connections.each([&](const Connection& connection) {
    const Session* const session = connection.session.get();
    const bool is_wanted =
        call.text.empty() || connection.client().find(call.text) != std::string::npos ||
        (session != nullptr && (session->person == call.text || has(session->name, call.text)));
    if (is_wanted) found.push_back(&connection);
  });
  std::ranges::sort(found, {}, &Connection::number);
  const table::Time now = parts_.environment.now();
  answer(call, list("connections", found, call.limit, [&](std::string& out, const Connection* one) {
           const Session* const session = one->session.get();
           number_member(out, "connection", static_cast<std::int64_t>(one->number()));
           text_member(out, "address", one->client());
           text_member(out, "kind", session == nullptr ? "http" : "websocket");
           text_member(out, "person", session == nullptr ? "" : session->person);
           text_member(out, "name", session == nullptr ? "" : session->name);
           number_member(out, "tables", parts_.tables.count_joined(one->number()));
           number_member(out, "queued_bytes", static_cast<std::int64_t>(one->queued()));
           number_member(out, "silent_ms", now - one->last_heard());
         }));
}

void AdminApi::reports(const Call& call) {
  struct Found {
    std::vector<store::Report> reports;
    std::map<std::string, std::string> names;  // by person
  };
  const auto question = [limit = call.limit](store::Store& store) -> Result<Found> {
    auto reports = store.reports(limit + 1);
    if (!reports) return reports.error();
    Found found{std::move(*reports), {}};
    for (const store::Report& one : found.reports) {
      for (const std::string& id : {one.by, one.about}) {
        if (found.names.contains(id)) continue;
        const auto person = store.person(id);
        if (!person) return person.error();
        found.names[id] = *person ? (*person)->name : "(deleted)";
      }
    }
    return found;
  };
  ask<Found>(call, question, [call](const Found& found) {
    return list("reports", found.reports, call.limit,
                [&](std::string& out, const store::Report& one) {
                  number_member(out, "at", one.at);
                  text_member(out, "about", one.about);
                  text_member(out, "about_name", found.names.at(one.about));
                  text_member(out, "by", one.by);
                  text_member(out, "by_name", found.names.at(one.by));
                  text_member(out, "table", one.table);
                  text_member(out, "text", one.text);
                  flag_member(out, "was_said", one.was_said);
                  text_member(out, "why", one.why);
                });
  });
}

void AdminApi::bans(const Call& call) {
  using Names = std::map<std::string, std::string>;
  const std::vector<Sanction> all = parts_.moderation.in_force();
  const auto question = [all](store::Store& store) -> Result<Names> {
    Names names;
    for (const Sanction& one : all) {
      const auto person = store.person(one.subject);
      if (!person) return person.error();
      if (*person) names[one.subject] = (*person)->name;
    }
    return names;
  };
  ask<Names>(call, question, [call, all](const Names& names) {
    return list("bans", all, call.limit, [&](std::string& out, const Sanction& one) {
      const auto name = names.find(one.subject);
      text_member(out, "kind", one.kind == SanctionKind::ban ? "ban" : "mute");
      text_member(out, "subject", one.subject);
      text_member(out, "name", name == names.end() ? "" : name->second);
      number_member(out, "since", one.since);
      number_member(out, "until", one.until);
      text_member(out, "why", one.why);
    });
  });
}

void AdminApi::audit(const Call& call) {
  using Entries = std::vector<store::AuditEntry>;
  ask<Entries>(
      call, [limit = call.limit](store::Store& store) { return store.audit(limit + 1); },
      [call](const Entries& found) {
        return list("audit", found, call.limit, [](std::string& out, const store::AuditEntry& one) {
          number_member(out, "at", one.at);
          text_member(out, "actor", one.actor);
          text_member(out, "what", one.what);
          text_member(out, "whom", one.whom);
          text_member(out, "why", one.why);
        });
      });
}

void AdminApi::metrics(const Call& call) {
  Response response;
  response.type = "text/plain; version=0.0.4";
  response.body = parts_.metrics_text();
  parts_.respond(call.from, response);
}

}  // namespace hotaka::server
