// hotaka_ws_echo --port N: sends back each message, on the server's own sockets, so that test
// suites for WebSocket can be run against them. Ends on SIGINT or SIGTERM.

#include <charconv>
#include <csignal>
#include <cstdio>
#include <string_view>

#include "server/connections.h"

namespace {

using namespace hotaka;

server::Loop* running = nullptr;

class Echo final : public server::Receiver {
 public:
  explicit Echo(const server::Config& config) : connections_(loop_, *this, config) {}

  MaybeError listen() { return connections_.listen(); }
  int port() const { return connections_.port(); }
  void run() {
    constexpr int sweep_ms = 1000;
    running = &loop_;
    for (const int ending : {SIGINT, SIGTERM}) std::signal(ending, [](int) { running->stop(); });
    loop_.run([this] {
      const std::int64_t now = server::wall_clock();
      connections_.sweep(now);
      const auto resumed = connections_.resume_due(now);
      connections_.flush(now);
      return resumed ? static_cast<int>(*resumed - now) : sweep_ms;
    });
  }

  void on_request(server::Connection& connection, const server::Request& request) override {
    if (request.header("Sec-WebSocket-Key").empty())
      return connection.respond(server::error_response({"websocket_only", "connect a WebSocket"}));
    connection.upgrade(request.header("Sec-WebSocket-Key"));
  }
  void on_message(server::Connection& connection, std::string_view text) override {
    connection.send(text);
  }
  void on_pong(server::Connection&, std::int64_t) override {}
  void on_paused(server::Connection& connection, std::int64_t until) override {
    connections_.pause(connection, until);
  }
  void on_caught_up(server::Connection&) override {}
  void on_closed(server::Connection& connection) override { connections_.freed(connection); }
  void on_dirty(server::Connection& connection) override { connections_.dirty(connection); }

 private:
  server::Loop loop_;
  server::Connections connections_;
};

}  // namespace

int main(int count, char** arguments) {
  server::Config config;
  const std::string_view text = count == 3 ? arguments[2] : "";
  const auto read = std::from_chars(text.data(), text.data() + text.size(), config.port);
  if (count != 3 || std::string_view(arguments[1]) != "--port" || read.ec != std::errc() ||
      read.ptr != text.data() + text.size() || config.port < 0 || config.port > 65'535) {
    std::fputs("usage: hotaka_ws_echo --port N   (0: any free one)\n", stderr);
    return 2;
  }
  Echo echo(config);
  if (const auto error = echo.listen()) {
    std::fprintf(stderr, "hotaka_ws_echo: %s\n", error->message.c_str());
    return 2;
  }
  std::printf("ws://127.0.0.1:%d/\n", echo.port());
  std::fflush(stdout);
  echo.run();
}
