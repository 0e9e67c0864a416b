#include "server/http_api.h"

#include <algorithm>

#include "base/json_fields.h"
#include "base/text.h"
#include "wire/client_text.h"
#include "wire/messages.h"

namespace hotaka::server {

const HttpApi::Route HttpApi::routes[] = {
    {"POST", "/api/session", &HttpApi::post_session, true},
    {"POST", "/api/claim", &HttpApi::post_claim, true},
    {"POST", "/api/login", &HttpApi::post_login, true},
    {"POST", "/api/logout", &HttpApi::post_logout, true},
    {"GET", "/api/tables", &HttpApi::get_tables},
    {"GET", "/api/tables/*/record", &HttpApi::get_record},
    {"GET", "/ws", &HttpApi::get_socket},
    {"GET", "/healthz", &HttpApi::get_health},
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

// Of a POST; an empty one is {}.
MaybeError read_body(std::string_view text, json::Fields& body) {
  if (text.empty()) return std::nullopt;
  if (const auto problem = body.read(text))
    return Error{"bad_json", "the body is not JSON: " + problem->what};
  if (!json::Value(text).is(json::Kind::object))
    return Error{"bad_json", "the body must be a JSON object"};
  return std::nullopt;
}

// "" as token: the browser forgets it.
std::string cookie(std::string_view token, bool secure) {
  return "Set-Cookie: hotaka=" + std::string(token) +
         "; Path=/; HttpOnly; SameSite=Lax; Max-Age=" + (token.empty() ? "0" : "31536000") +
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

// The request is gone by the time that the token is stored.
Accounts::OnSession HttpApi::respond_with_token(const Call& call, bool bearer) {
  return [this, to = call.from, bearer,
          secure = is_secure(call.request)](const Result<Accounts::NewSession>& made) {
    if (!made) return respond(to, made.error());
    Response response = person_response(made->person);
    if (bearer) {
      response.body.insert(response.body.size() - 1, ",\"token\":\"" + made->token + '"');
    } else {
      response.headers += cookie(made->token, secure);
    }
    environment_.respond(to, response);
  };
}

void HttpApi::with_person(const Call& call, std::function<void(const store::Person&)> use) {
  accounts_.find_by_token(Accounts::token_of(call.request),
                          [this, to = call.from, use = std::move(use)](const auto& known) {
                            if (!known) return respond(to, known.error());
                            if (*known) return use(**known);
                            respond(to,
                                    {"no_session", "not signed in: call POST /api/session first"});
                          });
}

Accounts::OnDone HttpApi::respond_with_person(ConnectionId to, store::Person person) {
  return [this, to, person = std::move(person)](const MaybeError& error) {
    environment_.respond(to, error ? error_response(*error) : person_response(person));
  };
}

void HttpApi::post_session(const Call& call) {
  const std::string name = text_of(call.body, "name");
  if (!name.empty()) {
    if (auto error = wire::check_name(name)) return respond(call.from, *error);
  }
  const auto with_token = respond_with_token(call, call.body.flag("bearer").value_or(false));
  accounts_.find_by_token(Accounts::token_of(call.request),
                          [this, to = call.from, name, with_token](const auto& known) {
                            if (!known) return respond(to, known.error());
                            if (!*known) return accounts_.create_guest(name, with_token);
                            store::Person person = **known;
                            if (name.empty() || name == person.name)
                              return environment_.respond(to, person_response(person));
                            person.name = name;
                            accounts_.rename(person, name, respond_with_person(to, person));
                          });
}

void HttpApi::post_claim(const Call& call) {
  const std::string name = text_of(call.body, "name");
  const std::string password = text_of(call.body, "password");
  constexpr std::ptrdiff_t least = 8;
  constexpr std::size_t most = 200;  // bytes
  if (auto error = wire::check_name(name)) return respond(call.from, *error);
  if (count_characters(password) < least || password.size() > most)
    return respond(call.from,
                   {"bad_password", "a password has at least 8 characters and at most 200 bytes"});
  with_person(call, [this, to = call.from, name, password](const store::Person& person) {
    if (!person.claimed.empty())
      return respond(to, {"already_claimed", "you have already claimed a name"});
    store::Person claimed = person;
    claimed.name = claimed.claimed = name;
    accounts_.claim(person, name, password, respond_with_person(to, claimed));
  });
}

void HttpApi::post_login(const Call& call) {
  accounts_.log_in(text_of(call.body, "name"), text_of(call.body, "password"), call.address,
                   respond_with_token(call, call.body.flag("bearer").value_or(false)));
}

void HttpApi::post_logout(const Call& call) {
  accounts_.log_out(
      Accounts::token_of(call.request),
      [this, to = call.from, header = cookie("", is_secure(call.request))](const auto& error) {
        Response response;
        response.headers = header;
        response.body = "{}";
        environment_.respond(to, error ? error_response(*error) : response);
      });
}

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

void HttpApi::get_metrics(const Call& call) {
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
  with_person(call,
              [this, to = call.from, key = std::string(request.header("Sec-WebSocket-Key"))](
                  const store::Person& person) { environment_.open_socket(to, key, person); });
}

}  // namespace hotaka::server
