#include "runner/real_time_bots.h"

#include <algorithm>

#include "games/ratuki/ratuki.h"
#include "games/typed.h"

namespace hotaka::runner {

using table::Table;
using table::Time;

namespace {

constexpr Time immediately = 0;  // long ago by any host's clock

// Between two rounds there is nothing to see.
bool round_is_on(const Table& table) {
  return table.stage() == table::Stage::running && table.game().is_real_time() &&
         table.game().current_phase() == Phase::action;
}

bool is_bot(const Table& table, std::size_t player) {
  return player < table.places().size() && table.places()[player].by_bot();
}

}  // namespace

bool RealTimeBots::has_plan(const Table& table, int player) const {
  return chairs_[static_cast<std::size_t>(player)].round == table.round_start();
}

Time RealTimeBots::next_time(const Table& table) const {
  if (!round_is_on(table)) return never;
  Time first = never;
  for (std::size_t i = 0; i < table.places().size(); ++i) {
    if (!is_bot(table, i)) continue;
    if (!has_plan(table, static_cast<int>(i))) return immediately;
    first = std::min(first, chairs_[i].plan.at);
  }
  return first == never ? never : table.round_start() + first;
}

void RealTimeBots::look(const Table& table, Time from) {
  if (!round_is_on(table)) return;
  for (std::size_t i = 0; i < chairs_.size(); ++i) {
    Chair& chair = chairs_[i];
    if (!is_bot(table, i)) chair.round = -1;
    const int player = static_cast<int>(i);
    if (!is_bot(table, i) || has_plan(table, player)) continue;
    chair.round = table.round_start();
    chair.plan = {ratuki::never, std::nullopt};
    ratuki::State state = match_of<ratuki::Ratuki>(table.game())->state;
    const Time now = std::max(from - table.round_start(), state.now);
    ratuki::advance(state, now);
    if (phase(state) != Phase::action) continue;
    state.now = now;
    const Seat seat = table.seat_of(player);
    chair.plan =
        bots::plan(*bots::ratuki_level(table.places()[i].level), view(state, Viewer::seat(seat)),
                   seat, bots::plan_seed(table.bot_seed(seat), seat, ++chair.decisions));
  }
}

std::optional<BotMove> RealTimeBots::take(const Table& table) {
  Chair* first = nullptr;
  int player = nobody;
  for (std::size_t i = 0; i < table.places().size(); ++i) {
    if (!is_bot(table, i) || !has_plan(table, static_cast<int>(i))) continue;
    if (first != nullptr && chairs_[i].plan.at >= first->plan.at) continue;
    first = &chairs_[i];
    player = static_cast<int>(i);
  }
  if (first == nullptr) return std::nullopt;
  first->round = -1;  // looks again, at what then is
  const bots::Plan plan = first->plan;
  if (!plan.action) return std::nullopt;
  BotMove move{table.round_start() + plan.at, player, {}};
  append_text(move.act.action, *plan.action);
  move.act.t = plan.at;
  return move;
}

}  // namespace hotaka::runner
