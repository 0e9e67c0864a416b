#include "bots/ratuki/plan.h"

#include <algorithm>

#include "bots/ratuki/judgement.h"
#include "bots/ratuki/reaction.h"

namespace hotaka::bots {

using namespace ratuki;

namespace {

bool chance(int percent, Rng& rng) { return rng.below(100) < static_cast<std::uint32_t>(percent); }

// R11: when the hand may move again.
Time rested_at(const View& view, Seat seat) {
  const Time last = view.players[seat].last;
  return last == not_yet ? 0 : last + view.options.hand_time(seat);
}

// When somebody played last, as far as the seat knows: an own card counts before it is settled.
Time last_play(const View& view) {
  Time last = std::max<Time>(view.last_play, 0);
  for (const Stack& stack : view.stacks) {
    if (!stack.pending.empty()) last = std::max(last, stack.since);
  }
  return last;
}

}  // namespace

RatukiPlan plan(const RatukiLevel& level, const View& view, Seat seat, std::uint64_t seed) {
  if (view.step != Step::round) return {never, std::nullopt};
  Rng rng(seed);
  const Pace pace(level, rng);
  const Time rested = rested_at(view, seat);
  // With a hand that is tied for long it is too early to decide.
  const Time soon = rested - level.mean_ms;
  if (soon > view.now + level.mean_ms)
    return {soon + rng.below(static_cast<std::uint32_t>(level.mean_ms / 2)), std::nullopt};

  const Time silent = last_play(view) + std::min<Time>(longest_silence, view.options.idle_ms / 2);
  const bool pressed = view.now + pace.slowest() >= silent;
  Sight sight(view, seat);
  for (int slot = 0; slot < sight.players; ++slot)
    sight.places[slot].seen = chance(level.notice_percent, rng) || pressed;
  auto action =
      chance(level.sense_percent, rng) ? sensible(sight, pressed, rng) : thoughtless(sight, rng);
  const bool reads = action && action->kind != Action::Kind::out;
  Time at = view.now + (reads ? pace.time(action->card) : pace.plain());
  if (pressed) at = std::min(at, std::max(view.now, silent) + slowest_awake);
  if (at < rested) at = rested + rng.below(100);
  if (action) action->t = at;
  return {at, action};
}

}  // namespace hotaka::bots
