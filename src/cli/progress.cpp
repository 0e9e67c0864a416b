#include "cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace hotaka::cli {

namespace {

std::string spoken(double seconds) {
  const auto whole = std::lround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

Progress::Progress(std::string what, std::uint64_t total)
    : what_(std::move(what)),
      total_(total),
      terminal_(isatty(STDERR_FILENO) != 0),
      start_(std::chrono::steady_clock::now()),
      next_(start_ + std::chrono::seconds(2)) {}

Progress::~Progress() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::at(std::uint64_t done) {
  if (!terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  show(done, std::chrono::duration<double>(now - start_).count());
}

void Progress::show(std::uint64_t done, double seconds) {
  shown_ = true;
  if (total_ == 0 || done == 0) {
    fmt::print(stderr, "\r\x1b[K{}: {} so far, {}", what_, done, spoken(seconds));
  } else {
    const double part = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
    constexpr int width = 30;
    const int filled = static_cast<int>(part * width);
    fmt::print(stderr, "\r\x1b[K{} [{:=<{}}{:.<{}}] {:3.0f}%, {} left", what_, "", filled, "",
               width - filled, 100 * part, spoken(seconds / part - seconds));
  }
  std::fflush(stderr);
}

}  // namespace hotaka::cli
