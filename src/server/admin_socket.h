#pragma once
// Where the host's commands arrive: a Unix socket that only the server's own user can open. It
// speaks HTTP, with paths that exist nowhere else.

#include <functional>
#include <optional>
#include <string>

#include "server/connections.h"

namespace hotaka::server {

class AdminSocket final : public FdHandler, private Receiver {
 public:
  // `actor` is who asks: a user of the system, "uid 1000".
  using OnRequest =
      std::function<void(std::uint64_t from, const std::string& actor, const Request& request)>;

  AdminSocket(Loop& loop, const Config& config, OnRequest on_request)
      : loop_(loop), connections_(loop, *this, config), on_request_(std::move(on_request)) {}
  ~AdminSocket() override { close(); }

  // Replaces a socket that a server left behind when it was killed.
  MaybeError listen(const std::string& path);
  void close();
  void respond(std::uint64_t to, const Response& response);
  // At the end of an iteration.
  void flush(std::int64_t now) { connections_.flush(now); }
  void sweep(std::int64_t now);
  std::optional<std::int64_t> resume_due(std::int64_t now) { return connections_.resume_due(now); }

  void on_ready(std::uint32_t events) override;  // accepts

 private:
  void on_request(Connection& connection, const Request& request) override {
    on_request_(connection.number(), connection.address(), request);
  }
  void on_message(Connection&, std::string_view) override {}
  void on_pong(Connection&, std::int64_t) override {}
  void on_paused(Connection& connection, std::int64_t until) override {
    connections_.pause(connection, until);
  }
  void on_caught_up(Connection&) override {}
  void on_closed(Connection& connection) override { connections_.freed(connection); }
  void on_dirty(Connection& connection) override { connections_.dirty(connection); }

  Loop& loop_;
  Connections connections_;
  OnRequest on_request_;
  std::string path_;
  int listener_ = -1;
};

// Where it is: as chosen, or in the data folder; "" if there is none.
std::string admin_socket_path(const Config& config);
// The same for a data folder, or the URL of a database, which has none.
std::string admin_socket_path(const std::string& data);

}  // namespace hotaka::server
