#pragma once
// All connections of a server: accepts them, finds them by number, flushes them, ends the dead.

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/config.h"
#include "server/connection.h"
#include "server/loop.h"

namespace hotaka::server {

class Connections final : public FdHandler {
 public:
  Connections(Loop& loop, Receiver& receiver, const Config& config);
  ~Connections() override;

  MaybeError listen();
  int port() const { return port_; }
  void stop_listening();

  // Says why a client's address may not connect, if it may not.
  using Gate = std::function<MaybeError(const std::string& client)>;
  void set_gate(Gate gate) { gate_ = std::move(gate); }

  void on_ready(std::uint32_t events) override;  // accepts new ones
  // Reads whose request this is, if a proxy says so: counts the connection as that client's.
  // Returns false if the client is banned or has too many; the request is answered then.
  bool identify(Connection& connection, const Request& request);
  // Takes over a connected socket; one too many is answered 503 and closed.
  void add(int fd, std::string address);
  // Returns nullptr if it is closed; numbers are never used twice.
  Connection* find(std::uint64_t number);
  void dirty(const Connection& connection) { dirty_.push_back(connection.number()); }
  // At the end of an iteration: sends all output and deletes the closed ones.
  void flush(std::int64_t now);
  void sweep(std::int64_t now);
  // It is resumed then.
  void pause(const Connection& connection, std::int64_t until) {
    resumes_.emplace(until, connection.number());
  }
  // Resumes those whose time has come; returns when the next one's does, if any is paused.
  std::optional<std::int64_t> resume_due(std::int64_t now);
  void freed(const Connection& connection);  // one was closed

  std::size_t size() const { return open_; }
  template <class F>
  void each(F&& f) {
    for (auto& [number, connection] : all_) {
      if (!connection->closed()) f(*connection);
    }
  }

 private:
  void pause(const char* why);
  void resume();
  bool is_limited(const std::string& address) const;
  void uncount(const std::string& address);

  Loop& loop_;
  Receiver& receiver_;
  const Config& config_;
  Gate gate_;
  int listener_ = -1;
  int port_ = 0;
  bool is_resting_ = false;  // the system gives no more descriptors
  std::size_t max_open_;     // the system may allow fewer than were asked for
  std::size_t open_ = 0;
  std::unordered_map<std::uint64_t, std::unique_ptr<Connection>> all_;  // by number
  std::uint64_t last_number_ = 0;
  std::set<std::pair<std::int64_t, std::uint64_t>> resumes_;  // until when, and the number
  std::vector<std::uint64_t> dirty_;                 // to be flushed; a number may be in it twice
  std::unordered_map<std::string, int> by_address_;  // by limit_key()
};

}  // namespace hotaka::server
