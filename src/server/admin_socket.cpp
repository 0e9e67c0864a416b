#include "server/admin_socket.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/text.h"

namespace hotaka::server {

namespace {

MaybeError failed(const std::string& path, const std::string& why) {
  return Error{"cannot_listen", "cannot make the socket for hotaka admin, " + path + ": " + why +
                                    "; choose another place with --admin-socket PATH"};
}

// Whether somebody listens there.
bool is_in_use(const sockaddr_un& address) {
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const bool connected =
      fd >= 0 && connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  const bool is_full = !connected && errno == EAGAIN;
  if (fd >= 0) ::close(fd);
  return connected || is_full;
}

bool is_socket(const std::string& path) {
  struct stat about{};
  return lstat(path.c_str(), &about) == 0 && S_ISSOCK(about.st_mode);
}

}  // namespace

std::string admin_socket_path(const std::string& data) {
  return data.find("://") == std::string::npos ? data + "/admin.sock" : "";
}

std::string admin_socket_path(const Config& config) {
  return config.admin_socket.empty() ? admin_socket_path(config.data) : config.admin_socket;
}

MaybeError AdminSocket::listen(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path)
    return failed(path, "its path has more than 107 bytes");
  std::memcpy(address.sun_path, path.data(), path.size());
  if (is_in_use(address)) return failed(path, "another server uses it");
  if (is_socket(path)) unlink(path.c_str());
  listener_ = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  // The mode of the open socket is that of the file: nobody else can open it at any moment.
  constexpr int backlog = 16;
  if (listener_ < 0 || fchmod(listener_, S_IRUSR | S_IWUSR) != 0 ||
      bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      chmod(path.c_str(), S_IRUSR | S_IWUSR) != 0 || ::listen(listener_, backlog) != 0) {
    const std::string why = std::strerror(errno);
    if (listener_ >= 0) ::close(listener_);
    listener_ = -1;
    return failed(path, why);
  }
  path_ = path;
  loop_.add(listener_, *this, EPOLLIN);
  return std::nullopt;
}

void AdminSocket::close() {
  if (listener_ < 0) return;
  loop_.remove(listener_);
  ::close(listener_);
  listener_ = -1;
  unlink(path_.c_str());
}

void AdminSocket::on_ready(std::uint32_t) {
  const int fd = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (fd < 0) {
    // The system gives no more descriptors: the loop must not come back for this until sweep().
    if (errno == EMFILE || errno == ENFILE) loop_.modify(listener_, *this, 0);
    return;
  }
  ucred peer{};
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) {
    ::close(fd);
    return;
  }
  connections_.add(fd, "uid " + to_text(peer.uid));
}

void AdminSocket::sweep(std::int64_t now) {
  connections_.sweep(now);
  if (listener_ >= 0) loop_.modify(listener_, *this, EPOLLIN);
}

void AdminSocket::respond(std::uint64_t to, const Response& response) {
  if (Connection* found = connections_.find(to)) found->respond(response);
}

}  // namespace hotaka::server
