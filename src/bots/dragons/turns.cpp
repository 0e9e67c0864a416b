#include "bots/dragons/turns.h"

#include <algorithm>

namespace hotaka::bots {

namespace {

using namespace dragons;

using Line = List<Action, 4>;

void add(std::vector<Turn>& out, const Line& line, const State& after) {
  const std::uint64_t id = hash(after);
  const auto same = [&](const Turn& turn) { return turn.id == id; };
  if (std::none_of(out.begin(), out.end(), same)) out.push_back({line, after, id});
}

void extend(std::vector<Turn>& out, const State& state, const Line& so_far) {
  Actions actions;
  legal(state, state.side, actions);
  for (const Action action : actions) {
    Line line = so_far;
    line.push(action);
    State next = state;
    apply(next, state.side, action);
    if (next.step == Step::over || next.side != state.side) {
      add(out, line, next);
    } else {
      extend(out, next, line);
    }
  }
}

}  // namespace

void whole_turns(const State& state, std::vector<Turn>& out) {
  out.clear();
  extend(out, state, {});
}

}  // namespace hotaka::bots
