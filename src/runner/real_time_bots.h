#pragma once
// The bots at a real-time table: each has a plan, and plans happen when their time has come.

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "bots/any_bot.h"
#include "bots/plans.h"
#include "table/table.h"

namespace hotaka::runner {

// A bot's action that is due; whether it is still allowed, the table says.
struct BotMove {
  table::Time at = 0;  // by the host's clock
  int player = nobody;
  table::Act act;
};

// No time: nothing is planned.
inline constexpr table::Time never = std::numeric_limits<table::Time>::max();

class RealTimeBots {
 public:
  // When the bot whose plan comes first moves or looks again; 0 if one has no plan yet, never if
  // there is nothing to wait for.
  table::Time next_time(const table::Table& table) const;
  // Lets the bots look that have no plan. Nothing they do may be earlier than `from`.
  void look(const table::Table& table, table::Time from);
  // Takes the plan that comes first. Without a move the bot only wanted to look again.
  std::optional<BotMove> take(const table::Table& table);

 private:
  struct Chair {
    table::Time round = -1;  // that the plan is for, by its start
    std::string level;       // of `bot`
    std::shared_ptr<const bots::AnyRealTimeBot> bot;
  };

  // A plan of this round, of a bot of the level that it now has.
  bool has_plan(const table::Table& table, int player) const;
  void make_plan(const table::Table& table, int player, table::Time from);

  std::array<Chair, max_players> chairs_{};
  bots::Plans<std::string> plans_;  // by player
};

}  // namespace hotaka::runner
