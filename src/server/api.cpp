// The HTTP part of a server.

#include <algorithm>

#include "base/json_fields.h"
#include "base/text.h"
#include "server/log.h"
#include "server/secrets.h"
#include "server/server.h"
#include "wire/messages.h"

namespace hotaka::server {

namespace {

std::string person_members(const store::Person& person) {
  std::string out = "\"person\":";
  json::append_string(out, person.id);
  out += ",\"name\":";
  json::append_string(out, person.name);
  out += person.claimed.empty() ? ",\"claimed\":false" : ",\"claimed\":true";
  return out + ",\"protocol\":" + to_text(wire::protocol_version);
}

Response person_response(const store::Person& person) {
  Response response;
  response.headers = "Cache-Control: no-store\r\n";
  response.body = '{' + person_members(person) + '}';
  return response;
}

// The body as a JSON object; an empty one is {}.
MaybeError check_body(std::string_view body) {
  if (body.empty()) return std::nullopt;
  if (const auto problem = json::check(body))
    return Error{"bad_json", "the body is not JSON: " + problem->what};
  if (!json::Value(body).is(json::Kind::object))
    return Error{"bad_json", "the body must be a JSON object"};
  return std::nullopt;
}

json::Fields fields_of(std::string_view body) {
  return json::Fields(json::Value(body.empty() ? std::string_view("{}") : body));
}

}  // namespace

bool Server::own_origin(const Request& request) const {
  const std::string_view origin = request.header("Origin");
  if (origin.empty()) return true;  // not a browser
  if (std::ranges::find(config_.origins, origin) != config_.origins.end()) return true;
  const auto slashes = origin.find("://");
  return slashes != std::string_view::npos && origin.substr(slashes + 3) == request.header("Host");
}

std::string Server::cookie(const Request& request, std::string_view token) const {
  const bool secure =
      config_.behind_proxy && same_word(request.header("X-Forwarded-Proto"), "https");
  return "Set-Cookie: hotaka=" + std::string(token) +
         "; Path=/; HttpOnly; SameSite=Lax; Max-Age=" + (token.empty() ? "0" : "31536000") +
         (secure ? "; Secure" : "") + "\r\n";
}

void Server::on_request(Connection& connection, const Request& request) {
  ++metrics_.requests;
  const bool get = request.method == "GET" || request.method == "HEAD";
  if (request.path.starts_with("/api/")) {
    api(connection, request);
  } else if (request.path == "/ws") {
    open_socket(connection, request);
  } else if (!get) {
    connection.respond(error_response({"bad_method", "only GET is possible here"}));
  } else if (request.path == "/healthz") {
    Response response;
    response.headers = "Cache-Control: no-store\r\n";
    response.body = "{\"ok\":true}";
    connection.respond(response);
  } else if (request.path == "/metrics") {
    Response response;
    response.type = "text/plain; version=0.0.4";
    response.body = metrics_.text(connections_.size(), tables_.size(), bots_.waiting());
    connection.respond(response);
  } else {
    connection.respond(files_.get(request));
  }
}

void Server::api(Connection& connection, const Request& request) {
  constexpr std::string_view tables = "/api/tables/";
  constexpr std::string_view record = "/record";
  if (request.method == "POST") {
    if (!own_origin(request)) {
      connection.respond(
          error_response({"wrong_origin", "this page may not speak to this server"}));
    } else if (auto error = check_body(request.body)) {
      connection.respond(error_response(*error));
    } else if (request.path == "/api/session") {
      post_session(connection, request);
    } else if (request.path == "/api/claim") {
      post_claim(connection, request);
    } else if (request.path == "/api/login") {
      post_login(connection, request);
    } else if (request.path == "/api/logout") {
      post_logout(connection, request);
    } else {
      connection.respond(error_response({"not_found", "there is nothing of this name"}));
    }
    return;
  }
  if (request.method != "GET" && request.method != "HEAD") {
    connection.respond(error_response({"bad_method", "only GET and POST are possible here"}));
  } else if (request.path == "/api/tables") {
    Response response;
    response.headers = "Cache-Control: no-store\r\n";
    response.body = "{\"tables\":" + tables_.lobby_text() + '}';
    connection.respond(response);
  } else if (request.path.starts_with(tables) && request.path.ends_with(record) &&
             request.path.size() > tables.size() + record.size()) {
    const auto id =
        request.path.substr(tables.size(), request.path.size() - tables.size() - record.size());
    const auto text = tables_.record(std::string(id));
    if (!text) {
      connection.respond(error_response(text.error()));
      return;
    }
    Response response;
    response.type = "application/x-ndjson";
    response.headers = "Cache-Control: no-store\r\n";
    response.body = *text;
    connection.respond(response);
  } else {
    connection.respond(error_response({"not_found", "there is nothing of this name"}));
  }
}

void Server::post_session(Connection& connection, const Request& request) {
  const json::Fields body = fields_of(request.body);
  const std::string name(body.text("name").value_or(""));
  const bool bearer = body.flag("bearer").value_or(false);
  if (!name.empty()) {
    if (auto error = check_name(name)) {
      connection.respond(error_response(*error));
      return;
    }
  }
  const auto known = people_.known(People::token_of(request));
  if (!known) {
    connection.respond(
        error_response({"unavailable", "the store does not answer at the moment: try again soon"}));
    return;
  }
  const std::uint64_t number = connection.number();
  if (*known) {
    store::Person person = **known;
    if (name.empty() || name == person.name) {
      connection.respond(person_response(person));
      return;
    }
    people_.rename(person, name, [this, number, person, name](const auto& error) mutable {
      Connection* found = connections_.find(number);
      if (found == nullptr) return;
      person.name = name;
      found->respond(error ? error_response(*error) : person_response(person));
    });
    return;
  }
  people_.make_guest(name, answer_with_token(connection, request, bearer));
}

// The request is gone by the time that the token is stored: what is needed of it is kept.
People::OnMade Server::answer_with_token(const Connection& connection, const Request& request,
                                         bool bearer) {
  const std::string with_token = bearer ? "" : cookie(request, "TOKEN");
  return [this, number = connection.number(), bearer, with_token](const auto& result) {
    Connection* found = connections_.find(number);
    if (found == nullptr) return;
    if (!result) {
      found->respond(error_response(result.error()));
      return;
    }
    const People::Made& made = *result;
    Response response = person_response(made.person);
    if (bearer) {
      response.body.insert(response.body.size() - 1, ",\"token\":\"" + made.token + '"');
    } else {
      std::string header = with_token;
      response.headers += header.replace(header.find("TOKEN"), 5, made.token);
    }
    found->respond(response);
  };
}

void Server::post_claim(Connection& connection, const Request& request) {
  const json::Fields body = fields_of(request.body);
  const std::string name(body.text("name").value_or(""));
  const std::string password(body.text("password").value_or(""));
  constexpr std::ptrdiff_t least = 8;
  constexpr std::size_t most = 200;  // bytes
  if (auto error = check_name(name)) {
    connection.respond(error_response(*error));
    return;
  }
  if (count_characters(password) < least || password.size() > most) {
    connection.respond(error_response({"bad_password", "a password has 8 to 200 characters"}));
    return;
  }
  const auto known = people_.known(People::token_of(request));
  if (!known || !*known) {
    connection.respond(
        known ? error_response({"no_session", "begin with POST /api/session"})
              : error_response({"unavailable", "the store does not answer: try again soon"}));
    return;
  }
  if (!(*known)->claimed.empty()) {
    connection.respond(error_response({"already_claimed", "you have a name of your own already"}));
    return;
  }
  store::Person person = **known;
  people_.claim(person, name, password,
                [this, number = connection.number(), person, name](const auto& error) mutable {
                  Connection* found = connections_.find(number);
                  if (found == nullptr) return;
                  person.name = person.claimed = name;
                  found->respond(error ? error_response(*error) : person_response(person));
                });
}

void Server::post_login(Connection& connection, const Request& request) {
  const json::Fields body = fields_of(request.body);
  const bool bearer = body.flag("bearer").value_or(false);
  constexpr std::size_t most_waiting = 20;
  if (passwords_.waiting() > most_waiting) {
    connection.respond(
        error_response({"too_many_requests", "too many people log in at once: try again soon"}));
    return;
  }
  const std::string name(body.text("name").value_or(""));
  if (check_name(name)) {
    connection.respond(error_response({"wrong_password", "name and password do not fit"}));
    return;
  }
  // Behind a proxy every connection comes from the proxy, which tells whose it is.
  const std::string_view told = config_.behind_proxy ? request.header("X-Real-IP") : "";
  const std::string address(told.empty() ? connection.address() : told);
  if (people_.too_many_wrong(name, address)) {
    connection.respond(error_response(
        {"too_many_requests", "too many wrong passwords: try again in ten minutes"}));
    return;
  }
  people_.log_in(name, std::string(body.text("password").value_or("")), address,
                 answer_with_token(connection, request, bearer));
}

void Server::post_logout(Connection& connection, const Request& request) {
  people_.log_out(People::token_of(request), [this, number = connection.number(),
                                              header = cookie(request, "")](const auto& error) {
    Connection* found = connections_.find(number);
    if (found == nullptr) return;
    Response response;
    response.headers = header;
    response.body = "{}";
    found->respond(error ? error_response(*error) : response);
  });
}

void Server::open_socket(Connection& connection, const Request& request) {
  if (request.method != "GET" || !request.has_token("Connection", "Upgrade") ||
      !same_word(request.header("Upgrade"), "websocket") ||
      request.header("Sec-WebSocket-Version") != "13" ||
      request.header("Sec-WebSocket-Key").size() != 24) {
    connection.respond(
        error_response({"websocket_only", "this is the address for WebSockets, version 13"}));
    return;
  }
  if (!own_origin(request)) {
    connection.respond(error_response({"wrong_origin", "this page may not speak to this server"}));
    return;
  }
  const auto known = people_.known(People::token_of(request));
  if (!known || !*known) {
    connection.respond(
        known ? error_response({"no_session", "begin with POST /api/session, and send the token"})
              : error_response({"unavailable", "the store does not answer: try again soon"}));
    return;
  }
  const store::Person& person = **known;
  auto session = std::make_unique<Session>();
  session->person = person.id;
  session->name = person.name;
  session->claimed = !person.claimed.empty();
  session->credited = wall_clock();
  session->credit = 2.0 * config_.messages_per_second;
  connection.session = std::move(session);
  connection.upgrade(request.header("Sec-WebSocket-Key"), "");
  std::string welcome = "{\"type\":\"welcome\"," + person_members(person) +
                        ",\"now\":" + to_text(wall_clock()) + ",\"tables\":[";
  const auto tables = tables_.tables_of(person.id);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    if (i > 0) welcome += ',';
    json::append_string(welcome, tables[i]);
  }
  connection.send(welcome + "]}");
}

}  // namespace hotaka::server
