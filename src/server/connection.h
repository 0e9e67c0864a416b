#pragma once
// One client's socket: bytes in, requests or messages out of them, and bytes back. It knows HTTP
// and WebSocket, and nothing of tables.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/http.h"
#include "server/loop.h"
#include "server/output.h"
#include "server/websocket.h"

namespace hotaka::server {

class Connection;
struct Session;

// Handles what arrives at a connection.
class Receiver {
 public:
  virtual ~Receiver() = default;
  // Answers by connection.respond(), now or later, or by connection.upgrade().
  virtual void on_request(Connection& connection, const Request& request) = 0;
  virtual void on_message(Connection& connection, std::string_view text) = 0;
  // The answer to a ping has come, after so many ms.
  virtual void on_pong(Connection& connection, std::int64_t took) = 0;
  // It is not heard until then: resume() is to be called.
  virtual void on_paused(Connection& connection, std::int64_t until) = 0;
  // Messages were held back (is_behind()), and it has taken all that it was sent.
  virtual void on_caught_up(Connection& connection) = 0;
  virtual void on_closed(Connection& connection) = 0;
  // A request is answered with this HTTP status.
  virtual void on_response(int /*status*/) {}
  // Wants a flush() at the end of the iteration, and to be deleted then if it is closed.
  virtual void on_dirty(Connection& connection) = 0;
};

class Connection final : public FdHandler {
 public:
  // From `closing` on nothing is heard any more, from `lingering` on nothing said.
  enum class Phase : std::uint8_t {
    request,      // HTTP: the next request is awaited
    answering,    // HTTP: a request waits for its response
    websocket,    // messages come and go
    closing,      // the rest is sent, input is ignored
    lingering,    // all is sent and our half closed; the client's end is awaited
    overflowing,  // the client does not read: dropped at the end of the iteration
    closed,
  };
  static constexpr std::size_t max_message = std::size_t{4} << 10U;
  // With this much unsent the client is not heard, and is told nothing that can wait; a client that
  // causes more than the second of these is dropped.
  static constexpr std::size_t max_backlog = std::size_t{64} << 10U;
  static constexpr std::size_t max_unsent = std::size_t{2} << 20U;

  Connection(Loop& loop, Receiver& receiver, int fd, std::string address);
  ~Connection() override;

  void on_ready(std::uint32_t events) override;

  // --- HTTP
  void respond(const Response& response);
  // Makes it a WebSocket; the request was a handshake.
  void upgrade(std::string_view key);

  // --- WebSocket: these do nothing in other phases
  void send(std::string_view text);
  void send(const SharedText& text);
  // Whether so much waits for the client that it is to be told only what it has asked for.
  // on_caught_up() follows.
  bool is_behind();
  // Says good-bye, and closes when that is sent.
  void close(CloseCode code, std::string_view why);
  void ping();

  // What it has sent, or sends, waits until then.
  void pause(std::int64_t until);
  void resume();
  // Ends it without a word.
  void drop();
  // Sends the output; called at the end of an iteration.
  void flush(std::int64_t now);
  // Pings a quiet WebSocket; ends a connection that was silent or made no progress for too long.
  void check_time(std::int64_t now);

  Phase phase() const { return phase_; }
  bool closed() const { return phase_ == Phase::closed; }
  std::uint64_t number() const { return number_; }
  void set_number(std::uint64_t number) { number_ = number; }
  // Where the other end of the socket is: the client, or a proxy.
  const std::string& address() const { return address_; }
  // Where the client is: of a proxy's connection, the client whose request it carried last.
  const std::string& client() const { return client_; }
  void set_client(std::string address) { client_ = std::move(address); }
  std::int64_t last_heard() const { return last_heard_; }
  // What the system has measured of the way to the other end and back, in ms, if it does.
  std::optional<std::int64_t> network_round_trip() const;
  std::size_t queued() const { return out_.size(); }  // bytes that wait to be sent

  std::unique_ptr<Session> session;  // of a WebSocket; lives as long as the connection

 private:
  std::size_t room() const;
  void process(char* bytes, std::size_t size);
  void welcome_body();
  void process_waiting();
  bool is_heard() const;
  void take_pong(std::string_view payload);
  std::size_t take_request(char* bytes, std::size_t size);
  std::size_t take_frame(char* bytes, std::size_t size);
  void take_part(const Frame& frame);
  bool may_become_utf8(std::string_view begun_frame) const;
  void on_end();
  void fail_request(const Error& error);
  void half_close();
  void update_interest();
  void mark_dirty();

  Loop& loop_;
  Receiver& receiver_;
  int fd_;
  Phase phase_ = Phase::request;
  bool keep_alive_ = true;      // another request may follow this one
  bool head_only_ = false;      // this request wants no body
  bool peer_closed_ = false;    // the client sends nothing more
  bool write_blocked_ = false;  // the client takes no more at the moment
  bool dirty_ = false;          // flush() will be called
  bool body_welcome_ = false;   // a client that asked may send its body
  bool paused_ = false;
  bool behind_ = false;        // something was held back
  bool awaits_flush_ = false;  // what waits in in_ does so for the output
  std::uint32_t interest_;     // the events that the loop calls us for
  std::uint64_t number_ = 0;
  std::int64_t last_heard_;
  // When a request, a response or a good-bye last made progress; bytes that trickle in are none.
  std::int64_t last_progress_;
  std::string address_;
  std::string client_;
  std::string in_;  // bytes that are no whole request or frame yet
  Output out_;
  // A message in several frames: what has come, and how much of that is whole characters.
  struct Parts {
    std::string text;
    std::size_t checked = 0;
  };
  std::optional<Parts> parts_;
  // Pings that were not answered yet, oldest first: a number that only their receiver knows.
  struct Ping {
    std::uint64_t number;
    std::int64_t sent;
  };
  std::vector<Ping> pings_;
};

}  // namespace hotaka::server
