#pragma once
// A client's end of one WebSocket for load tests: becomes a guest, upgrades, then messages. It
// trusts the server.

#include <netinet/in.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace hotaka::bench {

class LoadSocket {
 public:
  ~LoadSocket();
  LoadSocket() = default;
  LoadSocket(const LoadSocket&) = delete;
  LoadSocket& operator=(const LoadSocket&) = delete;

  // Connects and asks to be somebody; `number` comes back from epoll. With a path, opens the
  // WebSocket there as nobody, as the servers that we compare with want it. False: not possible.
  bool open(int epoll, const sockaddr_in& server, std::uint32_t number, std::string_view path);
  bool is_open() const { return stage_ == Stage::messages; }
  // Reads what has come and calls on_message(text) for each message. False: the end.
  template <class F>
  bool read(F&& on_message);
  // One frame; sent at once.
  void send(std::string_view text);

 private:
  enum class Stage : std::uint8_t { none, session, upgrade, messages };

  bool receive();
  // Takes an HTTP answer off the front of `in_`; false if it is not there yet.
  bool take_answer();
  void ask_upgrade(std::string_view path, std::string_view headers);
  // The next message, or nothing; answers pings.
  bool take_message(std::string_view& text);
  void write(std::string_view bytes);
  void write_frame(unsigned opcode, std::string_view payload);

  int fd_ = -1;
  Stage stage_ = Stage::none;
  std::string in_;
  std::size_t used_ = 0;  // bytes of `in_` that were taken
};

template <class F>
bool LoadSocket::read(F&& on_message) {
  if (!receive()) return false;
  while (stage_ != Stage::messages) {
    if (!take_answer()) return stage_ != Stage::none;
  }
  std::string_view text;
  while (take_message(text)) on_message(text);
  in_.erase(0, used_);
  used_ = 0;
  return true;
}

}  // namespace hotaka::bench
