#include "server/output.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace hotaka::server {

std::string& Output::own() {
  if (parts_.empty() || parts_.back().shared) parts_.emplace_back();
  return parts_.back().own;
}

void Output::append(const SharedText& text) {
  constexpr std::size_t worth_sharing = 1024;
  if (text->size() < worth_sharing) {
    own() += *text;
  } else {
    parts_.push_back({{}, text});
  }
}

std::size_t Output::size() const {
  std::size_t size = 0;
  for (const Part& part : parts_) size += part.text().size();
  return size - sent_;
}

void Output::drop(std::size_t count) {
  sent_ += count;
  auto first = parts_.begin();
  while (first != parts_.end() && sent_ >= first->text().size()) {
    sent_ -= first->text().size();
    ++first;
  }
  parts_.erase(parts_.begin(), first);
  if (parts_.empty()) parts_ = {};  // idle clients hold no memory
}

Output::Sent Output::send_to(int fd, bool& progress) {
  while (!parts_.empty()) {
    std::array<iovec, 16> pieces{};
    const std::size_t count = std::min(pieces.size(), parts_.size());
    for (std::size_t i = 0; i < count; ++i) {
      const std::string& text = parts_[i].text();
      const std::size_t from = i == 0 ? sent_ : 0;
      pieces.at(i) = {const_cast<char*>(text.data()) + from, text.size() - from};
    }
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = count;
    const ssize_t sent = ::sendmsg(fd, &message, MSG_NOSIGNAL);
    if (sent >= 0) {
      progress |= sent > 0;
      drop(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN) {
      return Sent::blocked;
    } else if (errno != EINTR) {
      return Sent::failed;
    }
  }
  return Sent::all;
}

}  // namespace hotaka::server
