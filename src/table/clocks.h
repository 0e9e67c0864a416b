#pragma once
// The players' clocks in games with turns. Whoever is to decide has the clock running.

#include <array>
#include <optional>

#include "base/seat.h"
#include "games/game.h"
#include "table/setup.h"

namespace hotaka::table {

class Clocks {
 public:
  void begin(const TimeControl& control);
  // From now on this place's clock runs, or none; the one that ran until now is stopped, and has
  // earned the time of a turn if its player made it.
  void run(int place, Time now, bool earned);

  // The clock that runs was charged until `alive_at` at most, and goes on from now.
  void resume(Time alive_at, Time now);

  int running() const { return running_; }
  Time left(int place, Time now) const;
  // When the running clock is out.
  std::optional<Time> deadline() const;

 private:
  TimeControl control_;
  std::array<Time, max_players> left_{};
  int running_ = nobody;
  Time since_ = 0;
};

}  // namespace hotaka::table
