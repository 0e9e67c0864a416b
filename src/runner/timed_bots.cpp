#include "runner/timed_bots.h"

#include <algorithm>

namespace hotaka::runner {

using table::Table;
using table::Time;

void TimedBots::look(const Table& table, int place, ratuki::Time t) {
  Chair& chair = chairs_[static_cast<std::size_t>(place)];
  ratuki::State state = *state_of<ratuki::Ratuki>(table.game());
  ratuki::advance(state, std::max(t, state.now));
  chair.round = table.round_start();
  if (phase(state) != Phase::action) {
    chair.plan = {ratuki::never, std::nullopt};
    return;
  }
  const auto& level = table.places()[static_cast<std::size_t>(place)].level;
  const Seat seat = table.seat_of(place);
  chair.plan = bots::plan(*bots::ratuki_level(level), view(state, Viewer::seat(seat)), seat,
                          bots::plan_seed(table.bot_seed(seat), seat, ++chair.decisions));
}

int TimedBots::next(const Table& table) {
  if (table.stage() != table::Stage::running || !table.game().timed()) return nobody;
  if (table.game().current_phase() != Phase::action) return nobody;
  int first = nobody;
  for (std::size_t i = 0; i < table.places().size(); ++i) {
    if (!table.places()[i].by_bot()) {
      chairs_[i].round = -1;
      continue;
    }
    if (chairs_[i].round != table.round_start()) look(table, static_cast<int>(i), 0);
    if (chairs_[i].plan.at == ratuki::never) continue;
    if (first == nobody || chairs_[i].plan.at < chairs_[static_cast<std::size_t>(first)].plan.at)
      first = static_cast<int>(i);
  }
  return first;
}

std::optional<Time> TimedBots::wake(const Table& table) {
  const int place = next(table);
  if (place == nobody) return std::nullopt;
  return table.round_start() + chairs_[static_cast<std::size_t>(place)].plan.at;
}

bool TimedBots::step(Table& table, Time now) {
  const int place = next(table);
  if (place == nobody) return false;
  const bots::Plan plan = chairs_[static_cast<std::size_t>(place)].plan;
  if (table.round_start() + plan.at > now) return false;
  bool acted = false;
  if (plan.action) {
    std::string text;
    append_text(text, *plan.action);
    table::Act act;
    act.action = std::move(text);
    act.t = plan.at;
    acted = !table.act(place, act, now);
  }
  if (table.game().current_phase() == Phase::action) look(table, place, plan.at);
  return acted;
}

}  // namespace hotaka::runner
