#pragma once
// What the rule tests of ratuki share: positions by their parts, timed moves, decks that begin as
// wanted.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.h"
#include "games/ratuki/ratuki.h"
#include "support/texts.h"

namespace hotaka::ratuki {

using namespace std::string_view_literals;

// A position by its parts; a part that is not given is "nothing" for every seat. Cards that are
// named nowhere are in the scoring pile of the last seat, unless `scored` is given.
struct Table {
  Options options{};
  std::string time = "1000@1000,-";
  std::string stacks{};
  std::string hands{};
  std::string draw{};
  std::string discard{};
  std::string scored{};
  std::string last{};
  std::string totals{};
  std::string unplayed = "0";
};

inline std::string for_each_seat(int players, std::string_view part, std::string_view last_part) {
  std::string out;
  for (int seat = 0; seat + 1 < players; ++seat) out += std::string(part) + "/";
  return out + std::string(last_part);
}

inline int count_cards(std::string_view text) {
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return "ndwrh*"sv.find(c) < 6; }));
}

// "12.3d@1000+1=4n": twelve cards and one on its way.
inline int count_stacks(std::string_view text) {
  int count = 0;
  for (const auto part : split(text, '/')) {
    count += part == "-" ? 0 : std::atoi(std::string(part).c_str());
    count += static_cast<int>(std::count(part.begin(), part.end(), '='));
  }
  return count;
}

inline State at(Table table) {
  const int players = table.options.players;
  const std::string none = for_each_seat(players, "-", "-");
  for (std::string* part :
       {&table.stacks, &table.hands, &table.draw, &table.discard, &table.last}) {
    if (part->empty()) *part = none;
  }
  if (table.totals.empty()) table.totals = for_each_seat(players, "0", "0");
  if (table.scored.empty()) {
    const int named = count_stacks(table.stacks) + count_cards(table.hands) +
                      count_cards(table.draw) + count_cards(table.discard);
    table.scored = for_each_seat(players, "0", std::to_string(35 * players - named));
  }
  std::string text = table.time;
  for (const std::string* part : {&table.stacks, &table.hands, &table.draw, &table.discard,
                                  &table.scored, &table.last, &table.totals, &table.unplayed}) {
    text += " " + *part;
  }
  text += " " + none + " " + none + " round";
  const auto state = read_position(text, table.options);
  EXPECT_TRUE(state) << text << ": " << (state ? "" : state.error().message);
  return state ? *state : start(table.options);
}

inline Action made(std::string_view what, Time t) {
  const auto action = parse_action(what);
  EXPECT_TRUE(action) << what;
  Action timed = action ? *action : Action::out(0);
  timed.t = t;
  return timed;
}

struct Move {
  Time t;
  Seat seat;
  std::string_view what;
};

inline State after(State state, std::initializer_list<Move> moves) {
  for (const Move& move : moves) {
    const auto refusal = try_apply(state, move.seat, made(move.what, move.t));
    EXPECT_EQ(refusal, Refusal::none)
        << move.t << " " << move.what << ": " << describe(refusal).message;
  }
  return state;
}

inline State later(State state, Time t) {
  advance(state, t);
  return state;
}

inline bool shows(const State& state, Viewer viewer, std::string_view card) {
  return view_text(view(state, viewer)).find(card) != std::string::npos;
}

inline Refusal refusal_of(const State& state, Move move) {
  return refuse(state, move.seat, made(move.what, move.t));
}

inline std::string part_of(const State& state, std::size_t part) {
  const std::string text = position_text(state);
  return std::string(split(text, ' ')[part]);
}
inline std::string stacks_of(const State& state) { return part_of(state, 1); }
inline std::string scored_of(const State& state) { return part_of(state, 5); }
inline std::string totals_of(const State& state) { return part_of(state, 7); }

// The order of a hand means nothing, so it is sorted.
inline std::string hand_of(const State& state, int seat) {
  std::vector<Card> cards(state.players[seat].hand.begin(), state.players[seat].hand.end());
  std::sort(cards.begin(), cards.end());
  std::string out;
  for (const Card card : cards) out += card_text(card);
  return out;
}

// Piles have their top card first.
inline std::string pile_text(const Pile& pile) {
  std::string out;
  for (std::size_t place = pile.size(); place > 0; --place) out += card_text(pile[place - 1]);
  return out;
}
inline std::string draw_of(const State& state, int seat) {
  return pile_text(state.players[seat].draw);
}
inline std::string discard_of(const State& state, int seat) {
  return pile_text(state.players[seat].discard);
}

// R1 and R2 as the rules spell them.
constexpr auto full_deck = "1n1n1d1d1w1r1h2n2n2d2d2w2w2r2h3n3n3d3d3w3w3r3h4n4d4w4r4h5n5d5w5r5h**"sv;

inline std::vector<Card> cards_of(std::string_view text) {
  std::vector<Card> cards;
  while (!text.empty()) {
    const std::size_t length = text[0] == '*' ? 1 : 2;
    cards.push_back(*parse_card(text.substr(0, length)));
    text.remove_prefix(length);
  }
  return cards;
}

// A deck for each seat that begins with the given cards; the others follow in order.
inline Chance decks(std::initializer_list<std::string_view> tops) {
  Chance chance;
  for (const auto top : tops) {
    std::vector<Card> deck = cards_of(top);
    std::vector<Card> rest = cards_of(full_deck);
    for (const Card card : deck) rest.erase(std::find(rest.begin(), rest.end(), card));
    deck.insert(deck.end(), rest.begin(), rest.end());
    std::copy(deck.begin(), deck.end(), chance.decks[chance.players++].begin());
  }
  return chance;
}

inline State dealt(std::initializer_list<std::string_view> tops, Options options = {}) {
  options.players = static_cast<std::uint8_t>(tops.size());
  State state = start(options);
  EXPECT_EQ(try_apply(state, decks(tops)), Refusal::none);
  return state;
}

inline Options with_players(int players) {
  Options options;
  options.players = static_cast<std::uint8_t>(players);
  return options;
}

}  // namespace hotaka::ratuki
