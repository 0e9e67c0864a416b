#pragma once
// What a seat and what nature can decide in spirits.

#include <array>
#include <cstdint>

#include "base/list.h"
#include "games/spirits/card.h"

namespace hotaka::spirits {

inline constexpr int columns = 7;

// One byte: 0..27 play that card, 28..31 ask seat 0..3, 32..38 flip the face-down card of column
// 0..6.
struct Action {
  std::uint8_t code = 0;

  static constexpr Action play(Card card) { return {card}; }
  static constexpr Action ask(Seat seat) { return {static_cast<std::uint8_t>(28 + seat)}; }
  static constexpr Action flip(int column) { return {static_cast<std::uint8_t>(32 + column)}; }

  constexpr bool is_play() const { return code < 28; }
  constexpr bool is_ask() const { return code >= 28 && code < 32; }
  constexpr bool is_flip() const { return code >= 32; }
  constexpr Card card() const { return code; }
  constexpr Seat seat() const { return code - 28; }
  constexpr int column() const { return code - 32; }
  constexpr bool operator==(const Action&) const = default;
};

// At most fourteen cards of a clan, or seven columns, and three seats to ask.
using Actions = List<Action, 20>;

struct Chance {
  enum class Kind : std::uint8_t { dealer, first, deal } kind = Kind::deal;
  std::uint8_t seat = 0;   // the dealer, or who leads first
  std::uint8_t hands = 4;  // how many seats the cards are dealt to: 2 or 4
  // One seat after the other: 7 cards each, or with two players 14 each, the face-down ones first.
  std::array<Card, card_count> cards{};

  bool operator==(const Chance&) const = default;
};

}  // namespace hotaka::spirits
