#pragma once
// One client's socket: bytes in, requests or messages out of them, and bytes back. It knows HTTP
// and WebSocket, and nothing of tables.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "server/http.h"
#include "server/loop.h"
#include "server/websocket.h"

namespace hotaka::server {

class Connection;

// Who is told of what arrives. What it attaches to a connection lives as long as that.
class Attached {
 public:
  virtual ~Attached() = default;
};

class Receiver {
 public:
  virtual ~Receiver() = default;
  // Answers by connection.respond(), now or later, or by connection.upgrade().
  virtual void on_request(Connection& connection, const Request& request) = 0;
  virtual void on_message(Connection& connection, std::string_view text) = 0;
  // The answer to ping(now) has come.
  virtual void on_pong(Connection& connection, std::int64_t sent) = 0;
  virtual void on_closed(Connection& connection) = 0;
  // The connection has something to send, or wants to be deleted, when this turn ends.
  virtual void on_dirty(Connection& connection) = 0;
};

class Connection final : public Watcher {
 public:
  static constexpr std::size_t most_message = std::size_t{4} << 10U;
  static constexpr std::size_t most_waiting = std::size_t{512}
                                              << 10U;  // bytes not taken by the client

  Connection(Loop& loop, Receiver& receiver, int fd, std::string address);
  ~Connection() override;

  void ready(std::uint32_t events) override;

  // --- HTTP
  void respond(const Response& response);
  // Makes it a WebSocket; the request was a handshake.
  void upgrade(std::string_view key, std::string_view headers);

  // --- WebSocket
  bool is_socket() const { return socket_; }
  void send(std::string_view text);
  // Says good-bye, and closes when that is sent.
  void close(CloseCode code, std::string_view why);
  void ping(std::int64_t now);

  // Ends it at once.
  void drop();
  // A request has been on its way for too long: says so if it can, and ends it. One that waits for
  // its answer may wait on.
  void time_out();
  bool closed() const { return fd_ < 0; }
  // Sends what waits; called at the end of a turn.
  void flush(std::int64_t now);

  std::uint64_t number() const { return number_; }
  void set_number(std::uint64_t number) { number_ = number; }
  const std::string& address() const { return address_; }
  std::int64_t last_heard() const { return last_heard_; }
  // Since when nothing has come of a request, a response or a farewell; bytes that trickle in do
  // not count.
  std::int64_t stuck_since() const { return stuck_since_; }
  bool closing() const { return closing_; }
  std::unique_ptr<Attached> attached;

 private:
  void take(char* bytes, std::size_t size);
  std::size_t take_request(char* bytes, std::size_t size);
  std::size_t take_frame(char* bytes, std::size_t size);
  void soil();
  void said_goodbye();

  Loop& loop_;
  Receiver& receiver_;
  int fd_;
  bool socket_ = false;
  bool answering_ = false;  // a request waits for its response
  bool keep_alive_ = true;
  bool only_head_ = false;
  bool closing_ = false;   // after what waits is sent
  bool farewell_ = false;  // that is sent, and the client's end is awaited
  bool finished_ = false;  // the client sends nothing more
  bool dirty_ = false;
  bool blocked_ = false;  // the client does not take more at the moment
  // The client does not read what it is sent. It is dropped at the end of the turn: whoever sends
  // may be walking a list that it stands in.
  bool overflowing_ = false;
  std::uint64_t number_ = 0;
  std::int64_t last_heard_ = 0;
  std::int64_t stuck_since_ = 0;
  std::string address_;
  std::string in_;  // bytes that are no whole request or frame yet
  std::string out_;
  std::string parts_;  // of a message in several frames
};

}  // namespace hotaka::server
