#include "bots/ratuki/host.h"

#include <algorithm>

namespace hotaka::bots {

using namespace ratuki;

void RatukiBots::look(const State& state, Seat seat) {
  Chair& chair = chairs_[seat];
  chair.plan = ask(*chair.level, view(state, Viewer::seat(seat)), seat,
                   plan_seed(seed_, seat, ++chair.decisions));
}

void RatukiBots::begin(const State& state) {
  for (Seat seat = 0; seat < state.options.players; ++seat) {
    if (chairs_[seat].level) look(state, seat);
  }
}

Seat RatukiBots::next_seat() const {
  Seat next = 0;
  for (Seat seat = 1; seat < most_players; ++seat) {
    if (chairs_[seat].plan.at < chairs_[next].plan.at) next = seat;
  }
  return next;
}

Time RatukiBots::next_time() const { return chairs_[next_seat()].plan.at; }

std::optional<Done<Ratuki>> RatukiBots::step(State& state, Time until) {
  while (state.step == Step::round) {
    const Seat seat = next_seat();
    const Plan now = chairs_[seat].plan;
    advance(state, std::min(now.at, until));
    if (state.step != Step::round || now.at > until) break;
    state.now = std::max(state.now, now.at);
    const bool done = now.action && try_apply(state, seat, *now.action) == Refusal::none;
    look(state, seat);
    if (state.step != Step::round) rest();
    if (done) return Done<Ratuki>{seat, *now.action};
  }
  if (state.step != Step::round) rest();
  return std::nullopt;
}

void RatukiBots::rest() {
  for (Chair& chair : chairs_) chair.plan = {never, std::nullopt};
}

}  // namespace hotaka::bots
