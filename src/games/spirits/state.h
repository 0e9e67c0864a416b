#pragma once
// A match of spirits: what lies open for all, and the hands.

#include <array>
#include <cstdint>

#include "games/spirits/action.h"
#include "games/spirits/card.h"
#include "games/spirits/options.h"

namespace hotaka::spirits {

// `first` comes after `dealer`, but stands last: hashes of states have these numbers in them.
enum class Step : std::uint8_t { dealer, deal, turn, over, first };

using Columns = std::array<std::array<Card, columns>, 2>;
constexpr Columns no_columns() {
  Columns none{};
  for (auto& side : none) side.fill(no_card);
  return none;
}

// What everybody sees.
struct Table {
  std::array<Cards, 2> captured{};       // by team, in the current or the last finished round
  Cards carried = 0;                     // S9
  std::array<std::int32_t, 3> scores{};  // by team; with three players by player
  std::array<Card, 4> trick{};           // the cards played, in order; places beyond `played` are 0
  std::uint8_t played = 0;
  std::uint8_t leader = 0;  // 0 before the deal, unless it is drawn (S5)
  std::uint8_t asked = no_seat;
  std::uint8_t dealer = 0;  // two and four players
  std::uint8_t shift = 0;   // three players: who sits in seat 0
  std::uint8_t tricks = 0;  // finished in this round
  Step step = Step::dealer;
  Options options;

  static constexpr std::uint8_t no_seat = 255;

  int seats() const { return options.players == 2 ? 2 : 4; }
  Seat turn() const { return (leader + played) & (seats() - 1); }
  bool answering() const { return asked != no_seat; }
  Seat actor() const { return answering() ? asked : turn(); }
  // The clan of the card that must be played now.
  int clan() const { return turn() & 1; }

  bool operator==(const Table&) const = default;
};

struct State : Table {
  std::array<Cards, 4> hand{};  // with two players: the face-up cards
  // Two players only: what lies face down, as a set and by column, and what covers it.
  std::array<Cards, 2> down{};
  Columns under = no_columns();
  Columns cover = no_columns();

  bool operator==(const State&) const = default;
};
static_assert(sizeof(State) <= 160);

}  // namespace hotaka::spirits
