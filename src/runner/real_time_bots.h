#pragma once
// The bots at a real-time table: each has a plan, and plans happen when their time has come.

#include <array>
#include <limits>
#include <optional>

#include "bots/ratuki/plan.h"
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
  // When the bot whose plan comes first moves or looks again; 0 if one has no plan yet,
  // INT64_MAX if there is nothing to wait for.
  table::Time next_time(const table::Table& table) const;
  // Lets the bots look that have no plan. Nothing they do may be earlier than `from`.
  void look(const table::Table& table, table::Time from);
  // Takes the plan that comes first. Without a move the bot only wanted to look again.
  std::optional<BotMove> take(const table::Table& table);

 private:
  struct Chair {
    table::Time round = -1;  // that the plan is for, by its start; -1: no plan
    bots::Plan plan{ratuki::never, std::nullopt};
    std::uint64_t decisions = 0;
  };

  bool has_plan(const table::Table& table, int player) const;

  std::array<Chair, max_players> chairs_{};
};

}  // namespace hotaka::runner
