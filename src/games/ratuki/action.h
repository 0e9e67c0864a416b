#pragma once
// What a player and what nature can decide in ratuki.

#include <array>
#include <cstdint>

#include "base/list.h"
#include "base/seat.h"
#include "games/ratuki/card.h"
#include "games/ratuki/options.h"

namespace hotaka::ratuki {

// Milliseconds from the start of the round, as the table measured them.
using Time = std::int64_t;

struct Action {
  enum class Kind : std::uint8_t { play, start, discard, out };

  Time t = 0;
  Kind kind = Kind::out;
  Card card = 0;
  std::uint8_t slot = 0;

  static constexpr Action play(Card card, int slot, Time t) {
    return {t, Kind::play, card, static_cast<std::uint8_t>(slot)};
  }
  static constexpr Action start(Card card, Time t) { return {t, Kind::start, card, 0}; }
  static constexpr Action discard(Card card, Time t) { return {t, Kind::discard, card, 0}; }
  static constexpr Action out(Time t) { return {t, Kind::out, 0, 0}; }
  constexpr bool operator==(const Action&) const = default;
};

// Three cards that go onto five stacks, open one or are discarded, and out.
using Actions = List<Action, 22>;

// New decks for a round, top card first, by seat.
struct Chance {
  std::uint8_t players = 0;
  std::array<std::array<Card, deck_size>, most_players> decks{};

  bool operator==(const Chance&) const = default;
};

}  // namespace hotaka::ratuki
