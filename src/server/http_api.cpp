#include "server/http_api.h"

#include <algorithm>

#include "base/json_fields.h"
#include "base/text.h"
#include "server/crypto.h"
#include "server/device.h"
#include "wire/messages.h"

namespace hotaka::server {

const HttpApi::Route HttpApi::routes[] = {
    {"POST", "/api/session", &HttpApi::post_session, true},
    {"POST", "/api/claim", &HttpApi::post_claim, true},
    {"POST", "/api/login", &HttpApi::post_login, true},
    {"POST", "/api/logout", &HttpApi::post_logout, true},
    {"POST", "/api/logout-everywhere", &HttpApi::post_logout_everywhere, true},
    {"POST", "/api/password", &HttpApi::post_password, true},
    {"GET", "/api/sessions", &HttpApi::get_sessions},
    {"POST", "/api/sessions/end", &HttpApi::post_end_session, true},
    {"GET", "/api/me/export", &HttpApi::get_export},
    {"POST", "/api/me/delete", &HttpApi::post_delete, true},
    {"GET", "/api/tables", &HttpApi::get_tables},
    {"GET", "/api/tables/*/record", &HttpApi::get_record},
    {"GET", "/ws", &HttpApi::get_socket},
    {"GET", "/healthz", &HttpApi::get_health},
    {"GET", "/readyz", &HttpApi::get_readiness},
    {"GET", "/metrics", &HttpApi::get_metrics},
};

namespace {

// The part of the path that the pattern's '*' stands for, "" if it has none; nothing if the path is
// another one.
std::optional<std::string_view> match(std::string_view pattern, std::string_view path) {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos)
    return pattern == path ? std::optional<std::string_view>("") : std::nullopt;
  const std::string_view head = pattern.substr(0, star);
  const std::string_view tail = pattern.substr(star + 1);
  if (path.size() <= head.size() + tail.size() || !path.starts_with(head) || !path.ends_with(tail))
    return std::nullopt;
  return path.substr(head.size(), path.size() - head.size() - tail.size());
}

Response uncached(std::string body) {
  Response response;
  response.headers = "Cache-Control: no-store\r\n";
  response.body = std::move(body);
  return response;
}

Response person_response(const store::Person& person) {
  std::string body = "{";
  wire::append_client(body, {person.id, person.name, !person.claimed.empty()});
  return uncached(body + '}');
}

// Of a POST; an empty one is {}. Members that no request knows may be anything.
MaybeError read_body(std::string_view text, json::Fields& body) {
  if (text.empty()) return std::nullopt;
  if (const auto problem = body.read(text))
    return Error{"bad_json", "the body is not JSON: " + problem->what};
  if (!json::Value(text).is(json::Kind::object))
    return Error{"bad_json", "the body must be a JSON object"};
  for (const std::string_view name : {"name", "password", "old", "new", "id"}) {
    if (body.has(name) && !body.text(name))
      return Error{"bad_field", in_quotes(name) + " must be a string"};
  }
  if (body.has("bearer") && !body.flag("bearer"))
    return Error{"bad_field", "\"bearer\" must be true or false"};
  return std::nullopt;
}

constexpr std::string_view bearer_prefix = "Bearer ";

// Another name where the browser keeps others from setting it: pages of the same domain that are
// not ours, and whoever can change what is sent without TLS.
std::string_view cookie_name(bool secure) { return secure ? "__Host-hotaka" : "hotaka"; }

// "" as token: the browser forgets it.
std::string cookie(std::string_view token, bool secure) {
  constexpr std::int64_t seconds_of_day = 86'400;
  return "Set-Cookie: " + std::string(cookie_name(secure)) + '=' + std::string(token) +
         "; Path=/; HttpOnly; SameSite=Lax; Max-Age=" +
         to_text(token.empty() ? 0 : Accounts::days_of_token * seconds_of_day) +
         (secure ? "; Secure" : "") + "\r\n";
}

std::string text_of(const json::Fields& fields, std::string_view name) {
  return std::string(fields.text(name).value_or(""));
}

}  // namespace

