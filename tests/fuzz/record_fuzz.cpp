// Any bytes as a record file, replayed and verified: no crash, no hang, and every answer is JSON.

#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/json.h"
#include "fair/verify.h"
#include "record/json_lines.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hotaka;
  std::string out;
  record::JsonLines lines(out, "fuzz");
  record::Replay replay(lines);
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // In two pieces, so that lines are put together as well.
  replay.feed(bytes.substr(0, size / 2));
  replay.feed(bytes.substr(size / 2));
  replay.finish();
  fair::verify_text(bytes, fair::Verifier::Form::json, out);
  record::LineCutter check;
  const auto valid = [](std::string_view text) {
    if (json::check(text)) std::abort();
  };
  check.feed(out, valid, [] {});
  return 0;
}
