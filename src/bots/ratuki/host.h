#pragma once
// The bots at one table of ratuki: each has a plan, and plans happen in the order of their times.

#include <array>
#include <optional>

#include "bots/bot.h"
#include "bots/ratuki/plan.h"

namespace hotaka::bots {

class RatukiBots {
 public:
  explicit RatukiBots(std::uint64_t table_seed) : seed_(table_seed) {}
  virtual ~RatukiBots() = default;

  void sit_down(Seat seat, const RatukiLevel& level) { chairs_[seat].level = level; }

  // A round has begun, or the bots have just come to one: everybody looks at state.now.
  void begin(const ratuki::State& state);
  // When a bot wants to look or to act next; never if nobody does.
  ratuki::Time next_time() const;
  // Lets time pass until a bot has acted, at most until `until`. Returns what it did; nothing if no
  // bot did anything, or the round is over. People's actions go into `state` between two calls.
  std::optional<Done<ratuki::Ratuki>> step(ratuki::State& state, ratuki::Time until);

 protected:
  // Here, for whoever wants to measure. Inline, as outer rooms have RTTI and inner ones do not.
  virtual Plan ask(const RatukiLevel& level, const ratuki::View& view, Seat seat,
                   std::uint64_t seed) {
    return plan(level, view, seat, seed);
  }

 private:
  struct Chair {
    std::optional<RatukiLevel> level;  // nothing: no bot sits here
    Plan plan{ratuki::never, std::nullopt};
    std::uint64_t decisions = 0;
  };

  void look(const ratuki::State& state, Seat seat);
  void rest();
  Seat next_seat() const;

  std::array<Chair, ratuki::most_players> chairs_{};
  std::uint64_t seed_;
};

}  // namespace hotaka::bots
