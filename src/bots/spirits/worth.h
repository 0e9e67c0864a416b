#pragma once
// What it is worth to lay a card now: a quick judgement by hand-made rules, the same for both
// teams. It chooses in playouts, it is the yardstick `rules`, and it says how likely a choice was.
//
// A card lies before the team of its own clan. That team wants the card of the greatest worth, and
// an opponent who is asked gives the one of the least.

#include <array>

#include "bots/spirits/solver/position.h"

namespace hotaka::bots::spirits_play {

using solver::Position;
using spirits::Card;
using spirits::Cards;

// For each team, which cards of its clan it may be able to lay of its own will; clan's first card
// in bit 0.
using Reach = std::array<Cards, 2>;

Reach open_reach(const Position& position);  // all hands known

class Worth {
 public:
  // Of a turn in which a card is laid before `position.mover`.
  Worth(const Position& position, const Reach& reach);

  // `kind` is the place within the clan; `held_by_foe` if an opponent of the mover would give it.
  int of(int kind, bool held_by_foe) const;

 private:
  // How likely each side is to win the pot, in sixteenths; the rest is that nobody does.
  struct Odds {
    int mover = 0;
    int foe = 0;
  };
  Odds odds_after(int power, int kind) const;
  Odds best_stays(int best_team, int best_power, Cards mover_reach) const;

  const Position& position_;
  const Reach& reach_;
  int mover_;
  bool last_trick_;
  int later_;  // cards of the tricks after this one
  // By team, 0 the mover: what a point and what a multiplier is worth to it, and the pot.
  std::array<int, 2> per_point_{};
  std::array<int, 2> per_factor_{};
  std::array<int, 2> pot_{};
  Odds unbeaten_;  // after a card that does not become the best
};

}  // namespace hotaka::bots::spirits_play
