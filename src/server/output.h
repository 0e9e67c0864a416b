#pragma once
// Bytes that wait for a client to take them. What many clients are sent is kept once.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hotaka::server {

using SharedText = std::shared_ptr<const std::string>;

inline SharedText share(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

class Output {
 public:
  // To append to: bytes for this client alone.
  std::string& own();
  // A long text is not copied.
  void append(const SharedText& text);

  std::size_t size() const;
  bool empty() const { return parts_.empty(); }

  enum class Sent : std::uint8_t { all, blocked, failed };
  // As much as the socket takes; `progress` is set if that is anything.
  Sent send_to(int fd, bool& progress);

 private:
  struct Part {
    std::string own;
    SharedText shared;  // instead of the own text

    const std::string& text() const { return shared ? *shared : own; }
  };
  void drop(std::size_t count);  // bytes from the front

  std::vector<Part> parts_;
  std::size_t sent_ = 0;  // bytes of the first part
};

}  // namespace hotaka::server
