#include "cli/server/admin_client.h"

#include <pwd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "base/json_fields.h"
#include "server/admin_socket.h"

namespace hotaka::cli {

namespace {

Error failed(const std::string& why) { return {"unavailable", why}; }

// A file descriptor that is closed in the end.
struct Socket {
  explicit Socket(int its_fd) : fd(its_fd) {}
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  ~Socket() {
    if (fd >= 0) close(fd);
  }
  int fd;
};

std::string owner_of(const std::string& path) {
  struct stat about{};
  if (stat(path.c_str(), &about) != 0) return "USER";
  const passwd* const user = getpwuid(about.st_uid);
  return user == nullptr ? fmt::format("#{}", about.st_uid) : user->pw_name;
}

Error not_connected(const AdminAddress& address, const std::string& path, int error) {
  const std::string folder = path.substr(0, path.rfind('/'));
  switch (error) {
    case ENOENT:
      if (!address.socket.empty()) {
        return failed(fmt::format("there is no {}: is the server running, with --admin-socket {}?",
                                  path, path));
      }
      return failed(
          fmt::format("no server runs with the data folder {0}: there is no {1}. Start one with "
                      "hotaka serve --data {0}, or say with --data DATA where its data is",
                      address.data, path));
    case ECONNREFUSED:
      return failed(
          fmt::format("no server answers at {}: it was killed. Start it again, then the "
                      "socket is there again",
                      path));
    case EACCES:
      return failed(fmt::format(
          "you may not open {}: try it as the user that the server runs as: sudo -u {} hotaka "
          "admin ..",
          path, owner_of(access(path.c_str(), F_OK) == 0 ? path : folder)));
    default: return failed(fmt::format("cannot open {}: {}", path, std::strerror(error)));
  }
}

// Reads an answer with its Content-Length; returns its body.
Result<std::string> read_answer(int fd, int& status) {
  const Error broken = failed("the server did not answer: look at its log");
  std::string bytes;
  std::size_t end = std::string::npos;
  std::size_t size = 0;
  std::array<char, 65536> buffer;
  while (end == std::string::npos || bytes.size() < end + 4 + size) {
    const ssize_t count = recv(fd, buffer.data(), buffer.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN)
      return failed("the server did not answer within 30 seconds: is its database busy?");
    if (count <= 0) return broken;
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
    if (end != std::string::npos) continue;
    end = bytes.find("\r\n\r\n");
    if (end == std::string::npos) continue;
    const auto length = bytes.find("Content-Length: ");
    if (length > end || bytes.size() < 12) return broken;
    std::from_chars(bytes.data() + length + 16, bytes.data() + end, size);
    std::from_chars(bytes.data() + 9, bytes.data() + 12, status);
  }
  return bytes.substr(end + 4);
}

}  // namespace

Result<std::string> ask_server(const AdminAddress& address, const std::string& command,
                               const std::string& body) {
  const std::string path =
      address.socket.empty() ? server::admin_socket_path(address.data) : address.socket;
  if (path.empty()) {
    return failed(
        "a server with PostgreSQL has no data folder: start it with --admin-socket PATH, and "
        "name the same with hotaka admin --socket PATH");
  }
  sockaddr_un where{};
  where.sun_family = AF_UNIX;
  if (path.size() >= sizeof where.sun_path) return failed(path + " is too long for a socket");
  std::memcpy(where.sun_path, path.data(), path.size());
  const Socket opened(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const timeval patience{30, 0};
  setsockopt(opened.fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (connect(opened.fd, reinterpret_cast<const sockaddr*>(&where), sizeof where) != 0)
    return not_connected(address, path, errno);
  const std::string request = fmt::format(
      "POST /admin/{} HTTP/1.1\r\nHost: admin\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{}",
      command, body.size(), body);
  std::size_t sent = 0;
  while (sent < request.size()) {
    const ssize_t count =
        send(opened.fd, request.data() + sent, request.size() - sent, MSG_NOSIGNAL);
    if (count < 0) break;
    sent += static_cast<std::size_t>(count);
  }
  int status = 0;
  auto answer = read_answer(opened.fd, status);
  constexpr int fine = 200;
  if (!answer || status == fine) return answer;
  json::Fields error;
  if (error.read(*answer) || !error.has("why")) return failed(*answer);
  return failed(std::string(*error.text("why")));
}

}  // namespace hotaka::cli
