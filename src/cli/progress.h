#pragma once
// A line on standard error that says how far a long task is and how long it will take. Only on a
// terminal, and only after two seconds.

#include <chrono>
#include <cstdint>
#include <string>

namespace hotaka::cli {

class Progress {
 public:
  // `total` of what is counted, 0 if nobody knows.
  Progress(std::string what, std::uint64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void at(std::uint64_t done);

 private:
  void show(std::uint64_t done, double seconds);

  std::string what_;
  std::uint64_t total_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace hotaka::cli
