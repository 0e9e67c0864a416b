#pragma once
// What a run of the laws found. No test framework here: the same laws run natively and as
// WebAssembly.

#include <cstdint>
#include <string>
#include <vector>

namespace hotaka::laws {

class Findings {
 public:
  // `where` is only asked for when the law is broken.
  template <class Where>
  void expect(bool holds, const char* law, Where&& where) {
    ++checked;
    if (holds) return;
    ++broken;
    if (texts.size() < 10) texts.push_back(std::string(law) + ": " + where());
  }

  std::int64_t checked = 0;
  std::int64_t broken = 0;
  std::int64_t redealt =
      0;  // how often dealing anew changed something: a law that never bites is none
  std::vector<std::string> texts;
};

}  // namespace hotaka::laws
