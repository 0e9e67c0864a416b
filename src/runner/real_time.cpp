#include "runner/real_time.h"

#include <algorithm>

namespace hotaka::runner {

using table::Table;
using table::Time;

namespace {

MaybeError execute_press(Table& table, const Press& press) {
  if (press.round_start != table.round_start())
    return Error{"round_over", "the round was over before the action arrived"};
  return table.execute(press.act, {press.person, press.name}, press.at);
}

}  // namespace

Press make_press(const Table& table, table::Act act, const table::Person& person, Time now,
                 Time max_delay) {
  const Time start = table.round_start();
  const Time arrived = now - start;
  // Clamped before anything is added to it: a client may write any number.
  const Time t = std::clamp(act.t.value_or(arrived), arrived - max_delay, arrived);
  act.t = t;
  Press press;
  press.at = start + t;
  press.round_start = start;
  press.person = person.id;
  press.name = person.name;
  press.act = std::move(act);
  return press;
}

MaybeError execute(Table& table, const Due& due) {
  if (const auto* press = std::get_if<Press>(&due)) return execute_press(table, *press);
  if (const auto* move = std::get_if<BotMove>(&due))
    return table.act(move->player, move->act, move->at);
  (void)table.tick(std::get<Deadline>(due).at);
  return std::nullopt;
}

void RealTimeQueue::hold(Press press) {
  const auto behind = std::ranges::upper_bound(presses_, press.at, {}, &Press::at);
  presses_.insert(behind, std::move(press));
}

std::vector<Press> RealTimeQueue::take_presses() { return std::exchange(presses_, {}); }

std::optional<Time> RealTimeQueue::next_time(const Table& table) const {
  Time first = std::min(table.wake().value_or(never), bots_.next_time(table));
  if (!presses_.empty()) first = std::min(first, presses_.front().at);
  if (first == never) return std::nullopt;
  return first;
}

std::optional<Due> RealTimeQueue::next(const Table& table, Time until) {
  for (;;) {
    bots_.look(table, settled_);
    const auto first = next_time(table);
    if (!first || *first > until) {
      settled_ = until;
      return std::nullopt;
    }
    settled_ = *first;
    if (table.wake() == first) return Deadline{*first};
    if (!presses_.empty() && presses_.front().at == *first) {
      Press press = std::move(presses_.front());
      presses_.erase(presses_.begin());
      return press;
    }
    if (auto move = bots_.take(table)) return std::move(*move);
  }
}

}  // namespace hotaka::runner
