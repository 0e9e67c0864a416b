#pragma once
// The answer of `hotaka replay --json`: one JSON object a line, as docs/records.md describes.

#include <string>
#include <string_view>
#include <vector>

#include "record/replay.h"

namespace hotaka::record {

// Appends to `out`; whoever owns it empties it from time to time. `file` is named in errors.
class JsonLines final : public Replay::Listener {
 public:
  JsonLines(std::string& out, std::string file) : out_(out), file_(std::move(file)) {}

  void on_entry(const Replay& replay) override;
  void on_result(const Replay& replay) override;
  void on_error(const Replay& replay, const std::string& why) override;

 private:
  void begin(const Replay& replay, bool with_entry);

  std::string& out_;
  std::string file_;
  std::vector<std::string> texts_;
};

}  // namespace hotaka::record
