#pragma once
// The answer of `hotaka replay --json`: one JSON object a line, as docs/records.md describes.

#include <cstdint>
#include <string>
#include <string_view>

#include "record/replay.h"

namespace hotaka::record {

// Appends to `out`; whoever owns it empties it from time to time. `file` is named in errors.
class JsonLines final : public Replay::Listener {
 public:
  // Beside who may act, each line tells what is legal, or the whole position and who sits where.
  enum class Tell : std::uint8_t { legal, position };

  JsonLines(std::string& out, std::string file, Tell tell = Tell::legal)
      : out_(out), file_(std::move(file)), tell_(tell) {}

  void on_entry(const Replay& replay) override;
  void on_error(const Replay& replay, const std::string& why) override;
  void on_last(const Replay& replay) override;

 private:
  void begin(const Replay& replay, bool with_entry);
  void append_legal(const AnyGame& game);
  void append_position(const AnyGame& game);

  std::string& out_;
  std::string file_;
  Tell tell_;
};

}  // namespace hotaka::record