void HttpApi::handle(ConnectionId from, const std::string& address, const Request& request) {
  json::Fields body;
  Call call{from, address, request, body, {}};
  const std::string_view method = request.method == "HEAD" ? "GET" : request.method;
  std::string methods;  // that are possible
  for (const Route& route : routes) {
    const auto part = match(route.path, request.path);
    if (!part) continue;
    if (method != route.method) {
      methods += (methods.empty() ? "" : ", ") + std::string(route.method);
      continue;
    }
    if (route.is_change && !is_allowed_origin(request))
      return respond(call.from, {"wrong_origin", "requests from this origin are not allowed"});
    if (route.is_change) {
      if (auto error = read_body(request.body, body)) return respond(call.from, *error);
    }
    call.part = *part;
    (this->*route.handler)(call);
    return;
  }
  if (!methods.empty()) return environment_.respond(from, method_error(methods));
  if (request.path.starts_with("/api/")) {
    respond(call.from, {"not_found", "unknown API path"});
  } else if (method != "GET") {
    environment_.respond(from, method_error("GET"));
  } else {
    environment_.respond(from, sources_.file(request));
  }
}

bool HttpApi::is_allowed_origin(const Request& request) const {
  const std::string_view origin = request.header("Origin");
  if (origin.empty()) return true;  // not a browser
  if (std::ranges::find(config_.origins, origin) != config_.origins.end()) return true;
  const auto slashes = origin.find("://");
  return slashes != std::string_view::npos && origin.substr(slashes + 3) == request.header("Host");
}

void HttpApi::respond(ConnectionId to, const Error& error) {
  environment_.respond(to, error_response(error));
}

bool HttpApi::is_secure(const Request& request) const {
  return config_.behind_proxy && same_word(request.header("X-Forwarded-Proto"), "https");
}

std::string_view HttpApi::token_of(const Request& request) const {
  const std::string_view given = request.header("Authorization");
  if (given.starts_with(bearer_prefix)) return given.substr(bearer_prefix.size());
  return request.cookie(cookie_name(is_secure(request)));
}

HttpApi::Asker HttpApi::asker_of(const Call& call) const {
  return {.connection = call.from,
          .client = {call.address, device_of(call.request.header("User-Agent"))},
          .bearer = call.request.header("Authorization").starts_with(bearer_prefix),
          .secure = is_secure(call.request)};
}

Accounts::OnSession HttpApi::respond_with_token(const Asker& to) {
  return [this, to](const Result<Accounts::NewSession>& made) {
    if (!made) return respond(to.connection, made.error());
    Response response = person_response(made->person);
    if (to.bearer) {
      response.body.insert(response.body.size() - 1, ",\"token\":\"" + made->token + '"');
    } else {
      response.headers += cookie(made->token, to.secure);
    }
    environment_.respond(to.connection, response);
  };
}

Accounts::OnSession HttpApi::respond_with_new_token(const Asker& to,
                                                    const Accounts::SignedIn& who) {
  return [this, who, respond = respond_with_token(to)](const Result<Accounts::NewSession>& made) {
    respond(made);
    if (made) end({who.person.id, store::session_id(who.token.hash)}, Environment::Replaced::yes);
  };
}

Accounts::OnDone HttpApi::respond_with_end(const Asker& to, const store::SessionEnd& end,
                                           bool forgets_cookie) {
  return [this, to, end, forgets_cookie](const MaybeError& error) {
    if (error) return respond(to.connection, *error);
    Response response = uncached("{}");
    if (forgets_cookie) response.headers += cookie("", to.secure);
    environment_.respond(to.connection, response);
    this->end(end, Environment::Replaced::no);
  };
}

