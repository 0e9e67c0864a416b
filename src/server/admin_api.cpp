#include "server/admin_api.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "server/address.h"
#include "store/names.h"

namespace hotaka::server {

const AdminApi::Route AdminApi::routes[] = {
    {"status", &AdminApi::status},   {"people", &AdminApi::people},
    {"tables", &AdminApi::tables},   {"connections", &AdminApi::connections},
    {"reports", &AdminApi::reports}, {"bans", &AdminApi::bans},
    {"audit", &AdminApi::audit},     {"metrics", &AdminApi::metrics},
    {"ban", &AdminApi::ban},         {"unban", &AdminApi::unban},
    {"mute", &AdminApi::mute},       {"unmute", &AdminApi::unmute},
    {"rename", &AdminApi::rename},   {"close", &AdminApi::close},
    {"delete", &AdminApi::erase},
};

namespace {

constexpr std::int64_t most_rows = 10'000;

std::string text_of(const json::Fields& fields, std::string_view name) {
  return std::string(fields.text(name).value_or(""));
}

// "for 3 days" would round: the end says it exactly.
std::string until_text(table::Time until) { return "until " + utc_text(until); }

std::string note_of(SanctionKind kind) { return kind == SanctionKind::ban ? "banned" : "muted"; }

std::string named(const store::Person& person) {
  return person.name + " (" + person.id + ')' +
         (person.claimed.empty() ? "" : ", who has claimed the name " + person.claimed);
}

}  // namespace

// --- Requests and answers

void AdminApi::handle(ConnectionId from, const std::string& actor, const Request& request) {
  constexpr std::string_view prefix = "/admin/";
  constexpr std::int64_t usual_limit = 100;
  Call call;
  call.from = from;
  call.actor = actor;
  if (request.method != "POST")
    return answer(call, Error{"bad_method", "only POST is possible here"});
  json::Fields body;
  if (!request.path.starts_with(prefix) || body.read(request.body.empty() ? "{}" : request.body))
    return answer(call, Error{"bad_request", "send POST /admin/COMMAND with a JSON object"});
  call.command = request.path.substr(prefix.size());
  call.who = text_of(body, "who");
  call.text = text_of(body, "text");
  call.why = text_of(body, "why");
  call.for_ms = body.whole("for_ms").value_or(0);
  call.limit = std::clamp<std::int64_t>(body.whole("limit").value_or(usual_limit), 1, most_rows);
  call.online = body.flag("online").value_or(false);
  for (const Route& route : routes) {
    if (route.command == call.command) return (this->*route.handler)(call);
  }
  answer(call, Error{"not_found", "this server knows no command " + in_quotes(call.command) +
                                      ": is its version that of this program?"});
}

void AdminApi::answer(const Call& call, std::string json) {
  Response response;
  response.body = std::move(json);
  parts_.respond(call.from, response);
}

void AdminApi::answer(const Call& call, const Error& error) {
  parts_.respond(call.from, error_response(error));
}

void AdminApi::answer_done(const Call& call, std::string_view done, std::string_view note) {
  std::string out = "{\"done\":";
  json::append_string(out, done);
  if (!note.empty()) {
    out += ",\"note\":";
    json::append_string(out, note);
  }
  answer(call, out + '}');
}

// --- Whom a command is about

std::optional<Result<AdminApi::Target>> AdminApi::read_address(const std::string& who) {
  const auto slash = who.find('/');
  const std::string address = normalize_address(std::string_view(who).substr(0, slash));
  if (address.empty()) return std::nullopt;
  const std::string suffix = slash == std::string::npos ? "" : who.substr(slash);
  const bool is_ipv6 = address.find(':') != std::string::npos;
  if (!suffix.empty() && suffix != (is_ipv6 ? "/64" : "/32")) {
    return Error{"bad_field",
                 is_ipv6 ? "IPv6 is banned by networks of 64 bits: write " + address + "/64"
                         : "IPv4 is banned address by address: write " + address};
  }
  if (is_loopback(address))
    return Error{"bad_field", address + " is this machine itself, or the proxy on it"};
  const std::string key = limit_key(address);
  return Target{key, "", key, false};
}

Result<AdminApi::Target> AdminApi::find_person(store::Store& store, const std::string& who) {
  const auto by_id = store.person(who);
  if (!by_id) return by_id.error();
  if (*by_id) {
    const store::Person& one = **by_id;
    return Target{one.id, one.name, named(one), !one.claimed.empty()};
  }
  auto found = store.people_like(who, most_rows);
  if (!found) return found.error();
  std::erase_if(*found, [&](const store::Person& one) {
    return store::name_key(one.name) != store::name_key(who) &&
           (one.claimed.empty() || store::name_key(one.claimed) != store::name_key(who));
  });
  if (found->size() == 1) {
    const store::Person& one = found->front();
    return Target{one.id, one.name, named(one), !one.claimed.empty()};
  }
  if (found->empty()) {
    return Error{"not_found", "nobody has the id or name " + in_quotes(who) +
                                  ": hotaka admin people TEXT looks for parts of names"};
  }
  constexpr std::size_t most_shown = 5;
  std::string all = to_text(std::ssize(*found)) + " people have the name " + in_quotes(who) +
                    ": give the id of one of them, such as ";
  for (std::size_t i = 0; i < std::min(found->size(), most_shown); ++i)
    all += (i == 0 ? "" : "; ") + named((*found)[i]);
  return Error{"bad_field", all};
}

void AdminApi::with_target(const Call& call, std::function<void(const Target&)> use) {
  if (const auto address = read_address(call.who)) {
    if (*address) return use(**address);
    return answer(call, address->error());
  }
  with_person(call, std::move(use));
}

void AdminApi::with_person(const Call& call, std::function<void(const Target&)> use) {
  if (call.who.empty()) return answer(call, Error{"bad_field", "say whom: an id or a name"});
  ask<Target>(
      call, [who = call.who](store::Store& store) { return find_person(store, who); },
      [use = std::move(use)](const Target& target) {
        use(target);
        return std::string();
      });
}

// --- Changes

store::AuditEntry AdminApi::audit_entry(const Call& call, const std::string& whom) const {
  return {parts_.environment.now(), call.actor, call.command, whom, call.why};
}

void AdminApi::change(const Call& call, const std::string& whom, store::Moderation wanted,
                      std::function<std::string()> follow) {
  wanted.audit.push_back(audit_entry(call, whom));
  parts_.moderation.store(std::move(wanted),
                          [this, call, follow = std::move(follow)](const MaybeError& error) {
                            if (error) return answer(call, *error);
                            answer(call, follow());
                          });
}

std::string AdminApi::enforce_ban(const Target& target, const Error& why) {
  const bool is_address = target.name.empty();
  int closed = 0;
  std::vector<std::string> addresses;
  parts_.connections.each([&](Connection& connection) {
    const bool is_meant =
        is_address ? limit_key(connection.client()) == target.subject
                   : connection.session != nullptr && connection.session->person == target.subject;
    if (!is_meant) return;
    ++closed;
    if (!is_address &&
        std::ranges::find(addresses, limit_key(connection.client())) == addresses.end())
      addresses.push_back(limit_key(connection.client()));
    if (connection.session == nullptr) return connection.drop();
    connection.send(wire::bye_message({why.code, why.message}, false, why.until));
    connection.close(CloseCode::policy, why.code);
  });
  std::string note = closed == 0 ? "" : "connections closed: " + to_text(closed);
  for (const std::string& address : addresses) {
    if (is_loopback(address)) continue;
    note += fmt::format(
        "\na new guest can still come from {0}; to stop that: hotaka admin ban {0} --for 1d",
        address);
  }
  for (const std::string& table :
       is_address ? std::vector<std::string>() : parts_.tables.seats_of(target.subject))
    note +=
        fmt::format("\nstill has a seat at table {0}; to end it: hotaka admin close {0}", table);
  return note.starts_with('\n') ? note.substr(1) : note;
}

void AdminApi::impose(const Call& call, SanctionKind kind) {
  constexpr std::int64_t least = 1000;
  constexpr std::int64_t most = std::int64_t{3650} * 86'400'000;
  if (call.for_ms < least || call.for_ms > most)
    return answer(call, Error{"bad_field", "say for how long: from 1s to 3650d"});
  if (count_characters(call.why) > 300 || !is_utf8(call.why) ||
      call.why.find('\0') != std::string::npos)
    return answer(call, Error{"bad_field", "why has at most 300 characters"});
  const auto use = [this, call, kind](const Target& target) {
    const table::Time now = parts_.environment.now();
    const Sanction wanted{kind, target.subject, now, now + call.for_ms, call.why};
    store::Moderation moderation;
    moderation.imposed.push_back(wanted);
    const std::string whom = target.words + ", " + until_text(wanted.until);
    change(call, whom, std::move(moderation), [this, target, wanted] {
      std::string note;
      if (wanted.kind == SanctionKind::ban) {
        note = enforce_ban(target, banned_error(wanted));
      } else {
        parts_.connections.each([&](Connection& connection) {
          if (connection.session != nullptr && connection.session->person == wanted.subject)
            connection.session->muted_until = wanted.until;
        });
      }
      std::string out = "{\"done\":";
      json::append_string(
          out, note_of(wanted.kind) + ' ' + target.words + ' ' + until_text(wanted.until));
      out += ",\"subject\":";
      json::append_string(out, wanted.subject);
      out += ",\"until\":" + to_text(wanted.until) + ",\"note\":";
      json::append_string(out, note);
      return out + '}';
    });
  };
  if (kind == SanctionKind::ban) return with_target(call, use);
  with_person(call, use);
}

void AdminApi::lift(const Call& call, SanctionKind kind) {
  with_target(call, [this, call, kind](const Target& target) {
    if (parts_.moderation.find(kind, target.subject) == nullptr) {
      return answer(call, Error{"not_found", target.words + " is not " + note_of(kind) +
                                                 ": hotaka admin bans lists who is"});
    }
    store::Moderation moderation;
    moderation.lifted.push_back({.kind = kind, .subject = target.subject});
    change(call, target.words, std::move(moderation), [this, target, kind] {
      if (kind == SanctionKind::mute) {
        parts_.connections.each([&](Connection& connection) {
          if (connection.session != nullptr && connection.session->person == target.subject)
            connection.session->muted_until = 0;
        });
      }
      std::string out = "{\"done\":";
      json::append_string(out, target.words + " is no longer " + note_of(kind));
      return out + '}';
    });
  });
}

void AdminApi::rename(const Call& given) {
  const auto name = store::clean_name(given.text);
  if (!name) return answer(given, name.error());
  Call call = given;
  call.text = *name;
  with_person(call, [this, call](const Target& target) {
    store::Moderation moderation;
    moderation.renamed.push_back({target.subject, call.text});
    change(call, target.words + " is now " + call.text, std::move(moderation),
           [this, call, target] {
             parts_.connections.each([&](Connection& connection) {
               if (connection.session != nullptr && connection.session->person == target.subject)
                 connection.session->name = call.text;
             });
             std::string note;
             if (target.has_claimed) note = "logs in as " + call.text + " from now on\n";
             for (const std::string& table : parts_.tables.seats_of(target.subject))
               note += fmt::format(
                   "the old name stays at table {0}; to end it: hotaka admin close {0}\n", table);
             if (!note.empty()) note.pop_back();
             std::string out = "{\"done\":";
             json::append_string(out, target.words + " is now called " + call.text);
             out += ",\"note\":";
             json::append_string(out, note);
             return out + '}';
           });
  });
}

// The log names the id alone: the name is what is to be forgotten.
void AdminApi::erase(const Call& call) {
  with_person(call, [this, call](const Target& target) {
    store::Moderation moderation;
    moderation.audit.push_back(audit_entry(call, target.subject));
    const auto done = [this, call, target](const MaybeError& error) {
      if (!error) {
        parts_.environment.close_sockets({target.subject, "", ""}, Environment::Replaced::no);
        return answer_done(call, "deleted " + target.words);
      }
      std::string tables;
      for (const std::string& table : parts_.tables.seats_of(target.subject))
        tables += (tables.empty() ? "" : ", ") + table;
      if (error->code != "has_tables") return answer(call, *error);
      answer(call, Error{"has_tables", target.words + " still has tables that are not over (" +
                                           tables + "): hotaka admin close TABLE ends one"});
    };
    parts_.accounts.erase(target.subject,
                          std::make_shared<const store::Moderation>(std::move(moderation)), done);
  });
}

void AdminApi::close(const Call& call) {
  store::Moderation moderation;
  moderation.audit.push_back(audit_entry(call, call.who));
  parts_.tables.close(call.who, std::move(moderation), [this, call](const MaybeError& error) {
    if (error && error->code == "no_such_table") {
      return answer(call,
                    Error{"not_found", "there is no table " + in_quotes(call.who) +
                                           ": hotaka admin tables lists those that are open"});
    }
    if (error) return answer(call, *error);
    answer_done(call, "closed table " + call.who);
  });
}

}  // namespace hotaka::server
