#include "server/connections.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/text.h"
#include "server/address.h"
#include "server/log.h"

namespace hotaka::server {

namespace {

Response too_many_connections() {
  return error_response({"unavailable", "too many connections: try again later"});
}

}  // namespace

Connections::Connections(Loop& loop, Receiver& receiver, const Config& config)
    : loop_(loop),
      receiver_(receiver),
      config_(config),
      max_open_(static_cast<std::size_t>(config.connections)) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    constexpr rlim_t others = 64;  // files, databases, pipes
    if (limit.rlim_cur > others) max_open_ = std::min(max_open_, limit.rlim_cur - others);
  }
}

Connections::~Connections() { stop_listening(); }

void Connections::stop_listening() {
  if (listener_ < 0) return;
  loop_.remove(listener_);
  close(listener_);
  listener_ = -1;
}

MaybeError Connections::listen() {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICHOST;
  addrinfo* found = nullptr;
  if (getaddrinfo(config_.address.c_str(), to_text(config_.port).c_str(), &hints, &found) != 0)
    return Error{"cannot_listen", in_quotes(config_.address) +
                                      " is no address to listen on: try 127.0.0.1 or 0.0.0.0"};
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owned(found, &freeaddrinfo);
  listener_ = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener_ < 0) return Error{"cannot_listen", "the system gives no more sockets"};
  const int on = 1;
  setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  constexpr int backlog = 4096;
  if (bind(listener_, found->ai_addr, found->ai_addrlen) != 0 ||
      ::listen(listener_, backlog) != 0) {
    const std::string why = std::strerror(errno);
    close(listener_);
    listener_ = -1;
    return Error{"cannot_listen", "cannot listen on port " + to_text(config_.port) + ": " + why +
                                      "; choose another one with --port"};
  }
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  getsockname(listener_, reinterpret_cast<sockaddr*>(&bound), &size);
  port_ = ntohs(bound.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6*>(&bound)->sin6_port
                                            : reinterpret_cast<sockaddr_in*>(&bound)->sin_port);
  loop_.add(listener_, *this, EPOLLIN);
  return std::nullopt;
}

void Connections::on_ready(std::uint32_t) {
  constexpr int max_accepted = 64;  // then others have their turn
  for (int i = 0; i < max_accepted; ++i) {
    sockaddr_storage peer{};
    socklen_t size = sizeof peer;
    const int fd =
        accept4(listener_, reinterpret_cast<sockaddr*>(&peer), &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) {
      const bool is_exhausted =
          errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
      if (is_exhausted) pause(std::strerror(errno));
      return;
    }
    std::array<char, NI_MAXHOST> text{};
    getnameinfo(reinterpret_cast<sockaddr*>(&peer), size, text.data(), text.size(), nullptr, 0,
                NI_NUMERICHOST);
    add(fd, normalize_address(text.data()));
  }
}

// Those who wait would otherwise be announced again and again.
void Connections::pause(const char* why) {
  log("could not accept", {{"why", why}});
  loop_.modify(listener_, *this, 0);
  is_resting_ = true;
}

void Connections::resume() {
  if (!std::exchange(is_resting_, false) || listener_ < 0) return;
  loop_.modify(listener_, *this, EPOLLIN);
}

bool Connections::is_limited(const std::string& address) const {
  if (is_loopback(address)) return false;
  const auto found = by_address_.find(limit_key(address));
  return found != by_address_.end() && found->second >= config_.connections_per_address;
}

void Connections::uncount(const std::string& address) {
  const auto found = by_address_.find(limit_key(address));
  if (found != by_address_.end() && --found->second <= 0) by_address_.erase(found);
}

bool Connections::identify(Connection& connection, const Request& request) {
  if (!config_.behind_proxy) return true;
  std::string client = normalize_address(request.header("X-Real-IP"));
  if (client.empty()) client = connection.address();
  if (const MaybeError banned = gate_ ? gate_(client) : std::nullopt) {
    connection.respond(error_response(*banned));
    return false;
  }
  if (limit_key(client) != limit_key(connection.client())) {
    if (is_limited(client)) {
      connection.respond(too_many_connections());
      return false;
    }
    uncount(connection.client());
    ++by_address_[limit_key(client)];
  }
  connection.set_client(std::move(client));
  return true;
}

void Connections::add(int fd, std::string address) {
  const MaybeError banned = gate_ && !config_.behind_proxy ? gate_(address) : std::nullopt;
  if (banned || open_ >= max_open_ || (!config_.behind_proxy && is_limited(address))) {
    std::string out;
    const Response response = banned ? error_response(*banned) : too_many_connections();
    append_response(out, response, false, false);
    receiver_.on_response(response.status);
    [[maybe_unused]] const auto sent = send(fd, out.data(), out.size(), MSG_NOSIGNAL);
    close(fd);
    return;
  }
  const int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ++by_address_[limit_key(address)];
  ++open_;
  auto& made = all_[++last_number_];
  made = std::make_unique<Connection>(loop_, receiver_, fd, std::move(address));
  made->set_number(last_number_);
}

Connection* Connections::find(std::uint64_t number) {
  const auto found = all_.find(number);
  return found == all_.end() || found->second->closed() ? nullptr : found->second.get();
}

void Connections::freed(const Connection& connection) {
  --open_;
  resume();
  uncount(connection.client());
}

void Connections::flush(std::int64_t now) {
  for (std::size_t i = 0; i < dirty_.size(); ++i) all_.at(dirty_[i])->flush(now);  // marks others
  for (const std::uint64_t number : dirty_) {
    const auto found = all_.find(number);
    if (found != all_.end() && found->second->closed()) all_.erase(found);
  }
  dirty_.clear();
}

std::optional<std::int64_t> Connections::resume_due(std::int64_t now) {
  std::vector<std::uint64_t> due;
  while (!resumes_.empty() && resumes_.begin()->first <= now) {
    due.push_back(resumes_.begin()->second);
    resumes_.erase(resumes_.begin());
  }
  for (const std::uint64_t number : due) {
    if (Connection* const found = find(number)) found->resume();
  }
  return resumes_.empty() ? std::nullopt : std::optional(resumes_.begin()->first);
}

void Connections::sweep(std::int64_t now) {
  resume();
  each([now](Connection& connection) { connection.check_time(now); });
}

}  // namespace hotaka::server
