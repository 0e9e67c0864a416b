#pragma once
// A round played to its end by quick judgement, all hands known.

#include <array>

#include "base/rng.h"
#include "bots/spirits/solver/position.h"

namespace hotaka::bots::spirits_play {

using solver::Position;

// What a team does on its turn: lays a card of its own team, or asks for one of an opposing seat,
// which then gives `card`.
struct Reply {
  int group = solver::own;
  spirits::Card card = spirits::no_card;
};

// The choice of the team to move. Face-down cards are unknown to all: one of them is drawn.
Reply quick_choice(const solver::Deal& deal, const Position& position, Rng& rng);
// The card that holders of a group give of `cards`.
spirits::Card quick_answer(const solver::Deal& deal, const Position& position, int group,
                           spirits::Cards cards, Rng& rng);

// To the end of the round.
void play_out(const solver::Deal& deal, Position& position, Rng& rng);

// The teams' scores of a finished round.
inline std::array<int, 2> scores_of(const Position& position) {
  return {position.points[0] * position.factor[0], position.points[1] * position.factor[1]};
}

}  // namespace hotaka::bots::spirits_play
