#pragma once
// How long a player takes from a look at the table until the card lies there: never less than a
// floor, mostly a little more than that, sometimes much more, and rarely a lapse.

#include "base/rng.h"
#include "bots/ratuki/bots.h"
#include "games/ratuki/action.h"

namespace hotaka::bots {

// Faster than this nobody looks, decides and moves a hand.
inline constexpr ratuki::Time reaction_floor = 450;

// How fast one decision is, before it is known which card it is about.
class Pace {
 public:
  Pace(const RatukiLevel& level, Rng& rng);

  // For a card; words, Roman numerals and hands take longer to read than digits and dice.
  ratuki::Time time(ratuki::Card card) const;
  // For a decision that no card is read for.
  ratuki::Time plain() const { return scaled(1000); }
  ratuki::Time slowest() const { return scaled(slowest_style); }

 private:
  static constexpr int slowest_style = 1200;
  ratuki::Time scaled(int permille) const;

  ratuki::Time thinking_ = 0;  // beyond the floor
  ratuki::Time lapse_ = 0;
};

}  // namespace hotaka::bots
