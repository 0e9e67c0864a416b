#pragma once
// The requests of docs/protocol.md over HTTP. 404 and 405 follow from the table of routes.

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include "base/json_fields.h"
#include "server/accounts.h"
#include "server/config.h"
#include "server/environment.h"

namespace hotaka::server {

class HttpApi {
 public:
  // What is asked of other parts.
  struct Sources {
    std::function<std::string()> lobby_json;
    std::function<std::string()> metrics;
    // Gets why the server is not ready; "" if it is.
    std::function<void(std::function<void(std::string_view why)> done)> readiness;
    std::function<void(const std::string& table,
                       std::function<void(const Result<std::string>&)> done)>
        record;
    std::function<Response(const Request&)> file;
  };

  HttpApi(Accounts& accounts, Environment& environment, const Config& config, Sources sources)
      : accounts_(accounts),
        environment_(environment),
        config_(config),
        sources_(std::move(sources)) {}

  // Answers now or later. `address` is the client's, normalized.
  void handle(ConnectionId from, const std::string& address, const Request& request);

 private:
  // What a handler needs of a request; its texts are gone when handle() returns.
  struct Call {
    ConnectionId from;
    const std::string& address;
    const Request& request;
    const json::Fields& body;  // of a change
    std::string_view part;     // of the path, where the route has a '*'
  };
  struct Route {
    std::string_view method, path;
    void (HttpApi::*handler)(const Call& call);
    bool is_change = false;  // has a JSON body, and must come from our own pages
  };
  static const Route routes[];

  void post_session(const Call& call);
  void post_claim(const Call& call);
  void post_login(const Call& call);
  void post_logout(const Call& call);
  void post_logout_everywhere(const Call& call);
  void post_password(const Call& call);
  void post_end_session(const Call& call);
  void post_delete(const Call& call);
  void get_sessions(const Call& call);
  void get_export(const Call& call);
  void get_tables(const Call& call);
  void get_record(const Call& call);
  void get_health(const Call& call);
  void get_readiness(const Call& call);
  void get_metrics(const Call& call);
  void get_socket(const Call& call);

  bool is_allowed_origin(const Request& request) const;
  bool is_secure(const Request& request) const;
  // A cookie or a bearer; "" if there is none.
  std::string_view token_of(const Request& request) const;
  // Who asks, for when the request is gone.
  struct Asker {
    ConnectionId connection;
    Client client;
    bool bearer = false;  // wants the token in the answer's body
    bool secure = false;
  };
  using UsePerson = std::function<void(const Asker& to, const Accounts::SignedIn& who)>;
  Asker asker_of(const Call& call) const;
  void respond(ConnectionId to, const Error& error);
  Accounts::OnSession respond_with_token(const Asker& to);
  // The same for a person who was signed in: the old token is worth nothing any more.
  Accounts::OnSession respond_with_new_token(const Asker& to, const Accounts::SignedIn& who);
  // Says that sessions have ended, and ends their WebSockets.
  Accounts::OnDone respond_with_end(const Asker& to, const store::SessionEnd& end,
                                    bool forgets_cookie);
  // Calls use() with the person whose token the request has, or responds why there is none.
  void with_person(const Call& call, UsePerson use);
  // Closes the WebSockets of sessions that the store has ended.
  void end(const store::SessionEnd& sessions, Environment::Replaced replaced);
  bool has_ended_since(std::uint64_t begun, const Accounts::SignedIn& who) const;

  Accounts& accounts_;
  Environment& environment_;
  const Config& config_;
  Sources sources_;
  std::uint64_t endings_ = 0;            // in all
  std::deque<store::SessionEnd> ended_;  // the last ones
};

}  // namespace hotaka::server
