#pragma once
// Simulated people for ratuki: each looks, thinks for a while and then does something legal at
// random. A new top card catches several eyes at once, so ties happen as they do at a table; now
// and then one dozes off.

#include <array>
#include <optional>

#include "base/rng.h"
#include "games/random_play.h"
#include "games/ratuki/rules.h"

namespace hotaka::ratuki {

struct Ratuki;

class SimulatedPlayers {
 public:
  void begin_round(const State& state, Rng& rng);
  // Lets time pass until somebody acts; nothing if the round is over before that.
  std::optional<Deed<Ratuki>> next(State& state, Rng& rng);

 private:
  Time think(const State& state, Seat seat, Rng& rng) const;
  void notice(const State& state, Seat actor, Time t, Rng& rng);

  std::array<Time, most_players> ready_{};
};

}  // namespace hotaka::ratuki
