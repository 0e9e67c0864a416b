#pragma once
// A bot of any game with turns, asked about a game in progress. It keeps what the seat sees, so it
// may think in another thread while the game goes on.

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "games/any_game.h"

namespace hotaka::bots {

class AnyBot {
 public:
  virtual ~AnyBot() = default;

  virtual void begin(const AnyGame& game, Seat seat, std::span<const DoneText> trail,
                     std::uint64_t seed) = 0;
  virtual bool think(std::uint64_t work) = 0;  // whether more thinking could change the answer
  virtual std::string best() const = 0;
};

// Nothing for games with time and for names that no bot has.
std::unique_ptr<AnyBot> make_any_bot(std::string_view game, std::string_view name);

// How much work a bot may put into one decision when nobody says otherwise.
inline constexpr std::uint64_t usual_work = 100'000;

}  // namespace hotaka::bots
