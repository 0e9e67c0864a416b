#pragma once
// What the rule tests of spirits share: positions, actions with their seats, deals, results as
// text.

#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.h"
#include "games/spirits/spirits.h"
#include "support/texts.h"

namespace hotaka::spirits {

using Texts = std::vector<std::string>;

// The cards of a set in the order in which positions spell them; "-" stays as it is.
inline std::string in_order(std::string_view text) {
  std::vector<Card> cards;
  for (; text.size() >= 3; text.remove_prefix(3)) cards.push_back(*parse_card(text.substr(0, 3)));
  std::sort(cards.begin(), cards.end());
  std::string out(text);
  for (auto card = cards.rbegin(); card != cards.rend(); ++card) out.insert(0, card_text(*card));
  return out;
}

// Hands, carried and captured cards in order: tests may write them as they read best.
inline std::string spelled(const std::string& text, const Options& options) {
  std::string out;
  const auto fields = split(text, ' ');
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const bool is_set = (i == 0 && options.players != 2) || i == 2 || i == 3;
    if (i > 0) out += ' ';
    const auto parts = split(fields[i], '/');
    for (std::size_t part = 0; part < parts.size(); ++part) {
      if (part > 0) out += '/';
      out += is_set ? in_order(parts[part]) : std::string(parts[part]);
    }
  }
  return out;
}

// A position, where * stands for all cards that are not named elsewhere in it.
inline State read_table(std::string text, const Options& options) {
  if (const auto star = text.find('*'); star != std::string::npos) {
    std::string rest;
    for (Card card = 0; card < card_count; ++card) {
      if (text.find(card_text(card)) == std::string::npos) rest += card_text(card);
    }
    text.replace(star, 1, rest);
  }
  const auto state = read_position(spelled(text, options), options);
  EXPECT_TRUE(state) << text << ": " << (state ? "" : state.error().message);
  return state ? *state : start(options);
}

inline Refusal refusal_of(const State& state, std::string_view seat_and_action) {
  return refuse(state, seat_and_action[0] - '0', *parse_action(seat_and_action.substr(2)));
}

// Each action has its seat before it, as in "2 ask 1", so that turns are checked, too.
inline State after(State state, std::initializer_list<std::string_view> actions) {
  for (const auto text : actions) {
    const auto refusal = refusal_of(state, text);
    EXPECT_EQ(refusal, Refusal::none) << text << ": " << describe(refusal).message;
    if (refusal == Refusal::none) apply(state, text[0] - '0', *parse_action(text.substr(2)));
  }
  return state;
}

enum Field : std::uint8_t { hands, trick, carried, captured, scores, dealer, due };
inline std::string field(const std::string& position, Field field) {
  return std::string(split(position, ' ')[field]);
}
inline std::string field(const State& state, Field wanted) {
  return field(position_text(state), wanted);
}

// The cards of all seats one after the other; slashes are for the reader.
inline Chance deal_to(int seats, std::string_view text) {
  Chance chance;
  chance.hands = static_cast<std::uint8_t>(seats);
  std::size_t place = 0;
  for (const auto hand : split(text, '/')) {
    for (std::size_t i = 0; i < hand.size(); i += 3) {
      chance.cards[place++] = *parse_card(hand.substr(i, 3));
    }
  }
  EXPECT_EQ(place, chance.cards.size());
  return chance;
}
inline Chance dealer_is(int seat) {
  Chance chance;
  chance.kind = Chance::Kind::dealer;
  chance.seat = static_cast<std::uint8_t>(seat);
  return chance;
}
inline Chance first_is(int seat) {
  Chance chance = dealer_is(seat);
  chance.kind = Chance::Kind::first;
  return chance;
}

// The winners, and every player's score: "0 2 | 500 250 500 250".
inline std::string text_of(const Outcome& outcome) {
  std::string text;
  for (Seat player = 0; player < max_players; ++player) {
    if (outcome.winners.has(player)) text += to_text(player) + ' ';
  }
  text += '|';
  for (const auto score : outcome.scores) text += ' ' + to_text(score);
  return text;
}

}  // namespace hotaka::spirits
