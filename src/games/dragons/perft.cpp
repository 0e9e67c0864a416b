#include "games/dragons/perft.h"

#include "games/dragons/rules.h"

namespace hotaka::dragons {

std::uint64_t perft(const State& state, int depth) {
  if (depth == 0 || state.step == Step::over) return 1;
  std::uint64_t count = 0;
  if (state.step == Step::first) {
    for (const Seat seat : {white, black}) {
      State next = state;
      apply(next, Chance::first(seat));
      count += perft(next, depth);
    }
    return count;
  }
  if (state.step == Step::roll) {
    for (int a = 1; a <= 6; ++a) {
      for (int b = 1; b <= a; ++b) {
        State next = state;
        set_dice(next, a, b);
        count += perft(next, depth);
      }
    }
    return count;
  }
  Actions actions;
  legal(state, state.side, actions);
  if (actions.empty()) {
    State next = state;
    end_turn(next);
    return perft(next, state.unused_roll() ? depth - 1 : depth);
  }
  if (depth == 1) return actions.size();
  for (const Action action : actions) {
    State next = state;
    apply(next, state.side, action);
    count += perft(next, depth - 1);
  }
  return count;
}

}  // namespace hotaka::dragons
