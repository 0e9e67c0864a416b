// The laws as a WebAssembly module for Node (script/node/laws.mjs): one short call for each
// variant.

#include <cstdint>

#include "laws/laws.h"

namespace {

using namespace hotaka;

laws::Findings& findings() {
  static laws::Findings all;
  return all;
}

std::string& report() {
  static std::string text;
  return text;
}

}  // namespace

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

EXPORT(variant_count) std::int32_t variant_count(std::int32_t game) {
  std::int32_t count = 0;
  std::int32_t index = 0;
  TestGames::any_of([&]<class G>() {
    if (index++ == game) count = static_cast<std::int32_t>(G::variants().size());
    return false;
  });
  return count;
}

EXPORT(run) void run(std::int32_t game, std::int32_t variant) {
  std::int32_t index = 0;
  TestGames::any_of([&]<class G>() {
    if (index++ == game)
      laws::run_variant<G>(static_cast<std::size_t>(variant), 1, 400, findings());
    return false;
  });
}

EXPORT(checked) double checked() { return static_cast<double>(findings().checked); }
EXPORT(broken) double broken() { return static_cast<double>(findings().broken); }

EXPORT(report_text) const char* report_text() {
  report().clear();
  for (const std::string& text : findings().texts) report() += text + "\n";
  return report().c_str();
}
