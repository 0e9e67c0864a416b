#pragma once
// A client's and a server's end of a socket, both in this thread, and a receiver that writes down
// what it is told. Nothing waits: an iteration of the loop handles what has been sent.

#include <gtest/gtest.h>

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/connection.h"
#include "server/session.h"
#include "server/websocket.h"

namespace hotaka::server::test {

// A client's end: it is closed with this.
class Client {
 public:
  explicit Client(int fd) : fd_(fd) {}
  Client(Client&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Client& operator=(Client&& other) noexcept {
    std::swap(fd_, other.fd_);
    ended_ = false;
    return *this;
  }
  ~Client() { close(); }

  // Sends as much as fits in the system's buffer; returns whether that was all.
  bool send(std::string_view bytes) const {
    return ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL) == std::ssize(bytes);
  }
  // Sends what fits; returns how much that was.
  std::size_t send_some(std::string_view bytes) const {
    return static_cast<std::size_t>(
        std::max<ssize_t>(0, ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL)));
  }
  // Everything that has come so far, at max this much; a blocking socket waits for this much.
  std::string receive(std::size_t max = SIZE_MAX) {
    std::string all;
    std::array<char, 4096> some{};
    while (all.size() < max) {
      const auto wanted = std::min(some.size(), max - all.size());
      const ssize_t count = ::recv(fd_, some.data(), wanted, 0);
      ended_ |= count == 0;
      if (count <= 0) break;
      all.append(some.data(), static_cast<std::size_t>(count));
    }
    return all;
  }
  // Whether receive() has met the server's end.
  bool ended() const { return ended_; }
  void half_close() const { ::shutdown(fd_, SHUT_WR); }
  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_;
  bool ended_ = false;
};

// The two ends of a new connection: the client's, the server's. The server's buffer may be made
// small, so that it cannot send everything in one piece.
inline std::pair<Client, int> connect(bool small_buffer = false) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()), 0);
  const int bytes = 4096;
  if (small_buffer) ::setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
  return {Client(ends[0]), ends[1]};
}

// Writes down what it is told, and does what the test wants.
class Recorder final : public Receiver {
 public:
  void on_request(Connection& connection, const Request& request) override {
    requests.emplace_back(request.path);
    if (answer) answer(connection, request);
  }
  void on_message(Connection&, std::string_view text) override { messages.emplace_back(text); }
  void on_pong(Connection&, std::int64_t took) override { pongs.push_back(took); }
  void on_paused(Connection&, std::int64_t) override { ++paused; }
  void on_caught_up(Connection&) override { ++caught_up; }
  void on_closed(Connection& connection) override {
    ++closed;
    if (when_closed) when_closed(connection);
  }
  void on_dirty(Connection& connection) override { when_dirty(connection); }

  std::vector<std::string> requests, messages;
  std::vector<std::int64_t> pongs;
  int closed = 0;
  int paused = 0;
  int caught_up = 0;
  std::function<void(Connection&, const Request&)> answer;
  std::function<void(Connection&)> when_closed;
  std::function<void(Connection&)> when_dirty;
};

inline Response text(std::string body) {
  Response response;
  response.body = std::move(body);
  return response;
}

// One connection, whose end of an iteration is here.
class OneConnection {
 public:
  using Phase = Connection::Phase;

  explicit OneConnection(bool small_buffer = false)
      : pair_(connect(small_buffer)), connection_(loop_, recorder_, pair_.second, "192.0.2.1") {
    recorder_.when_dirty = [this](Connection&) { ++dirty_; };
  }

  // Iterations of the loop until nothing more happens.
  void iterate(int times = 4) {
    for (int i = 0; i < times; ++i) {
      if (resumes_ && std::exchange(recorder_.paused, 0) > 0) connection_.resume();
      loop_.run_iteration(0);
      if (std::exchange(dirty_, 0) > 0) connection_.flush(wall_clock() + ahead_);
    }
  }
  // Sends, lets the server work, and returns what it said.
  std::string exchange(std::string_view bytes) {
    EXPECT_TRUE(client().send(bytes));
    iterate();
    return client().receive();
  }
  void make_websocket() {
    recorder_.answer = [](Connection& connection, const Request&) { connection.upgrade("key"); };
    EXPECT_NE(exchange("GET /ws HTTP/1.1\r\nHost: a\r\n\r\n").find("101 Switching"),
              std::string::npos);
    ASSERT_EQ(connection_.phase(), Phase::websocket);
  }
  // Calls check_time() as if `ms` had passed since the last thing that happened.
  void pass(std::int64_t ms) {
    connection_.check_time(wall_clock() + ms);
    iterate();
  }
  // Whether the loop calls the connection although there is nothing to do.
  bool is_busy() {
    loop_.run_iteration(0);
    return std::exchange(dirty_, 0) > 0;
  }
  Client& client() { return pair_.first; }

  Loop loop_;
  Recorder recorder_;
  std::pair<Client, int> pair_;
  Connection connection_;
  std::int64_t ahead_ = 0;  // by how many ms flush() is told a later time
  bool resumes_ = true;     // what pauses is heard again in the next iteration

 private:
  int dirty_ = 0;
};

class ConnectionTest : public testing::Test, protected OneConnection {};
class SlowConnectionTest : public testing::Test, protected OneConnection {
 protected:
  SlowConnectionTest() : OneConnection(true) {}
};

// A client's frame, masked.
inline std::string masked(Opcode opcode, std::string_view payload, bool last = true) {
  std::string out;
  append_frame(out, opcode, payload);
  if (!last) out[0] = static_cast<char>(out[0] & 0x7f);
  const std::size_t head = out.size() - payload.size();
  out[1] = static_cast<char>(out[1] | 0x80);
  const std::string mask = "\x12\x34\x56\x78";
  out.insert(head, mask);
  for (std::size_t i = 0; i < payload.size(); ++i)
    out[head + 4 + i] = static_cast<char>(out[head + 4 + i] ^ mask[i % 4]);
  return out;
}

// A server's frame.
inline std::string framed(Opcode opcode, std::string_view payload) {
  std::string out;
  append_frame(out, opcode, payload);
  return out;
}
inline std::string closing(CloseCode code, std::string_view why) {
  std::string out;
  append_close(out, code, why);
  return out;
}

}  // namespace hotaka::server::test
