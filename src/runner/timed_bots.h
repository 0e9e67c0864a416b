#pragma once
// The bots at a table of ratuki: each has a plan, and plans happen when their time has come.

#include <array>
#include <optional>

#include "bots/ratuki/plan.h"
#include "table/table.h"

namespace hotaka::runner {

class TimedBots {
 public:
  // When the next bot acts or looks again, if there is one; by the host's clock.
  std::optional<table::Time> wake(const table::Table& table);
  // Lets the bot act whose time has come first. Returns whether its action was taken.
  bool step(table::Table& table, table::Time now);

 private:
  struct Chair {
    std::int64_t round = -1;  // the round that the plan is for, by its start
    bots::Plan plan;
    std::uint64_t decisions = 0;
  };

  // The bot whose plan comes first; nobody if there is none.
  int next(const table::Table& table);
  void look(const table::Table& table, int place, ratuki::Time t);

  std::array<Chair, max_players> chairs_{};
};

}  // namespace hotaka::runner
