#include "table/clocks.h"

#include <algorithm>

namespace hotaka::table {

void Clocks::begin(const TimeControl& control) {
  control_ = control;
  left_.fill(control.kind == TimeControl::Kind::slow ? control.turn : control.bank);
  running_ = nobody;
}

void Clocks::run(int place, Time now, bool earned) {
  if (!control_.on() || place == running_) return;
  if (running_ != nobody) {
    left_[running_] = left(running_, now);
    if (earned && control_.kind == TimeControl::Kind::relaxed) left_[running_] += control_.turn;
  }
  running_ = place;
  since_ = now;
  if (place != nobody && control_.kind == TimeControl::Kind::slow) left_[place] = control_.turn;
}

void Clocks::resume(Time alive_at, Time now) {
  if (running_ == nobody) return;
  left_[running_] = left(running_, std::clamp(alive_at, since_, std::max(since_, now)));
  since_ = now;
}

Time Clocks::left(int place, Time now) const {
  if (place != running_) return left_[place];
  return std::max<Time>(0, left_[place] - (now - since_));
}

std::optional<Time> Clocks::deadline() const {
  if (running_ == nobody) return std::nullopt;
  return since_ + left_[running_];
}

}  // namespace hotaka::table
