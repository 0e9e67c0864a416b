#pragma once
// A server: the parts, and what connects them. docs/protocol.md says what it speaks.

#include <algorithm>
#include <memory>

#include "server/accounts.h"
#include "server/admin_api.h"
#include "server/admin_socket.h"
#include "server/config.h"
#include "server/connections.h"
#include "server/files.h"
#include "server/http_api.h"
#include "server/loop.h"
#include "server/metrics.h"
#include "server/moderation.h"
#include "server/outbox.h"
#include "server/readiness.h"
#include "server/table_service.h"
#include "store/workers.h"

namespace hotaka::server {

class Server final : public Receiver, private Environment {
 public:
  Server(Config config, std::unique_ptr<store::Store> store);
  // Stores what waits.
  ~Server() override;

  // Lists the open tables and listens; says why if that is not possible.
  MaybeError open();
  int port() const { return connections_.port(); }
  // Until stop(), which may be called from any thread and from a signal handler.
  void run();
  void stop() { loop_.stop(); }
  // For tests, instead of run(): takes over a client's socket; one iteration that waits at most so
  // long.
  void add(int fd, std::string address) { connections_.add(fd, std::move(address)); }
  void iterate(int wait_ms) { loop_.run_iteration(std::min(wait_ms, run_iteration())); }

  void on_request(Connection& connection, const Request& request) override;
  void on_message(Connection& connection, std::string_view text) override;
  void on_pong(Connection& connection, std::int64_t took) override;
  void on_paused(Connection& connection, std::int64_t until) override {
    connections_.pause(connection, until);
  }
  void on_caught_up(Connection& connection) override;
  void on_closed(Connection& connection) override;
  void on_response(int status) override { ++metrics_.responses[status]; }
  void on_dirty(Connection& connection) override { connections_.dirty(connection); }

 private:
  table::Time now() const override { return wall_clock(); }
  void post(std::function<void()> task) override { loop_.post(std::move(task)); }
  using Environment::send;
  void send(ConnectionId to, const SharedText& text) override;
  bool is_behind(ConnectionId connection) override;
  void charge(ConnectionId from, double units) override;
  void measure_delay(ConnectionId of) override;
  void respond(ConnectionId to, const Response& response) override;
  void open_socket(ConnectionId id, const std::string& key, const store::SignedIn& who) override;
  void close_sockets(const store::SessionEnd& of, Replaced replaced) override;
  Session* session(ConnectionId id) override;

  // Spends on behalf of a client, who waits if that was too much.
  void spend(Connection& connection, double units);
  void close_replaced(table::Time now);
  void ping(Connection& connection, const wire::Ping& ping, std::optional<std::int64_t> number);
  void rename(Connection& connection, const std::string& name, std::optional<std::int64_t> number);
  int run_iteration();
  std::string metrics_text();
  void say_goodbye();

  Config config_;
  Metrics metrics_;
  Budgets people_;     // by person
  Budgets addresses_;  // by what limit_key() says
  Loop loop_;
  std::unique_ptr<store::Store> store_;
  Connections connections_;
  Outbox outbox_;
  Files files_;
  Workers bots_;
  Workers passwords_;
  Accounts accounts_;
  TableService tables_;
  Moderation moderation_;
  Readiness readiness_;
  HttpApi api_;
  AdminSocket admin_;
  AdminApi admin_api_;
  MetricsSnapshot snapshot_;
  std::int64_t swept_at_ = 0;
  std::int64_t pruned_at_ = 0;
};

}  // namespace hotaka::server
