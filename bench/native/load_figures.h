#pragma once
// What a load test measures: times of actions, and what the server's process and the machine used
// meanwhile.

#include <cstdint>
#include <vector>

namespace hotaka::bench {

// Milliseconds, in any order.
class Times {
 public:
  void add(double ms) { all_.push_back(static_cast<float>(ms)); }
  std::size_t count() const { return all_.size(); }
  // The time that this share of all did not exceed; 0 if there is none.
  double quantile(double share);

 private:
  std::vector<float> all_;
};

// CPU seconds since the start of each, but for `wall`.
struct Used {
  double wall = 0;
  double server = 0;
  double client = 0;
  double machine = 0;  // everybody on it
};
Used used_now(int server);

// The memory of a process that is no file's; 0 if it cannot be read.
double anonymous_kb(int process);

}  // namespace hotaka::bench
