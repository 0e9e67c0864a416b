#include "server/bot_scheduler.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>

#include "bots/any_bot.h"

namespace hotaka::server {

using table::Place;
using table::Table;

void BotScheduler::consider(LiveTable& live) {
  constexpr table::Time pause = 700;
  const Table& table = *live.table;
  const table::Time bot_move_at = std::exchange(live.bot_move_at, 0);
  if (live.thinking_version == table.version() || live.awaits_bot) return;
  if (live.is_stale) {  // and looked at again when that one has stopped
    *live.is_stale = true;
    return;
  }
  const table::Turn turn = table.turn();
  if (!turn.by_bot || turn.is_held) return;
  if (std::ranges::all_of(table.places(), &Place::by_bot)) {
    const table::Time now = environment_.now();
    if (bot_move_at == 0 || now < bot_move_at) {
      live.bot_move_at = bot_move_at == 0 ? now + pause : bot_move_at;
      return;
    }
  }
  enqueue(live);
  start_next();
}

void BotScheduler::enqueue(LiveTable& live) {
  Queue& queue = tables_.is_watched(live.id) ? watched_ : unwatched_;
  live.awaits_bot = true;
  queue.tables[live.account.empty() ? live.table->host_person() : live.account].push_back(live.id);
  ++waiting_count_;
}

void BotScheduler::start_next() {
  while (busy_ < threads_ && waiting_count_ > 0) {
    auto& [tables, last] = watched_.tables.empty() ? unwatched_ : watched_;
    auto next = tables.upper_bound(last);
    if (next == tables.end()) next = tables.begin();
    last = next->first;
    const std::string id = std::move(next->second.front());
    next->second.pop_front();
    if (next->second.empty()) tables.erase(next);
    --waiting_count_;
    LiveTable* const live = tables_.find(id);
    if (live == nullptr || !live->awaits_bot) continue;
    live->awaits_bot = false;
    const table::Turn turn = live->table->turn();
    if (turn.by_bot && !turn.is_held) start(*live);
  }
}

void BotScheduler::start(LiveTable& live) {
  const Table& table = *live.table;
  const table::Turn turn = table.turn();
  live.thinking_version = table.version();
  live.is_stale = std::make_shared<std::atomic<bool>>(false);
  ++busy_;
  Decision wanted{live.id, table.version(), turn.seat, "", {}};
  workers_.post([this, wanted = std::move(wanted), is_stale = live.is_stale,
                 level = table.places()[static_cast<std::size_t>(turn.player)].level,
                 history = table.history_for(turn.seat), seed = table.bot_seed(turn.seat),
                 game = std::shared_ptr<const AnyGame>(table.game().clone())] {
    environment_.post(
        [this, is_stale, made = think(*game, level, history, wanted, seed, is_stale)] {
          on_thought(made, is_stale);
        });
  });
}

void BotScheduler::on_thought(const Decision& made, const Stale& is_stale) {
  --busy_;
  LiveTable* const live = tables_.find(made.table);
  const bool is_awaited = live != nullptr && live->is_stale == is_stale;
  if (is_awaited) {
    live->is_stale = nullptr;
    live->thinking_version = -1;
    if (*is_stale) {
      consider(*live);
    } else {
      on_decision_(made);
    }
  }
  start_next();
}

BotScheduler::Decision BotScheduler::think(const AnyGame& game, std::string_view level,
                                           const std::vector<DoneText>& history, Decision wanted,
                                           std::uint64_t seed, const Stale& is_stale) {
  using Clock = std::chrono::steady_clock;
  constexpr auto longest = std::chrono::milliseconds(1500);
  constexpr std::uint64_t slice = 256;
  // Each thread keeps the bots that it has made: they remember nothing between two decisions.
  static thread_local std::map<std::pair<std::string, std::string>, std::unique_ptr<bots::AnyBot>>
      known;
  auto& bot = known[{std::string(game.name()), std::string(level)}];
  if (!bot) bot = bots::make_any_bot(game.name(), level);
  if (!bot) return wanted;  // a clock ran out, and nobody can play on: the decision is refused
  const auto begun = Clock::now();
  bot->begin(game, wanted.seat, history, seed);
  std::uint64_t work = 0;
  while (!*is_stale && bot->think(slice) && (work += slice) < bots::usual_work &&
         Clock::now() - begun < longest)
    std::this_thread::yield();  // some systems look only every few ms whether others are waiting
  wanted.action = bot->best();
  wanted.took = Clock::now() - begun;
  return wanted;
}

}  // namespace hotaka::server
