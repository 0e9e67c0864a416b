#pragma once
// What the parts of a server need of the world around them. Tests have an environment of their own.

#include <chrono>
#include <cstdint>
#include <functional>
#include <string_view>

#include "server/http.h"
#include "server/session.h"
#include "store/store.h"
#include "store/workers.h"

namespace hotaka::server {

using store::Workers;
using ConnectionId = std::uint64_t;  // never used twice; 0 is none

class Environment {
 public:
  Environment() = default;
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  virtual ~Environment() = default;

  virtual table::Time now() const = 0;
  // Runs a task on the event loop; from any thread.
  virtual void post(std::function<void()> task) = 0;
  // Each of these does nothing if the connection is gone.
  virtual void send(ConnectionId to, const SharedText& text) = 0;
  void send(ConnectionId to, std::string text) { send(to, share(std::move(text))); }
  // Whether it is to be told only what it has asked for, as it has not taken what it was sent.
  virtual bool is_behind(ConnectionId connection) = 0;
  // For more than a message costs.
  virtual void charge(ConnectionId from, double units) = 0;
  virtual void measure_delay(ConnectionId of) = 0;
  virtual void respond(ConnectionId to, const Response& response) = 0;
  // Makes it a WebSocket of this person; `key` is the handshake's.
  virtual void open_socket(ConnectionId id, const std::string& key, const store::SignedIn& who) = 0;
  // Closes the WebSockets of sessions that have ended; an empty person is anybody. Those whose
  // client has a new token are told to come back, and have a moment to get it.
  enum class Replaced : bool { no, yes };
  virtual void close_sockets(const store::SessionEnd& of, Replaced replaced) = 0;
  // nullptr if it is gone, or no WebSocket. Valid during the current task only.
  virtual Session* session(ConnectionId id) = 0;
};

// Asks the store on one of its threads, and calls done() on the event loop: with an error if the
// database fails, or no thread was free in time.
template <class T>
void read(store::Store& store, Environment& environment,
          std::function<Result<T>(store::Store&)> ask, std::function<void(const Result<T>&)> done,
          std::chrono::milliseconds patience = std::chrono::seconds(10)) {
  const auto post = [&environment, done = std::move(done)](const Result<T>& found) {
    environment.post([done, found] { done(found); });
  };
  store.read<T>(std::move(ask), post, patience);
}

}  // namespace hotaka::server
