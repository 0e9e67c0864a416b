#include "runner/real_time_bots.h"

#include <algorithm>

namespace hotaka::runner {

using table::Place;
using table::Table;
using table::Time;

namespace {

constexpr Time immediately = 0;  // long ago by any host's clock

// Between two rounds there is nothing to see.
bool round_is_on(const Table& table) {
  return table.stage() == table::Stage::running && table.game().is_real_time() &&
         table.game().current_phase() == Phase::action;
}

const Place& place_of(const Table& table, int player) {
  return table.places()[static_cast<std::size_t>(player)];
}

}  // namespace

bool RealTimeBots::has_plan(const Table& table, int player) const {
  const Chair& chair = chairs_[static_cast<std::size_t>(player)];
  return plans_.has(player) && chair.round == table.round_start() &&
         chair.level == place_of(table, player).level;
}

Time RealTimeBots::next_time(const Table& table) const {
  if (!round_is_on(table)) return never;
  Time first = never;
  for (int player = 0; player < static_cast<int>(table.places().size()); ++player) {
    if (!place_of(table, player).by_bot()) continue;
    if (!has_plan(table, player)) return immediately;
    first = std::min(first, plans_[player].at);
  }
  return first == never ? never : table.round_start() + first;
}

void RealTimeBots::look(const Table& table, Time from) {
  if (!round_is_on(table)) return;
  for (int player = 0; player < static_cast<int>(table.places().size()); ++player) {
    if (!place_of(table, player).by_bot()) {
      plans_.clear(player);
    } else if (!has_plan(table, player)) {
      make_plan(table, player, from);
    }
  }
}

void RealTimeBots::make_plan(const Table& table, int player, Time from) {
  Chair& chair = chairs_[static_cast<std::size_t>(player)];
  const std::string& level = place_of(table, player).level;
  if (chair.bot == nullptr || chair.level != level)
    chair.bot = bots::make_any_real_time_bot(table.game().name(), level);
  chair.round = table.round_start();
  chair.level = level;
  const Time now = std::max(from - chair.round, table.game().time());
  const Seat seat = table.seat_of(player);
  const std::uint64_t seed = plans_.next_seed(table.bot_seed(seat), seat, player);
  plans_.set(player,
             chair.bot == nullptr ? bots::Plan<std::string>()
                                  : chair.bot->plan(table.game(), now, seat, seed),
             now);
}

std::optional<BotMove> RealTimeBots::take(const Table& table) {
  const int player = plans_.first();
  if (player == nobody) return std::nullopt;
  auto plan = plans_.take(player);  // the bot looks again, at what then is
  if (!plan.action) return std::nullopt;
  BotMove move{table.round_start() + plan.at, player, {}};
  move.act.action = std::move(*plan.action);
  move.act.t = plan.at;
  return move;
}

}  // namespace hotaka::runner
