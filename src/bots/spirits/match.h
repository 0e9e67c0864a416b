#pragma once
// What a round's result is worth to a player: the chance to win the match.

#include <array>

#include "games/spirits/state.h"

namespace hotaka::bots::spirits_play {

class MatchChance {
 public:
  // For the player who decides for `seat`.
  MatchChance(const spirits::Table& table, Seat seat);

  // If Yellow and Red score so much in this round. Scaled so that a round won or lost by a usual
  // margin is 1 and 0, whatever the scores of the match are.
  float after(int yellow, int red) const { return (chance(yellow, red) - low_) * scale_; }
  float chance(int yellow, int red) const;  // 0 to 1

 private:
  int target_;
  bool three_;
  int team_;                   // of the player
  std::array<int, 3> before_;  // the player's own score, and those of the others
  std::array<int, 3> team_of_;
  float low_ = 0;
  float scale_ = 1;
};

}  // namespace hotaka::bots::spirits_play
