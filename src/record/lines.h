#pragma once
// Cuts a stream of bytes into lines in constant memory. A line longer than 1 MiB is reported as
// such and skipped.

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace hotaka::record {

inline constexpr std::size_t longest_line = std::size_t{1} << 20U;

class LineCutter {
 public:
  // Calls on_line(text) for each line that is complete, on_overlong() once for each that is too
  // long.
  template <class OnLine, class OnOverlong>
  void feed(std::string_view bytes, OnLine&& on_line, OnOverlong&& on_overlong) {
    while (!bytes.empty()) {
      const void* found = std::memchr(bytes.data(), '\n', bytes.size());
      const std::size_t length =
          found == nullptr
              ? bytes.size()
              : static_cast<std::size_t>(static_cast<const char*>(found) - bytes.data());
      const std::string_view part = bytes.substr(0, length);
      if (held_.size() + length > longest_line) overlong_ = true;
      if (found == nullptr) {
        if (overlong_) {
          held_.clear();
        } else {
          held_ += part;
        }
        return;
      }
      bytes.remove_prefix(length + 1);
      if (overlong_) {
        on_overlong();
      } else if (held_.empty()) {
        on_line(part);
      } else {
        held_ += part;
        on_line(std::string_view(held_));
      }
      held_.clear();
      overlong_ = false;
    }
  }

  // The last line may lack its end.
  template <class OnLine, class OnOverlong>
  void finish(OnLine&& on_line, OnOverlong&& on_overlong) {
    if (overlong_) {
      on_overlong();
    } else if (!held_.empty()) {
      on_line(std::string_view(held_));
    }
    held_.clear();
    overlong_ = false;
  }

 private:
  std::string held_;
  bool overlong_ = false;
};

}  // namespace hotaka::record