void HttpApi::with_person(const Call& call, UsePerson use) {
  accounts_.find_by_token(
      token_of(call.request), [this, to = asker_of(call), use = std::move(use)](const auto& known) {
        if (!known) return respond(to.connection, known.error());
        if (*known) return use(to, **known);
        respond(to.connection, {"no_session", "not signed in: call POST /api/session first"});
      });
}

// --- Who is it

void HttpApi::post_session(const Call& call) {
  Asker to = asker_of(call);
  to.bearer = call.body.flag("bearer").value_or(false);
  accounts_.find_by_token(
      token_of(call.request), [this, to, name = text_of(call.body, "name")](const auto& known) {
        if (!known) return respond(to.connection, known.error());
        if (!*known) return accounts_.create_guest(name, to.client, respond_with_token(to));
        const store::Person person = (**known).person;
        if (name.empty() || name == person.name)
          return environment_.respond(to.connection, person_response(person));
        accounts_.rename(person.id, name, [this, to, person](const Result<std::string>& renamed) {
          if (!renamed) return respond(to.connection, renamed.error());
          store::Person now = person;
          now.name = *renamed;
          environment_.respond(to.connection, person_response(now));
        });
      });
}

void HttpApi::post_claim(const Call& call) {
  with_person(call, [this, name = text_of(call.body, "name"),
                     password = text_of(call.body, "password")](const auto& to, const auto& who) {
    accounts_.claim(who, name, password, to.client, respond_with_new_token(to, who));
  });
}

void HttpApi::post_login(const Call& call) {
  Asker to = asker_of(call);
  to.bearer = call.body.flag("bearer").value_or(false);
  accounts_.log_in(text_of(call.body, "name"), text_of(call.body, "password"), to.client,
                   respond_with_token(to));
}

// --- Sessions

void HttpApi::post_logout(const Call& call) {
  const std::string_view token = token_of(call.request);
  accounts_.log_out(
      token, respond_with_end(asker_of(call), {"", store::session_id(token_hash(token))}, true));
}

void HttpApi::post_logout_everywhere(const Call& call) {
  with_person(call, [this](const auto& to, const auto& who) {
    const store::SessionEnd all{who.person.id, ""};
    accounts_.end_sessions(all, respond_with_end(to, all, true));
  });
}

void HttpApi::post_password(const Call& call) {
  with_person(call, [this, old_one = text_of(call.body, "old"),
                     new_one = text_of(call.body, "new")](const auto& to, const auto& who) {
    accounts_.change_password(
        who, old_one, new_one, to.client,
        [this, who, respond = respond_with_new_token(to, who)](const auto& made) {
          respond(made);
          if (made) end({who.person.id, "", who.token.hash}, Environment::Replaced::no);
        });
  });
}

void HttpApi::get_sessions(const Call& call) {
  with_person(call, [this](const auto& to, const auto& who) {
    accounts_.sessions(who, [this, to](const Result<std::string>& list) {
      if (!list) return respond(to.connection, list.error());
      environment_.respond(to.connection, uncached("{\"sessions\":" + *list + '}'));
    });
  });
}

void HttpApi::post_end_session(const Call& call) {
  const std::string id = text_of(call.body, "id");
  if (id.empty())
    return respond(call.from, {"bad_field", "\"id\" must be one that GET /api/sessions names"});
  with_person(call, [this, id](const auto& to, const auto& who) {
    const store::SessionEnd one{who.person.id, id};
    const auto respond_with = respond_with_end(to, one, store::session_id(who.token.hash) == id);
    accounts_.end_sessions(one, [respond_with](const MaybeError& error) {
      const bool is_gone = error && error->code == "no_session";
      respond_with(is_gone ? Error{"no_such_session", "you have no such session"} : error);
    });
  });
}

// --- Everything about a person

