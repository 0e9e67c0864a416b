#pragma once
// Has bots think in threads of their own, one decision of a table at a time.

#include <cstdint>
#include <functional>
#include <string>

#include "server/environment.h"
#include "server/live_table.h"
#include "store/workers.h"

namespace hotaka::server {

class BotScheduler {
 public:
  struct Decision {
    std::string table;
    std::int64_t version = 0;  // of the position that it is for
    Seat seat = nobody;
    std::string action;
    std::int64_t ms = 0;  // that it took
  };
  using OnDecision = std::function<void(const Decision&)>;

  BotScheduler(Workers& workers, Environment& environment, OnDecision on_decision)
      : workers_(workers), environment_(environment), on_decision_(std::move(on_decision)) {}

  // Asks the bot whose turn it is, if there is one, unless it thinks already. Where only bots are
  // left, each waits a moment first (LiveTable::bot_move_at), so that spectators can follow.
  void consider(LiveTable& live);

 private:
  static Decision think(const AnyGame& game, std::string_view level,
                        const std::vector<DoneText>& history, Decision wanted, std::uint64_t seed);

  Workers& workers_;
  Environment& environment_;
  OnDecision on_decision_;  // on the event loop
};

}  // namespace hotaka::server
