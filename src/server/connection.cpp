#include "server/connection.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/text.h"

namespace hotaka::server {

namespace {

// Told once for what is new: being asked again whether there is more costs too.
constexpr std::uint32_t to_read = EPOLLIN | EPOLLRDHUP | EPOLLET;

}  // namespace

Connection::Connection(Loop& loop, Receiver& receiver, int fd, std::string address)
    : loop_(loop),
      receiver_(receiver),
      fd_(fd),
      last_heard_(wall_clock()),
      stuck_since_(last_heard_),
      address_(std::move(address)) {
  loop_.watch(fd_, *this, to_read);
}

Connection::~Connection() {
  if (fd_ >= 0) ::close(fd_);
}

void Connection::soil() {
  if (dirty_) return;
  dirty_ = true;
  receiver_.on_dirty(*this);
}

void Connection::drop() {
  if (fd_ < 0) return;
  loop_.forget(fd_);
  ::close(fd_);
  fd_ = -1;
  receiver_.on_closed(*this);
  soil();
}

void Connection::ready(std::uint32_t events) {
  if (fd_ < 0) return;
  if ((events & EPOLLOUT) != 0) {
    blocked_ = false;
    loop_.change(fd_, *this, to_read);
    soil();
  }
  constexpr std::uint32_t at_end = EPOLLHUP | EPOLLERR | EPOLLRDHUP;
  if ((events & (EPOLLIN | at_end)) == 0) return;
  static thread_local std::array<char, std::size_t{64} << 10U> buffer;
  const ssize_t count = ::recv(fd_, buffer.data(), buffer.size(), 0);
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) {
    drop();
    return;
  }
  // There may be more, or the end: others are heard first.
  const bool all = count >= 0 && static_cast<std::size_t>(count) < buffer.size();
  if (!all || (events & at_end) != 0)
    loop_.change(fd_, *this, blocked_ ? to_read | EPOLLOUT : to_read);
  if (count < 0) return;
  last_heard_ = wall_clock();
  if (closing_) return;
  if (in_.empty()) {
    take(buffer.data(), static_cast<std::size_t>(count));
  } else {
    std::string all = std::move(in_);
    in_ = std::string();
    all.append(buffer.data(), static_cast<std::size_t>(count));
    take(all.data(), all.size());
  }
}

void Connection::take(char* bytes, std::size_t size) {
  while (size > 0 && fd_ >= 0 && !closing_ && !answering_) {
    const std::size_t used = socket_ ? take_frame(bytes, size) : take_request(bytes, size);
    if (used == 0) break;
    bytes += used;
    size -= used;
  }
  if (fd_ < 0 || closing_ || size == 0) return;
  in_.assign(bytes, size);
  // Nobody sends this much while an answer is awaited, unless to fill our memory.
  if (in_.size() > most_head + most_body + most_message) drop();
}

std::size_t Connection::take_request(char* bytes, std::size_t size) {
  if (out_.size() > most_waiting) {
    drop();  // it asks on and on, and does not read the answers
    return 0;
  }
  const RequestRead read = read_request({bytes, size});
  if (read.what == RequestRead::What::more_needed) return 0;
  answering_ = true;
  if (read.what == RequestRead::What::wrong) {
    keep_alive_ = false;
    respond(error_response(Error(read.why)));
    return 0;
  }
  keep_alive_ = read.request.keep_alive;
  only_head_ = read.request.method == "HEAD";
  receiver_.on_request(*this, read.request);
  return read.size;
}

