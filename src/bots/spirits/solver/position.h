#pragma once
// A round of spirits as the solver sees it: teams and groups of cards in place of seats.
//
// Partners choose for the same team, a seat may always ask its partner, turns alternate between the
// teams, and a card lies before the team of its own clan. So of a clan's cards it matters only
// whether their own team holds them (it has free choice of all of them) or which opposing seat does
// (that seat chooses when it is asked); of the leader and of the winning card only the team.

#include <array>
#include <cstdint>

#include "games/spirits/state.h"

namespace hotaka::solver {

using spirits::Card;
using spirits::Cards;

// Who holds cards of a clan: the clan's own team, or one of the opposing seats.
inline constexpr int own = 0;
inline constexpr int groups = 3;

// What a deal for two fixes once and for all: the card under each cover.
struct Deal {
  bool columns = false;  // two players
  bool both_sides = false;
  std::array<Card, spirits::card_count> below{};
};

inline constexpr std::uint8_t nobody_yet = 2;

struct Position {
  std::array<std::array<Cards, groups>, 2> up{};    // [clan][group]
  std::array<std::array<Cards, groups>, 2> down{};  // two players: face-down cards
  std::array<Cards, 2> held{};                      // [clan] all of these, the first card in bit 0
  std::array<std::uint8_t, 2> points{};             // captured values, by team
  std::array<std::uint8_t, 2> factor{};             // captured own multipliers, by team
  std::array<std::uint8_t, 2> pot_factor{};         // multipliers of a clan in the pot
  std::uint8_t pot = 0;         // value of all that waits for a winner: carried, and this trick
  std::uint8_t left = 0;        // cards that are still to be played
  std::uint8_t mover = 0;       // the team that gets the next card
  std::uint8_t played = 0;      // cards in this trick
  std::uint8_t best_team = 0;   // of the trick's strongest card so far
  std::uint8_t best_power = 0;  // its power
  std::uint8_t fusion_team = nobody_yet;  // before whom the trick's first fusion lies
};

constexpr int opponent(int team) { return 1 - team; }

Deal deal_of(const spirits::State& state);
Position position_of(const spirits::State& state);
// The group of a clan that a seat's cards of that clan belong to.
int group_of(const spirits::State& state, Seat seat, int clan);

// What the holders of a group can lay before the team whose clan it is (S7, S16, S17).
inline Cards choices(const Deal& deal, const Position& position, int clan, int group) {
  const Cards up = position.up[clan][group];
  if (up != 0 || !deal.columns) return up;
  if (deal.both_sides && (position.up[clan][own] | position.up[clan][1]) != 0) return 0;
  return position.down[clan][group];
}

// Lays a card of a group before the team to move.
void play(const Deal& deal, Position& position, int group, Card card);

// The value of a finished round.
inline int final_value(const Position& position) {
  return position.points[0] * position.factor[0] - position.points[1] * position.factor[1];
}

}  // namespace hotaka::solver
