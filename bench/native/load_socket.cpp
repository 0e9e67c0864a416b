#include "native/load_socket.h"

#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace hotaka::bench {

namespace {

constexpr std::string_view ask_session =
    "POST /api/session HTTP/1.1\r\nHost: load\r\nContent-Type: application/json\r\n"
    "Content-Length: 15\r\n\r\n{\"bearer\":true}";

// The text behind `before` up to the next quote.
std::string_view quoted(std::string_view text, std::string_view before) {
  const auto found = text.find(before);
  if (found == std::string_view::npos) return {};
  text.remove_prefix(found + before.size());
  return text.substr(0, text.find('"'));
}

}  // namespace

LoadSocket::~LoadSocket() {
  if (fd_ >= 0) ::close(fd_);
}

bool LoadSocket::open(int epoll, const sockaddr_in& server, std::uint32_t number,
                      std::string_view path) {
  fd_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd_ < 0) return false;
  if (connect(fd_, reinterpret_cast<const sockaddr*>(&server), sizeof server) != 0) return false;
  const int on = 1;
  setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u32 = number;
  epoll_ctl(epoll, EPOLL_CTL_ADD, fd_, &event);
  if (!path.empty()) {
    ask_upgrade(path, "");
    return true;
  }
  stage_ = Stage::session;
  write(ask_session);
  return true;
}

void LoadSocket::ask_upgrade(std::string_view path, std::string_view headers) {
  stage_ = Stage::upgrade;
  std::string request = "GET ";
  request += path;
  request +=
      " HTTP/1.1\r\nHost: load\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Key: bG9hZGxvYWRsb2FkbG9hZA==\r\nSec-WebSocket-Version: 13\r\n";
  request += headers;
  write(request + "\r\n");
}

bool LoadSocket::receive() {
  static thread_local std::array<char, std::size_t{64} << 10U> buffer;
  const ssize_t count = ::recv(fd_, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  in_.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0;
}

bool LoadSocket::take_answer() {
  const auto head = in_.find("\r\n\r\n");
  if (head == std::string::npos) return false;
  std::size_t end = head + 4;
  if (stage_ == Stage::upgrade) {
    stage_ = in_.starts_with("HTTP/1.1 101") ? Stage::messages : Stage::none;
    in_.erase(0, end);
    return stage_ == Stage::messages;
  }
  constexpr std::string_view length = "Content-Length: ";
  const auto found = in_.find(length);
  if (found != std::string::npos) end += std::stoul(in_.substr(found + length.size(), 6));
  if (in_.size() < end) return false;
  const std::string token(quoted(in_, "\"token\":\""));
  in_.erase(0, end);
  stage_ = Stage::none;
  if (token.empty()) return false;
  ask_upgrade("/ws", "Authorization: Bearer " + token + "\r\n");
  return true;
}

bool LoadSocket::take_message(std::string_view& text) {
  for (;;) {
    const std::string_view rest = std::string_view(in_).substr(used_);
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(rest[i]); };
    if (rest.size() < 2) return false;
    const unsigned opcode = byte(0) & 15U;
    std::size_t size = byte(1) & 127U;
    std::size_t head = 2;
    const std::size_t wide = size == 126 ? 2 : size == 127 ? 8 : 0;
    if (rest.size() < head + wide) return false;
    if (wide > 0) size = 0;
    for (std::size_t i = 0; i < wide; ++i) size = size << 8U | byte(head + i);
    head += wide;
    if (rest.size() < head + size) return false;
    used_ += head + size;
    text = rest.substr(head, size);
    if (opcode == 1) return true;
    if (opcode == 9) write_frame(10, text);
  }
}

void LoadSocket::write(std::string_view bytes) {
  // What clients send is short and the server takes it: the socket's buffer never fills.
  [[maybe_unused]] const auto sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

void LoadSocket::write_frame(unsigned opcode, std::string_view payload) {
  constexpr std::array<char, 4> mask{0x37, 0x21, 0x5a, 0x0f};
  std::string frame;
  frame += static_cast<char>(0x80U | opcode);
  if (payload.size() < 126) {
    frame += static_cast<char>(0x80U | payload.size());
  } else {
    frame += static_cast<char>(0x80U | 126U);
    frame += static_cast<char>(payload.size() >> 8U);
    frame += static_cast<char>(payload.size() & 255U);
  }
  frame.append(mask.data(), mask.size());
  for (std::size_t i = 0; i < payload.size(); ++i)
    frame += static_cast<char>(payload[i] ^ mask[i % 4]);
  write(frame);
}

void LoadSocket::send(std::string_view text) { write_frame(1, text); }

}  // namespace hotaka::bench
