#include "server/connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/text.h"
#include "server/crypto.h"
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
  if (phase_ > Phase::websocket) return read_size;  // and ignored
  if (phase_ == Phase::websocket) return in_.empty() || is_heard() ? read_size : 0;
  return write_blocked_ ? 0 : max_head + max_body - std::min(max_head + max_body, in_.size());
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
  const bool waits = paused_ && !in_.empty();
  const bool owes_answer =
      phase_ == Phase::answering || (phase_ != Phase::websocket && (waits || !out_.empty()));
  if (peer_closed_ || !owes_answer) return drop();
  peer_closed_ = true;
  update_interest();
}

bool Connection::is_heard() const {
  if (phase_ > Phase::websocket) return true;  // and ignored
  return phase_ != Phase::answering && !paused_ && out_.size() <= max_backlog;
}

// What cannot be taken yet waits, and nothing more is read meanwhile: so the system slows down
// whoever sends more than it reads, or more than it may.
void Connection::process(char* bytes, std::size_t size) {
  constexpr int most_at_once = 32;  // then others have their turn
  int taken = 0;
  while (size > 0 && phase_ <= Phase::websocket && is_heard()) {
    if (++taken > most_at_once) {
      pause(last_heard_);
      break;
    }
    const std::size_t used =
        phase_ == Phase::websocket ? take_frame(bytes, size) : take_request(bytes, size);
    if (used == 0) break;
    bytes += used;
    size -= used;
  }
  if (phase_ <= Phase::websocket && size > 0) in_.assign(bytes, size);
  awaits_flush_ = size > 0 && out_.size() > max_backlog;
  update_interest();
}

void Connection::process_waiting() {
  if (phase_ > Phase::websocket || !is_heard()) return;
  std::string bytes = std::exchange(in_, {});
  process(bytes.data(), bytes.size());
}

void Connection::pause(std::int64_t until) {
  if (paused_) return;
  paused_ = true;
  receiver_.on_paused(*this, until);
}

void Connection::resume() {
  if (!std::exchange(paused_, false)) return;
  process_waiting();
}

std::size_t Connection::take_request(char* bytes, std::size_t size) {
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
      append_frame(out_.own(), Opcode::pong, frame.payload);
      mark_dirty();
      break;
    case Opcode::pong: take_pong(frame.payload); break;
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

// Only who has received a ping can answer it, and only once.
void Connection::take_pong(std::string_view payload) {
  const auto number = parse_number(payload, INT64_MAX);
  const auto found = std::ranges::find_if(
      pings_, [&](const Ping& ping) { return number && std::cmp_equal(ping.number, *number); });
  if (found == pings_.end()) return;
  const std::int64_t took = last_heard_ - found->sent;
  pings_.erase(found);
  receiver_.on_pong(*this, took);
}

std::optional<std::int64_t> Connection::network_round_trip() const {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (::getsockopt(fd_, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return std::nullopt;
  return info.tcpi_rtt / 1000;
}

// --- Output

void Connection::respond(const Response& response) {
  if (phase_ != Phase::answering) return;
  phase_ = keep_alive_ ? Phase::request : Phase::closing;
  last_progress_ = wall_clock();
  append_response(out_.own(), response, keep_alive_, head_only_);
  receiver_.on_response(response.status);
  if (response.shared && !head_only_ && response.status != 304) out_.append(response.shared);
  mark_dirty();
  if (!in_.empty()) pause(last_heard_);  // requests that came meanwhile
  update_interest();
}

void Connection::welcome_body() {
  if (body_welcome_) return;
  body_welcome_ = true;
  out_.own() += "HTTP/1.1 100 Continue\r\n\r\n";
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
  receiver_.on_response(101);
  out_.own() +=
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Accept: " +
      accept_key(key) + "\r\n\r\n";
  update_interest();
  mark_dirty();
}

// The sender may be walking a list that this connection is in, so it is not dropped here.
void Connection::send(std::string_view text) {
  if (phase_ != Phase::websocket) return;
  append_frame(out_.own(), Opcode::text, text);
  if (out_.size() > max_unsent) phase_ = Phase::overflowing;
  mark_dirty();
}

void Connection::send(const SharedText& text) {
  if (phase_ != Phase::websocket) return;
  append_frame_head(out_.own(), Opcode::text, text->size());
  out_.append(text);
  if (out_.size() > max_unsent) phase_ = Phase::overflowing;
  mark_dirty();
}

bool Connection::is_behind() {
  behind_ |= phase_ == Phase::websocket && out_.size() > max_backlog;
  return behind_;
}

void Connection::ping() {
  constexpr std::size_t most = 8;
  if (phase_ != Phase::websocket) return;
  if (pings_.size() >= most) pings_.erase(pings_.begin());
  pings_.push_back({random_number() >> 1U, wall_clock()});
  append_frame(out_.own(), Opcode::ping, to_text(static_cast<std::int64_t>(pings_.back().number)));
  mark_dirty();
}

void Connection::close(CloseCode code, std::string_view why) {
  if (phase_ != Phase::websocket) return;
  append_close(out_.own(), code, why);
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
  bool progress = false;
  const Output::Sent sent = out_.send_to(fd_, progress);
  if (progress) last_progress_ = now;
  if (sent == Output::Sent::failed) return drop();
  if (sent == Output::Sent::blocked) {
    write_blocked_ = true;
    return update_interest();
  }
  if (std::exchange(behind_, false)) receiver_.on_caught_up(*this);
  if (std::exchange(awaits_flush_, false)) pause(now);
  update_interest();
  if (phase_ == Phase::closing || (phase_ == Phase::request && peer_closed_ && !paused_))
    half_close();
}

void Connection::check_time(std::int64_t now) {
  constexpr std::int64_t request_time = 15'000;
  constexpr std::int64_t quiet = 30'000;
  constexpr std::int64_t dead = 75'000;
  constexpr std::int64_t linger_time = 5000;
  const std::int64_t silent = now - std::max(last_heard_, last_progress_);
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
        ping();
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