std::size_t Connection::take_frame(char* bytes, std::size_t size) {
  const FrameRead read = read_frame(bytes, size, most_message);
  if (read.what == FrameRead::What::more_needed) return 0;
  if (read.what == FrameRead::What::wrong) {
    close(read.code, read.why);
    return 0;
  }
  const Frame& frame = read.frame;
  switch (frame.opcode) {
    case Opcode::ping:
      append_frame(out_, Opcode::pong, frame.payload);
      if (out_.size() > most_waiting) {
        drop();
      } else {
        soil();
      }
      break;
    case Opcode::pong:
      if (const auto sent = parse_number(frame.payload, INT64_MAX)) receiver_.on_pong(*this, *sent);
      break;
    case Opcode::close:
      finished_ = true;
      close(CloseCode::normal, "");
      break;
    case Opcode::binary: close(CloseCode::not_supported, "send text, not binary data"); break;
    case Opcode::text:
      if (!parts_.empty()) {
        close(CloseCode::protocol_error, "a message began before the last one was whole");
      } else if (frame.last) {
        receiver_.on_message(*this, frame.payload);
      } else {
        parts_ = frame.payload;
        parts_ += '\0';  // so that an empty first part is a part too
      }
      break;
    case Opcode::more:
      if (parts_.empty()) {
        close(CloseCode::protocol_error, "there is no message to go on with");
        break;
      }
      parts_.insert(parts_.size() - 1, frame.payload);
      if (parts_.size() > most_message) {
        close(CloseCode::too_big, "the message is too long");
      } else if (frame.last) {
        std::string whole = std::move(parts_);
        parts_ = std::string();
        whole.pop_back();
        receiver_.on_message(*this, whole);
      }
      break;
  }
  return read.size;
}

void Connection::respond(const Response& response) {
  if (fd_ < 0 || !answering_) return;
  answering_ = false;
  stuck_since_ = wall_clock();
  append_response(out_, response, keep_alive_, only_head_);
  if (!keep_alive_) closing_ = true;
  soil();
  if (!in_.empty() && !closing_) {  // requests that came meanwhile
    std::string all = std::move(in_);
    in_ = std::string();
    take(all.data(), all.size());
  }
}

void Connection::upgrade(std::string_view key, std::string_view headers) {
  if (fd_ < 0) return;
  answering_ = false;
  socket_ = true;
  out_ +=
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Accept: " +
      accept_key(key) + "\r\n";
  out_ += headers;
  out_ += "\r\n";
  soil();
}

void Connection::send(std::string_view text) {
  if (fd_ < 0 || closing_ || overflowing_) return;
  overflowing_ = out_.size() + text.size() > most_waiting;
  if (!overflowing_) append_frame(out_, Opcode::text, text);
  soil();
}

void Connection::ping(std::int64_t now) {
  if (fd_ < 0 || closing_) return;
  append_frame(out_, Opcode::ping, to_text(now));
  soil();
}

void Connection::close(CloseCode code, std::string_view why) {
  if (fd_ < 0 || closing_) return;
  if (socket_) append_close(out_, code, why);
  closing_ = true;
  stuck_since_ = wall_clock();
  soil();
}

void Connection::time_out() {
  if (answering_) return;  // it waits for us
  if (socket_ || closing_ || in_.empty()) {
    drop();
    return;
  }
  answering_ = true;
  keep_alive_ = false;
  respond(error_response({"request_timeout", "the request took too long"}));
}

// Closing a socket whose bytes were not all read would destroy what we said last on its way, so
// the client closes first, or the sweep does.
void Connection::said_goodbye() {
  if (finished_ || ::shutdown(fd_, SHUT_WR) != 0) {
    drop();
  } else {
    farewell_ = true;
  }
}

void Connection::flush(std::int64_t now) {
  dirty_ = false;
  if (overflowing_) drop();
  if (fd_ < 0 || blocked_ || farewell_) return;
  std::size_t sent = 0;
  while (sent < out_.size()) {
    const ssize_t count = ::send(fd_, out_.data() + sent, out_.size() - sent, MSG_NOSIGNAL);
    if (count < 0) {
      if (errno == EINTR) continue;
      if (errno == EAGAIN) break;
      drop();
      return;
    }
    sent += static_cast<std::size_t>(count);
    if (sent < out_.size()) continue;
  }
  if (sent > 0) stuck_since_ = now;
  if (sent == out_.size()) {
    if (out_.capacity() > 1024) {
      out_ = std::string();
    } else {
      out_.clear();
    }
    if (closing_) said_goodbye();
    return;
  }
  out_.erase(0, sent);
  blocked_ = true;
  loop_.change(fd_, *this, to_read | EPOLLOUT);
}

}  // namespace hotaka::server