void HttpApi::get_export(const Call& call) {
  with_person(call, [this](const auto& to, const auto& who) {
    accounts_.export_data(who, [this, to](const Result<std::string>& text) {
      if (!text) return respond(to.connection, text.error());
      Response response = uncached(*text);
      response.headers += "Content-Disposition: attachment; filename=\"hotaka.json\"\r\n";
      environment_.respond(to.connection, response);
    });
  });
}

void HttpApi::post_delete(const Call& call) {
  with_person(
      call, [this, password = text_of(call.body, "password")](const auto& to, const auto& who) {
        accounts_.remove(who, password, to.client, respond_with_end(to, {who.person.id, ""}, true));
      });
}

// --- The rest

void HttpApi::get_tables(const Call& call) {
  environment_.respond(call.from, uncached("{\"tables\":" + sources_.lobby_json() + '}'));
}

void HttpApi::get_record(const Call& call) {
  sources_.record(std::string(call.part), [this, to = call.from](const Result<std::string>& text) {
    if (!text) return respond(to, text.error());
    Response response = uncached(*text);
    response.type = "application/x-ndjson";
    environment_.respond(to, response);
  });
}

void HttpApi::get_health(const Call& call) {
  environment_.respond(call.from, uncached("{\"ok\":true}"));
}

void HttpApi::get_readiness(const Call& call) {
  sources_.readiness([this, to = call.from](std::string_view why) {
    if (why.empty()) return environment_.respond(to, uncached("{\"ready\":true}"));
    Response response = uncached("{\"ready\":false,\"why\":");
    response.status = 503;
    json::append_string(response.body, why);
    response.body += '}';
    environment_.respond(to, response);
  });
}

// For a monitoring program of the host's. Behind a proxy, `address` is the proxy's client.
void HttpApi::get_metrics(const Call& call) {
  if (std::ranges::find(config_.metrics_from, call.address) == config_.metrics_from.end() ||
      !call.request.header("X-Forwarded-For").empty() ||
      (!config_.behind_proxy && !call.request.header("X-Real-IP").empty()))
    return respond(call.from, {"not_found", "not here: see hotaka admin metrics"});
  Response response;
  response.type = "text/plain; version=0.0.4";
  response.body = sources_.metrics();
  environment_.respond(call.from, response);
}

void HttpApi::get_socket(const Call& call) {
  const Request& request = call.request;
  if (request.method != "GET" || !request.has_token("Connection", "Upgrade") ||
      !same_word(request.header("Upgrade"), "websocket") ||
      request.header("Sec-WebSocket-Version") != "13" ||
      request.header("Sec-WebSocket-Key").size() != 24)
    return respond(call.from, {"websocket_only", "this is the address for WebSockets, version 13"});
  if (!is_allowed_origin(request))
    return respond(call.from, {"wrong_origin", "requests from this origin are not allowed"});
  with_person(call, [this, begun = endings_,
                     key = std::string(request.header("Sec-WebSocket-Key"))](const auto& to,
                                                                             const auto& who) {
    if (has_ended_since(begun, who))
      return respond(to.connection, {"no_session", "this session has just ended: sign in again"});
    environment_.open_socket(to.connection, key, who);
  });
}

// --- Sessions that end while somebody looks up whose they are

void HttpApi::end(const store::SessionEnd& sessions, Environment::Replaced replaced) {
  constexpr std::size_t most = 1000;
  ended_.push_back(sessions);
  if (ended_.size() > most) ended_.pop_front();
  ++endings_;
  environment_.close_sockets(sessions, replaced);
}

bool HttpApi::has_ended_since(std::uint64_t begun, const Accounts::SignedIn& who) const {
  const auto count = std::min<std::uint64_t>(endings_ - begun, ended_.size());
  return std::any_of(ended_.end() - static_cast<std::ptrdiff_t>(count), ended_.end(),
                     [&](const store::SessionEnd& one) {
                       return is_ended_by(one, who.person.id, who.token.hash);
                     });
}

}  // namespace hotaka::server
