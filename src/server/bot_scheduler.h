#pragma once
// Has bots think in threads of their own, one decision of a table at a time. Tables that somebody
// looks at come first, and whoever has many waits for the bots of others in between. Nothing is
// computed that nobody needs any more.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
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
    std::chrono::nanoseconds took{};
  };
  using OnDecision = std::function<void(const Decision&)>;
  struct Tables {
    std::function<LiveTable*(const std::string&)> find;  // nullptr if it is gone
    std::function<bool(const std::string&)> is_watched;
  };

  // `threads` are how many tasks the workers do at a time.
  BotScheduler(Workers& workers, int threads, Environment& environment, Tables tables,
               OnDecision on_decision)
      : workers_(workers),
        threads_(threads),
        environment_(environment),
        tables_(std::move(tables)),
        on_decision_(std::move(on_decision)) {}

  // To be called after each change: asks the bot whose turn it is, if there is one, and has one
  // stop that thinks of a position before. Where only bots are left, each waits a moment first
  // (LiveTable::bot_move_at), so that spectators can follow.
  void consider(LiveTable& live);

  // Tables that wait for a thread.
  std::size_t waiting() const { return waiting_count_; }

 private:
  using Stale = std::shared_ptr<std::atomic<bool>>;

  static Decision think(const AnyGame& game, std::string_view level,
                        const std::vector<DoneText>& history, Decision wanted, std::uint64_t seed,
                        const Stale& is_stale);
  void enqueue(LiveTable& live);
  void start_next();
  void start(LiveTable& live);
  void on_thought(const Decision& made, const Stale& is_stale);

  Workers& workers_;
  int threads_;
  int busy_ = 0;  // threads
  Environment& environment_;
  Tables tables_;
  OnDecision on_decision_;  // on the event loop
  // Ids of tables, by whose they are (LiveTable::account); each account has a turn.
  struct Queue {
    std::map<std::string, std::deque<std::string>> tables;
    std::string last;  // who had the last turn
  };
  Queue watched_;
  Queue unwatched_;  // has what the others leave
  std::size_t waiting_count_ = 0;
};

}  // namespace hotaka::server
