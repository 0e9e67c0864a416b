#pragma once
// Hoard as values. `race` makes it the real-time game, where actions have a time.

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "base/list.h"
#include "base/seat.h"
#include "games/hoard/options.h"

namespace hotaka::hoard {

using Card = std::uint8_t;  // 1 to 12, which is what it is worth
inline constexpr int card_count = 12;
inline constexpr Card no_card = 0;
inline constexpr Card hidden_card = 255;

using Cards = std::uint16_t;  // bit c for card c
constexpr Cards only(Card card) { return static_cast<Cards>(1U << card); }
inline constexpr Cards all_cards = (1U << (card_count + 1)) - 2;

using Time = std::int64_t;
inline constexpr Time round_ms = 1000;

enum class Step : std::uint8_t { first, draw, decide, over };
enum class Choice : std::uint8_t { none, keep, drop };

struct TurnAction {
  Choice choice = Choice::keep;
  bool operator==(const TurnAction&) const = default;
};
struct RaceAction {
  Choice choice = Choice::keep;
  Time t = 0;
  bool operator==(const RaceAction&) const = default;
};
template <bool race>
using ActionOf = std::conditional_t<race, RaceAction, TurnAction>;

// Who decides first, or a card for everybody.
struct Chance {
  Step due = Step::draw;
  std::uint8_t seat = 0;
  std::uint8_t players = 2;
  std::array<Card, most_players> cards{};
  bool operator==(const Chance&) const = default;
};

struct Clock {
  Time now = 0;
  bool operator==(const Clock&) const = default;
};
struct NoClock {
  bool operator==(const NoClock&) const = default;
};

template <bool race>
struct StateOf : std::conditional_t<race, Clock, NoClock> {
  std::array<Cards, most_players> kept{};
  std::array<Card, most_players> drawn{};     // that a seat has not decided on
  std::array<Choice, most_players> chosen{};  // race: not settled before the round is over
  Cards dropped = 0;                          // for all to see
  std::uint8_t round = 0;                     // how many are over
  std::uint8_t first = 0;
  Step step = Step::draw;
  OptionsOf<race> options;

  bool operator==(const StateOf&) const = default;
};

// The same with hidden cards.
struct View {
  Time now = 0;  // race: the beginning of the round or its end, as others choose in secret
  std::array<Cards, most_players> kept{};           // of the own seat
  std::array<std::uint8_t, most_players> hidden{};  // how many cards others keep
  std::array<Card, most_players> drawn{};
  std::array<Choice, most_players> chosen{};  // by the own seat
  Cards dropped = 0;
  std::uint8_t round = 0;
  std::uint8_t first = 0;
  Step step = Step::draw;
  std::uint8_t players = 2;

  bool operator==(const View&) const = default;
};

}  // namespace hotaka::hoard
