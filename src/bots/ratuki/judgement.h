#pragma once
// What a player of ratuki makes of the table: which cards fit where, what each is worth, and what
// to do about it. Times are no matter here: the actions have none yet.

#include <array>
#include <optional>

#include "base/list.h"
#include "base/rng.h"
#include "bots/ratuki/bots.h"
#include "games/ratuki/rules.h"
#include "games/ratuki/view.h"

namespace hotaka::bots {

// The table as it will be when the hand arrives, if nobody else is faster. An own card on its way
// has landed by then: hand_ms is at least tie_ms (R11, R12).
struct Sight {
  struct Place {
    int rank = 0;  // of the top card
    int size = 0;  // 0: free
    bool seen = true;
  };

  Sight(const ratuki::View& view, Seat seat);

  int players = 0;
  std::array<Place, ratuki::most_players> places{};
  List<ratuki::Card, 3> hand;
  bool free_place = false;
  bool can_draw = false;
  bool out_loses = false;  // to stop now would end the match, and somebody else would have won
};

// Something that fits, and what it is worth in hundredths of a point.
struct Fit {
  ratuki::Action action;
  int worth = 0;
};
using Fits = List<Fit, 18>;

// Every play and start on the places that are seen.
Fits fits_of(const Sight& sight);

// What a player with good sense does; nothing if that is to wait. Whoever is `pressed` holds
// nothing back.
std::optional<ratuki::Action> sensible(const Sight& sight, bool pressed, Rng& rng);
// What a player without does: anything that fits, else any discard, else out.
std::optional<ratuki::Action> thoughtless(const Sight& sight, Rng& rng);

}  // namespace hotaka::bots
