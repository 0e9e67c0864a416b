// From a client's bytes to a table: any bytes at a whole server, by way of its sockets. No crash,
// no hang, and every answer is HTTP, a frame or JSON as it should be.
//
// A line is sent as it is, with CR LF, so a request is its lines. Some begin with what they are:
//   >TEXT  &TEXT  +TEXT  =TEXT   a text frame: whole, the first of several, a further one, the last
//   ~BYTES                       without a line end
//   @                            the other one of two clients speaks from here on
//   !                            it closes, and connects anew
//   .                            bots have a moment
// $K is the last token, $T the last table, $V its version and $L the first legal action.

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <string>

#include "base/json.h"
#include "base/text.h"
#include "server/fakes.h"
#include "server/server.h"

namespace {

using namespace hotaka;

void expect(bool holds) {
  if (!holds) std::abort();
}

// What stands between two texts, searched from the end.
std::string between(std::string_view text, std::string_view before, char after) {
  const auto at = text.rfind(before);
  if (at == std::string_view::npos) return "";
  text.remove_prefix(at + before.size());
  return std::string(text.substr(0, text.find(after)));
}

void replace(std::string& text, std::string_view what, std::string_view by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

// What clients know, for their next lines.
struct Known {
  std::string token, table, version = "0", action;

  void learn(std::string_view json) {
    expect(!json::check(json) && json.starts_with('{'));
    if (const auto found = between(json, "\"token\":\"", '"'); !found.empty()) token = found;
    if (json.find("\"version\":") == std::string_view::npos) return;
    table = between(json, "\"table\":\"", '"');
    version = between(json, "\"version\":", ',');
    action = between(between(json, "\"legal\":{", '}'), ":[\"", '"');
  }
};

// One client: its end of a socket, and a check of all that it is sent.
class Client {
 public:
  Client(server::Server& server, Known& known) : known_(known) {
    std::array<int, 2> ends{};
    expect(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()) == 0);
    fd_ = ends[0];
    server.add(ends[1], "192.0.2.1");
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() { ::close(fd_); }

  void send(std::string_view bytes) {
    sent_ += bytes;
    (void)!::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }
  void receive() {
    std::array<char, 65'536> some{};
    for (ssize_t count = 0; (count = ::recv(fd_, some.data(), some.size(), 0)) > 0;)
      heard_.append(some.data(), static_cast<std::size_t>(count));
    while (is_websocket_ ? take_frame() : take_response()) {
    }
  }

 private:
  bool take_response() {
    const auto end = heard_.find("\r\n\r\n");
    if (end == std::string::npos) return false;
    const std::string head = heard_.substr(0, end + 2);
    expect(head.starts_with("HTTP/1.1 "));
    const std::string status = head.substr(9, 3);
    // Who asks for a head alone is sent no body: what follows is not looked at then.
    if (sent_.find("HEAD") != std::string::npos) return false;
    std::size_t size = 0;
    if (status != "100" && status != "101" && status != "304") {
      const auto length = parse_number(between(head, "\r\nContent-Length: ", '\r'), 1 << 30);
      expect(length.has_value());
      size = static_cast<std::size_t>(*length);
    }
    if (heard_.size() < end + 4 + size) return false;
    const std::string_view body = std::string_view(heard_).substr(end + 4, size);
    if (head.find("Content-Type: application/json") != std::string::npos) known_.learn(body);
    is_websocket_ = status == "101";
    heard_.erase(0, end + 4 + size);
    return true;
  }

  bool take_frame() {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(heard_[i]); };
    if (heard_.size() < 4) return false;
    const unsigned kind = byte(0);
    expect(kind == 0x81 || kind == 0x88 || kind == 0x89 || kind == 0x8a);
    const std::size_t wide = byte(1) == 126 ? 2 : byte(1) == 127 ? 8 : 0;
    if (heard_.size() < 2 + wide) return false;
    std::size_t size = wide == 0 ? byte(1) : 0;
    for (std::size_t i = 0; i < wide; ++i) size = size << 8U | byte(2 + i);
    expect(byte(1) < 128 && (kind == 0x81 || size < 126));
    if (heard_.size() < 2 + wide + size) return false;
    const std::string_view payload = std::string_view(heard_).substr(2 + wide, size);
    if (kind == 0x81) {
      expect(payload.starts_with("{\"type\":\""));
      known_.learn(payload);
    }
    heard_.erase(0, 2 + wide + size);
    return true;
  }

  Known& known_;
  int fd_ = -1;
  bool is_websocket_ = false;
  std::string sent_, heard_;
};

std::string frame(unsigned first, std::string_view payload) {
  std::string out;
  server::append_frame(out, server::Opcode::text, payload);
  out[0] = static_cast<char>(first);
  out[1] = static_cast<char>(out[1] | 0x80);
  out.insert(out.size() - payload.size(), "\0\0\0\0", 4);  // masked with zeros
  return out;
}

class Chain {
 public:
  Chain() : server_(config(), std::make_unique<server::test::FakeStore>()) {
    expect(!server_.open());
    connect();
  }
  // The clients go first: the server hears of it.
  ~Chain() {
    clients_ = {};
    server_.iterate(0);
  }

  void say(std::string_view line) {
    std::string text(line);
    replace(text, "$K", known_.token);
    replace(text, "$T", known_.table);
    replace(text, "$V", known_.version);
    replace(text, "$L", known_.action);
    const char kind = text.empty() ? '\0' : text.front();
    const std::string_view rest = text.empty() ? "" : std::string_view(text).substr(1);
    int wait_ms = 0;
    switch (kind) {
      case '>': client().send(frame(0x81, rest)); break;
      case '&': client().send(frame(0x01, rest)); break;
      case '+': client().send(frame(0x00, rest)); break;
      case '=': client().send(frame(0x80, rest)); break;
      case '~': client().send(rest); break;
      case '!': connect(); break;
      case '@':
        speaker_ = 1 - speaker_;
        if (!clients_[speaker_]) connect();
        break;
      case '.': wait_ms = 2; break;
      default: client().send(text + "\r\n"); break;
    }
    for (int i = 0; i < 4; ++i) server_.iterate(wait_ms);
    for (const auto& one : clients_) {
      if (one) one->receive();
    }
  }

 private:
  static server::Config config() {
    server::Config config;
    config.port = 0;
    config.data = "postgresql://nowhere";  // so there is no folder for the host's socket
    config.bot_threads = 1;
    return config;
  }
  Client& client() { return *clients_.at(speaker_); }
  void connect() { clients_.at(speaker_) = std::make_unique<Client>(server_, known_); }

  Known known_;
  server::Server server_;
  std::array<std::unique_ptr<Client>, 2> clients_;
  std::size_t speaker_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Chain chain;
  int lines = 0;
  for (const std::string_view line : split(text, '\n')) {
    if (++lines > 60) break;
    chain.say(line);
  }
  return 0;
}
