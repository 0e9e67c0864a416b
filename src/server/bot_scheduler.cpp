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
  const table::Turn turn = table.turn();
  if (!turn.by_bot || turn.is_held || live.thinking_version == table.version()) return;
  const Place& place = table.places()[static_cast<std::size_t>(turn.player)];
  if (std::ranges::all_of(table.places(), &Place::by_bot)) {
    const table::Time now = environment_.now();
    if (bot_move_at == 0 || now < bot_move_at) {
      live.bot_move_at = bot_move_at == 0 ? now + pause : bot_move_at;
      return;
    }
  }
  live.thinking_version = table.version();
  Decision wanted{live.id, table.version(), turn.seat, "", 0};
  workers_.post([this, wanted = std::move(wanted), level = place.level,
                 history = table.history_for(turn.seat), seed = table.bot_seed(turn.seat),
                 game = std::shared_ptr<const AnyGame>(table.game().clone())] {
    environment_.post(
        [this, made = think(*game, level, history, wanted, seed)] { on_decision_(made); });
  });
}

BotScheduler::Decision BotScheduler::think(const AnyGame& game, std::string_view level,
                                           const std::vector<DoneText>& history, Decision wanted,
                                           std::uint64_t seed) {
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
  while (bot->think(slice) && (work += slice) < bots::usual_work && Clock::now() - begun < longest)
    std::this_thread::yield();  // some systems look only every few ms whether others are waiting
  wanted.action = bot->best();
  wanted.ms = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun).count();
  return wanted;
}

}  // namespace hotaka::server
