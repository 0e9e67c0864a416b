#pragma once
// A match of ratuki. Time is part of it: `now` is the time of the last thing that happened.

#include <array>
#include <cstdint>

#include "base/list.h"
#include "games/ratuki/action.h"
#include "games/ratuki/card.h"
#include "games/ratuki/options.h"

namespace hotaka::ratuki {

enum class Step : std::uint8_t { decks, round, over };

inline constexpr Time not_yet = -1;  // a time of something that has not happened in this round

// A card on its way onto a stack (R12).
struct Pending {
  std::uint8_t seat = 0;
  Card card = 0;
  bool operator==(const Pending&) const = default;
};

struct Stack {
  Time since = 0;          // when the first pending card was played; 0 if none is
  Time changed = not_yet;  // when a card was laid on it or it was taken
  Card top = 0;
  std::uint8_t size = 0;        // 0: the slot is free
  std::uint8_t changed_by = 0;  // that card's seat; 0 if it has not changed
  List<Pending, most_players> pending;
  bool operator==(const Stack&) const = default;
};

// The cards of the last tie on a slot, which everybody was shown (R12).
struct Tie {
  Time at = 0;
  List<Pending, most_players> cards;
  bool operator==(const Tie&) const = default;
};

using Pile = List<Card, deck_size>;  // the top card is the last one

struct Player {
  Time last = not_yet;  // the time of the last action that used the hand (R11)
  List<Card, 3> hand;
  Pile draw;
  Pile discard;
  std::uint8_t scored = 0;  // cards in the scoring pile
  // Whether the pending play drew the last card, so that the discard pile became the draw pile
  // (R10): without it nobody could tell what others still see (R12).
  bool turned_over = false;
  bool operator==(const Player&) const = default;
};

struct State {
  Time now = 0;
  Time last_play = not_yet;     // R15: a play that is settled, tied or not, or a start
  Time last_discard = not_yet;  // R15
  std::array<Player, most_players> players{};
  std::array<Stack, most_players> stacks{};
  std::array<Tie, most_players> ties{};  // by slot
  std::array<std::int32_t, most_players> totals{};
  // By rank, how many cards of all hands, draw and discard piles there are: R15 asks for nothing
  // else.
  std::array<std::uint8_t, wild_rank + 1> left{};
  std::uint8_t unplayed_rounds = 0;  // R17: how many in a row ended without a play or a start
  Step step = Step::decks;
  Options options;

  bool operator==(const State&) const = default;
};

}  // namespace hotaka::ratuki
