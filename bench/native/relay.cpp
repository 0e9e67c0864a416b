// hotaka_bench relay: Hotaka's sockets without rules, tables and storage. Each message goes to both
// clients of a pair, as the ws server answers noughts and crosses, so this is the least that any
// server on these sockets can cost.

#include <map>
#include <string>

#include <fmt/format.h>

#include "native/bench.h"
#include "server/connections.h"

namespace hotaka::bench {

namespace {

class Relay final : public server::Receiver {
 public:
  explicit Relay(const server::Config& config) : connections_(loop_, *this, config) {}

  MaybeError listen() { return connections_.listen(); }
  void run() {
    constexpr int sweep_ms = 1000;
    loop_.run([this] {
      const std::int64_t now = server::wall_clock();
      const auto resumed = connections_.resume_due(now);
      connections_.flush(now);
      return resumed ? static_cast<int>(*resumed - now) : sweep_ms;
    });
  }

  void on_request(server::Connection& connection, const server::Request& request) override {
    const auto slash = request.path.rfind('/');
    if (slash == 0 || !request.has_token("Connection", "Upgrade"))
      return connection.respond(server::error_response({"not_found", "only pairs meet here"}));
    const std::string pair(request.path.substr(0, slash));
    pairs_[pair].push_back(connection.number());
    pair_of_[connection.number()] = pair;
    connection.upgrade(request.header("Sec-WebSocket-Key"));
  }
  void on_message(server::Connection& connection, std::string_view) override {
    const std::string text = fmt::format(
        R"({{"state":{{"version":{},"turn":0,"board":[0,1,0,1,0,1,0,1,null]}}}})", ++version_);
    for (const std::uint64_t to : pairs_[pair_of_[connection.number()]]) {
      if (server::Connection* found = connections_.find(to)) found->send(text);
    }
  }
  void on_pong(server::Connection&, std::int64_t) override {}
  void on_paused(server::Connection& connection, std::int64_t until) override {
    connections_.pause(connection, until);
  }
  void on_caught_up(server::Connection&) override {}
  void on_closed(server::Connection& connection) override {
    pair_of_.erase(connection.number());
    connections_.freed(connection);
  }
  void on_dirty(server::Connection& connection) override { connections_.dirty(connection); }

 private:
  server::Loop loop_;
  server::Connections connections_;
  std::map<std::string, std::vector<std::uint64_t>> pairs_;
  std::map<std::uint64_t, std::string> pair_of_;
  std::int64_t version_ = 0;
};

}  // namespace

void add_relay(Parser& parser) {
  auto port = std::make_shared<int>(0);
  Command command = parser.add_command(
      "relay", "Pass messages between pairs: the server's sockets without all that is behind them");
  command.argument("PORT", *port, "Where to listen").required();
  command.footer("Example: hotaka_bench relay 8080");
  command.on_run([port] {
    server::Config config;
    config.port = *port;
    Relay relay(config);
    if (auto error = relay.listen()) return complain(*error, input_wrong);
    relay.run();
    return all_right;
  });
}

}  // namespace hotaka::bench
