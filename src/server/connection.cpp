#include "server/connection.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "base/text.h"
#include "server/session.h"

namespace hotaka::server {

namespace {

constexpr std::size_t read_size = std::size_t{64} << 10U;
constexpr std::string_view not_utf8 = "the message is not UTF-8";

}  // namespace

Connection::Connection(Loop& loop, Receiver& receiver, int fd, std::string address)
    : loop_(loop),
      receiver_(receiver),
      fd_(fd),
      interest_(EPOLLIN),
      last_heard_(wall_clock()),
      last_progress_(last_heard_),
      address_(std::move(address)),
      client_(address_) {
  loop_.add(fd_, *this, interest_);
}

Connection::~Connection() {
  if (phase_ != Phase::closed) ::close(fd_);
}

void Connection::mark_dirty() {
  if (dirty_) return;
  dirty_ = true;
  receiver_.on_dirty(*this);
}

// While there is no room the system's buffer fills, and then TCP holds the client up.
void Connection::update_interest() {
  if (phase_ == Phase::closed) return;
  const bool reads = !peer_closed_ && room() > 0;
  const std::uint32_t wanted = (reads ? EPOLLIN : 0U) | (write_blocked_ ? EPOLLOUT : 0U);
  if (wanted == interest_) return;
  interest_ = wanted;
  loop_.modify(fd_, *this, wanted);
}

// How much may be read now. One buffer an iteration: a client that sends much does not keep the
// others waiting. Of HTTP as much waits for its turn as one request may have, and nothing is heard
// while the client does not take what it has asked for.
std::size_t Connection::room() const {
  if (phase_ != Phase::request && phase_ != Phase::answering) return read_size;
  return write_blocked_ ? 0 : max_head + max_body - in_.size();
}

void Connection::drop() {
  if (phase_ == Phase::closed) return;
  loop_.remove(fd_);
  ::close(fd_);
  phase_ = Phase::closed;
  receiver_.on_closed(*this);
  mark_dirty();
}

// --- Input

void Connection::on_ready(std::uint32_t events) {
  if (phase_ == Phase::closed) return;
  if ((events & EPOLLOUT) != 0) {
    write_blocked_ = false;
    update_interest();
    mark_dirty();
  }
  if ((events & (EPOLLIN | EPOLLHUP | EPOLLERR)) == 0) return;
  if (room() == 0) {  // not asked for: the client is gone
    if ((events & (EPOLLHUP | EPOLLERR)) != 0) drop();
    return;
  }
  static thread_local std::array<char, read_size> buffer;
  const ssize_t count = ::recv(fd_, buffer.data(), room(), 0);
  if (count < 0) {
    if (errno != EAGAIN && errno != EINTR) drop();
    return;
  }
  if (count == 0) return on_end();
  last_heard_ = wall_clock();
  if (in_.empty()) {
    process(buffer.data(), static_cast<std::size_t>(count));
  } else {
    std::string all = std::exchange(in_, {});
    all.append(buffer.data(), static_cast<std::size_t>(count));
    process(all.data(), all.size());
  }
}

// The client may have closed only its half: requests before that are still answered.
void Connection::on_end() {
  const bool owes_answer =
      phase_ == Phase::answering || (phase_ != Phase::websocket && !out_.empty());
  if (peer_closed_ || !owes_answer) return drop();
  peer_closed_ = true;
  update_interest();
}

void Connection::process(char* bytes, std::size_t size) {
  while (size > 0 && (phase_ == Phase::request || phase_ == Phase::websocket)) {
    const std::size_t used =
        phase_ == Phase::websocket ? take_frame(bytes, size) : take_request(bytes, size);
    if (used == 0) break;
    bytes += used;
    size -= used;
  }
  if (phase_ <= Phase::websocket && size > 0) in_.assign(bytes, size);
  update_interest();
}

std::size_t Connection::take_request(char* bytes, std::size_t size) {
  if (out_.size() > max_unsent) {
    drop();  // it asks on and on, and does not read the answers
    return 0;
  }
  const RequestRead read = read_request({bytes, size});
  if (read.what == RequestRead::What::more_needed) {
    if (read.awaits_continue) welcome_body();
    return 0;
  }
  if (read.what == RequestRead::What::wrong) {
    fail_request(Error(read.why));
    return 0;
  }
  phase_ = Phase::answering;
  body_welcome_ = false;
  keep_alive_ = read.request.keep_alive;
  head_only_ = read.request.method == "HEAD";
  receiver_.on_request(*this, read.request);
  return read.size;
}

std::size_t Connection::take_frame(char* bytes, std::size_t size) {
  const FrameRead read = read_frame(bytes, size, max_message);
  if (read.what == FrameRead::What::more_needed) {
    if (!may_become_utf8({bytes, size})) close(CloseCode::not_utf8, not_utf8);
    return 0;
  }
  if (read.what == FrameRead::What::wrong) {
    close(read.code, read.why);
    return 0;
  }
  const Frame& frame = read.frame;
  switch (frame.opcode) {
    case Opcode::ping:
      append_frame(out_, Opcode::pong, frame.payload);
      if (out_.size() > max_unsent) phase_ = Phase::overflowing;
      mark_dirty();
      break;
    case Opcode::pong:
      if (const auto sent = parse_number(frame.payload, INT64_MAX)) receiver_.on_pong(*this, *sent);
      break;
    case Opcode::close: {
      const CloseAnswer answer = answer_close(frame.payload);
      close(answer.code, answer.why);
      break;
    }
    case Opcode::binary: close(CloseCode::not_supported, "send text, not binary data"); break;
    case Opcode::text:
    case Opcode::more: take_part(frame); break;
  }
  return read.size;
}

// Most messages are one frame, which is passed on without a copy.
void Connection::take_part(const Frame& frame) {
  const bool first = frame.opcode == Opcode::text;
  if (first && parts_)
    return close(CloseCode::protocol_error, "a message began before the last one was whole");
  if (!first && !parts_)
    return close(CloseCode::protocol_error, "continuation frame without a message");
  if (first && frame.last) {
    if (!is_utf8(frame.payload)) return close(CloseCode::not_utf8, not_utf8);
    return receiver_.on_message(*this, frame.payload);
  }
  if (first) parts_ = Parts{};
  auto& [text, checked] = *parts_;
  text += frame.payload;
  if (text.size() > max_message) return close(CloseCode::too_big, "the message is too long");
  const auto unfinished = unfinished_utf8(std::string_view(text).substr(checked));
  if (!unfinished || (frame.last && *unfinished > 0)) return close(CloseCode::not_utf8, not_utf8);
  checked = text.size() - *unfinished;
  if (frame.last) receiver_.on_message(*this, std::exchange(parts_, std::nullopt)->text);
}

// Text that is wrong need not be waited for.
bool Connection::may_become_utf8(std::string_view begun_frame) const {
  const std::string text =
      (parts_ ? parts_->text.substr(parts_->checked) : "") + begun_payload(begun_frame);
  return unfinished_utf8(text).has_value();
}

// --- Output

void Connection::respond(const Response& response) {
  if (phase_ != Phase::answering) return;
  phase_ = keep_alive_ ? Phase::request : Phase::closing;
  last_progress_ = wall_clock();
  append_response(out_, response, keep_alive_, head_only_);
  mark_dirty();
  std::string requests = std::exchange(in_, {});  // those that came meanwhile
  process(requests.data(), requests.size());
}

void Connection::welcome_body() {
  if (body_welcome_) return;
  body_welcome_ = true;
  out_ += "HTTP/1.1 100 Continue\r\n\r\n";
  mark_dirty();
}

void Connection::fail_request(const Error& error) {
  phase_ = Phase::answering;
  keep_alive_ = false;
  head_only_ = false;
  respond(error_response(error));
}

void Connection::upgrade(std::string_view key) {
  if (phase_ != Phase::answering) return;
  if (peer_closed_) {
    drop();  // while we looked up whose it is
    return;
  }
  phase_ = Phase::websocket;
  out_ +=
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Accept: " +
      accept_key(key) + "\r\n\r\n";
  update_interest();
  mark_dirty();
}

// The sender may be walking a list that this connection is in, so it is not dropped here.
void Connection::send(std::string_view text) {
  if (phase_ != Phase::websocket) return;
  if (out_.size() + text.size() > max_unsent) {
    phase_ = Phase::overflowing;
  } else {
    append_frame(out_, Opcode::text, text);
  }
  mark_dirty();
}

void Connection::ping(std::int64_t now) {
  if (phase_ != Phase::websocket) return;
  append_frame(out_, Opcode::ping, to_text(now));
  mark_dirty();
}

void Connection::close(CloseCode code, std::string_view why) {
  if (phase_ != Phase::websocket) return;
  append_close(out_, code, why);
  phase_ = Phase::closing;
  last_progress_ = wall_clock();
  mark_dirty();
}

// Closing a socket with unread bytes would destroy our last words on their way, so the client
// closes first, or check_time() does.
void Connection::half_close() {
  if (peer_closed_ || ::shutdown(fd_, SHUT_WR) != 0) {
    drop();
  } else {
    phase_ = Phase::lingering;
  }
}

void Connection::flush(std::int64_t now) {
  dirty_ = false;
  if (phase_ == Phase::overflowing) drop();
  if (phase_ >= Phase::lingering || write_blocked_) return;
  std::size_t sent = 0;
  while (sent < out_.size() && !write_blocked_) {
    const ssize_t count = ::send(fd_, out_.data() + sent, out_.size() - sent, MSG_NOSIGNAL);
    if (count >= 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN) {
      write_blocked_ = true;
    } else if (errno != EINTR)
      return drop();
  }
  if (sent > 0) last_progress_ = now;
  if (write_blocked_) {
    out_.erase(0, sent);
    update_interest();
    return;
  }
  out_ = std::string();  // idle connections hold no memory
  if (phase_ == Phase::closing || (phase_ == Phase::request && peer_closed_)) half_close();
}

void Connection::check_time(std::int64_t now) {
  constexpr std::int64_t request_time = 15'000;
  constexpr std::int64_t quiet = 30'000;
  constexpr std::int64_t dead = 75'000;
  constexpr std::int64_t linger_time = 5000;
  const std::int64_t silent = now - last_heard_;
  const std::int64_t stuck = now - last_progress_;
  switch (phase_) {
    case Phase::request:
      if (stuck <= request_time) break;
      if (in_.empty()) {
        drop();
      } else {
        fail_request({"request_timeout", "the request took too long"});
      }
      break;
    case Phase::websocket:
      if (silent > dead) {
        drop();
      } else if (silent > quiet) {
        ping(now);
      }
      break;
    case Phase::closing:
      if (stuck > request_time) drop();
      break;
    case Phase::lingering:
      if (stuck > linger_time) drop();
      break;
    case Phase::answering:  // it waits for us
    case Phase::overflowing:
    case Phase::closed: break;
  }
}

}  // namespace hotaka::server
