#pragma once
// A server: HTTP for the page and for becoming somebody, WebSocket for tables. docs/protocol.md
// says what it speaks.

#include <memory>

#include "server/config.h"
#include "server/connections.h"
#include "server/files.h"
#include "server/loop.h"
#include "server/metrics.h"
#include "server/outbox.h"
#include "server/people.h"
#include "server/tables.h"
#include "server/workers.h"

namespace hotaka::server {

class Server final : public Receiver {
 public:
  Server(Config config, std::unique_ptr<store::Store> store);
  ~Server() override;

  // Reads what was going on and listens; a sentence if that is not possible.
  MaybeError open();
  int port() const { return connections_.port(); }
  // Until stop(), which may be called from any thread and from a signal handler.
  void run();
  void stop() { loop_.stop(); }

  void on_request(Connection& connection, const Request& request) override;
  void on_message(Connection& connection, std::string_view text) override;
  void on_pong(Connection& connection, std::int64_t sent) override;
  void on_closed(Connection& connection) override;
  void on_dirty(Connection& connection) override { connections_.dirty(connection); }

 private:
  void api(Connection& connection, const Request& request);
  void post_session(Connection& connection, const Request& request);
  void post_claim(Connection& connection, const Request& request);
  void post_login(Connection& connection, const Request& request);
  void post_logout(Connection& connection, const Request& request);
  People::OnMade answer_with_token(const Connection& connection, const Request& request,
                                   bool bearer);
  void open_socket(Connection& connection, const Request& request);
  bool own_origin(const Request& request) const;
  std::string cookie(const Request& request, std::string_view token) const;
  bool within_limits(Connection& connection, Session& session);
  void rename(Connection& connection, const json::Fields& message, std::optional<std::int64_t> to);
  void say_goodbye();
  int turn();

  Config config_;
  Metrics metrics_;
  Loop loop_;
  std::unique_ptr<store::Store> store_;
  Connections connections_;
  Outbox outbox_;
  Files files_;
  Workers bots_;
  Workers passwords_;
  People people_;
  Tables tables_;
  std::int64_t swept_ = 0;
};

}  // namespace hotaka::server
