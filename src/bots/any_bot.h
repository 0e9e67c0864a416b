#pragma once
// A bot of any game, asked about a game in progress.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "bots/plans.h"
#include "games/any_game.h"

namespace hotaka::bots {

// Of a turn-based game. It keeps what the seat sees, so it may think in another thread while the
// game goes on.
class AnyBot {
 public:
  virtual ~AnyBot() = default;

  virtual void begin(const AnyGame& game, Seat seat, std::span<const DoneText> trail,
                     std::uint64_t seed) = 0;
  virtual bool think(std::uint64_t work) = 0;  // whether more thinking could change the answer
  virtual std::string best() const = 0;
};

// Of a real-time game.
class AnyRealTimeBot {
 public:
  virtual ~AnyRealTimeBot() = default;

  // What the bot means to do if it looks at the time `now` of the round, which is not before
  // game.time(), and nobody acts until then. No time at all where no round is played.
  virtual Plan<std::string> plan(const AnyGame& game, std::int64_t now, Seat seat,
                                 std::uint64_t seed) const = 0;
};

// Each makes bots of one kind of game; nullptr for other games and for names that no bot has.
std::unique_ptr<AnyBot> make_any_bot(std::string_view game, std::string_view name);
std::unique_ptr<AnyRealTimeBot> make_any_real_time_bot(std::string_view game,
                                                       std::string_view name);

// How much work a bot may put into one decision when nobody says otherwise.
inline constexpr std::uint64_t usual_work = 100'000;

}  // namespace hotaka::bots
