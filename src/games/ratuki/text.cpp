#include "games/ratuki/text.h"

#include <algorithm>

#include "base/text.h"
#include "games/ratuki/rules.h"

namespace hotaka::ratuki {

namespace {

constexpr std::array<std::string_view, kinds + 1> codes{
    "1n", "1d", "1w", "1r", "1h", "2n", "2d", "2w", "2r", "2h", "3n", "3d", "3w", "3r",
    "3h", "4n", "4d", "4w", "4r", "4h", "5n", "5d", "5w", "5r", "5h", "*",  "?"};

// --- Writing positions

void append_cards(std::string& out, const Card* begin, const Card* end) {
  if (begin == end) out += '-';
  for (; begin != end; ++begin) out += card_text(*begin);
}

void append_top_first(std::string& out, const Pile& pile) {
  Pile turned = pile;
  std::reverse(turned.begin(), turned.end());
  append_cards(out, turned.begin(), turned.end());
}

void append_owned(std::string& out, const Pending& card, char between = '=') {
  out += '+';
  append_number(out, card.seat);
  out += between;
  out += card_text(card.card);
}

void append_stack(std::string& out, const View& view, int slot) {
  const Stack& stack = view.stacks[slot];
  if (stack.size == 0) {
    out += '-';
    return;
  }
  append_number(out, stack.size);
  out += '.';
  out += card_text(stack.top);
  if (stack.pending.empty()) return;
  out += '@';
  append_number(out, stack.since);
  for (const Pending& card : stack.pending)
    append_owned(out, card, view.players[card.seat].turned_over ? '~' : '=');
}

void append_time(std::string& out, Time time) {
  if (time == not_yet) {
    out += '-';
  } else {
    append_number(out, time);
  }
}

// Writes one thing for each seat, with slashes between, and a space before.
template <class F>
void append_seats(std::string& out, int players, F&& f) {
  for (int seat = 0; seat < players; ++seat) {
    out += seat == 0 ? ' ' : '/';
    f(seat);
  }
}

// --- Reading positions

constexpr std::int64_t most_time = 1'000'000'000'000;

std::optional<Card> take_card(Cursor& cursor) {
  const auto card = parse_card(cursor.rest().substr(0, cursor.peek() == '*' ? 1 : 2));
  if (card) cursor.take(card_text(*card));
  return card;
}

// "+1=4n+0=4h" after what stands before it. A "~" for "=" calls turned_over(seat).
template <class F>
Problem read_owned(Cursor& cursor, int players, List<Pending, most_players>& cards,
                   F&& turned_over) {
  while (cursor.take('+')) {
    const auto seat = cursor.number(players - 1);
    const bool turned = seat && cursor.take('~') && turned_over(static_cast<std::size_t>(*seat));
    const auto card = turned || (seat && cursor.take('=')) ? take_card(cursor) : std::nullopt;
    const bool again = seat && std::any_of(cards.begin(), cards.end(),
                                           [&](auto& other) { return other.seat == *seat; });
    if (!card || again) return "a card of a seat is written like +1=4n, each seat at most once";
    cards.push({static_cast<std::uint8_t>(*seat), *card});
  }
  if (!cursor.done()) return "there is more text after a stack or a tie than belongs there";
  return std::nullopt;
}

Problem read_stack(std::string_view text, State& state, int slot) {
  if (text == "-") return std::nullopt;
  Stack& stack = state.stacks[slot];
  Cursor cursor(text);
  const auto size = cursor.number(deck_size * most_players);
  const auto top = size && *size > 0 && cursor.take('.') ? take_card(cursor) : std::nullopt;
  if (!top || takes(rank_of(*top)))
    return "a stack is its size, a dot and its top card, as 3.2d, or - for a free slot";
  stack.size = static_cast<std::uint8_t>(*size);
  stack.top = *top;
  if (cursor.done()) return std::nullopt;
  if (!cursor.take('@')) return "after a stack's top card stands @ and what is on its way";
  const auto since = cursor.number(most_time);
  if (!since) return "after @ stands the time of the first card on its way";
  stack.since = *since;
  const auto turned_over = [&](std::size_t seat) { return state.players[seat].turned_over = true; };
  if (auto problem = read_owned(cursor, state.options.players, stack.pending, turned_over))
    return problem;
  for (const Pending& card : stack.pending) {
    if (!fits(rank_of(card.card), rank_of(stack.top)))
      return "a card on its way does not fit on its stack";
  }
  if (stack.pending.empty()) return "after @ and a time stands a card on its way";
  return std::nullopt;
}

template <class Cards>
Problem read_cards(std::string_view text, std::string_view what, Cards& cards) {
  if (text == "-") return std::nullopt;
  Cursor cursor(text);
  while (!cursor.done()) {
    const auto card = take_card(cursor);
    if (!card || cards.full()) {
      return std::string(what) + ": at most " +
             to_text(static_cast<std::int64_t>(Cards::capacity)) +
             " cards one after the other like 1n3d*, - for none";
    }
    cards.push(*card);
  }
  if (text.empty()) return std::string(what) + ": - stands for none";
  return std::nullopt;
}

Problem read_pile(std::string_view text, std::string_view what, Pile& pile) {
  auto problem = read_cards(text, what, pile);
  std::reverse(pile.begin(), pile.end());
  return problem;
}

// Splits a field with one part for each seat and calls f(seat, part) until it complains.
template <class F>
Problem read_seats(std::string_view text, std::string_view what, int players, F&& f) {
  const auto parts = split(text, '/');
  if (parts.size() != static_cast<std::size_t>(players)) {
    return std::string(what) + ": one part for each of the " + to_text(players) +
           " players, with slashes between";
  }
  for (int seat = 0; seat < players; ++seat) {
    if (Problem problem = f(seat, parts[seat])) return problem;
  }
  return std::nullopt;
}

Problem read_total(std::string_view text, std::int32_t& total) {
  const bool negative = text.starts_with('-');
  const auto number = parse_number(text.substr(negative ? 1 : 0), 1'000'000);
  if (!number || (negative && *number == 0)) return "the totals: whole numbers";
  total = static_cast<std::int32_t>(negative ? -*number : *number);
  return std::nullopt;
}

Problem read_time(std::string_view text, State& state) {
  Cursor cursor(text);
  const auto now = cursor.number(most_time);
  const auto past = [&](char before) {
    if (!now || !cursor.take(before)) return std::optional<Time>();
    return cursor.take('-') ? std::optional(not_yet) : cursor.number(*now);
  };
  const auto play = past('@');
  const auto discard = past(',');
  if (!play || !discard || !cursor.done()) {
    return "the time is the present, the last play or start and the last discard, - for none, as "
           "1500@1200,-";
  }
  state.now = *now;
  state.last_play = *play;
  state.last_discard = *discard;
  return std::nullopt;
}

Problem read_tie(std::string_view text, int players, Tie& tie) {
  if (text == "-") return std::nullopt;
  Cursor cursor(text);
  const auto at = cursor.number(most_time);
  if (!at) return "the last tie of a slot is its time and its cards, as 1400+1=4n+0=4h, or -";
  tie.at = *at;
  const auto settled = [](std::size_t) { return false; };
  if (auto problem = read_owned(cursor, players, tie.cards, settled)) return problem;
  if (tie.cards.size() < 2) return "a tie has at least two cards";
  return std::nullopt;
}

Problem read_changed(std::string_view text, const State& state, Stack& stack) {
  if (text == "-") return std::nullopt;
  Cursor cursor(text);
  const auto at = cursor.number(state.now);
  const auto seat =
      at && cursor.take('+') ? cursor.number(state.options.players - 1) : std::nullopt;
  if (!seat || !cursor.done())
    return "the last change of a slot is its time, not later than now, and a seat, as 1400+1, or -";
  stack.changed = *at;
  stack.changed_by = static_cast<std::uint8_t>(*seat);
  return std::nullopt;
}

Problem read_due(std::string_view text, State& state) {
  if (text == "round") {
    state.step = Step::round;
  } else if (text != "decks") {
    return "what is due is decks or round";
  }
  if (match_decided(state)) return "by its totals or unplayed rounds this match is over";
  return std::nullopt;
}

// Every player's cards are a part of a deck, and all cards together are all decks.
Problem check_cards(State& state) {
  int total = 0;
  for (int seat = 0; seat < state.options.players; ++seat) {
    const Player& player = state.players[seat];
    std::array<int, kinds> counts{};
    const auto count = [&](Card card) {
      ++counts[card];
      ++total;
    };
    const auto count_left = [&](const auto& cards) {
      for (const Card card : cards) {
        count(card);
        ++state.left[rank_of(card)];
      }
    };
    count_left(player.hand);
    count_left(player.draw);
    count_left(player.discard);
    for (const Stack& stack : state.stacks) {
      for (const Pending& card : stack.pending) {
        if (card.seat == seat) count(card.card);
      }
    }
    for (Card card = 0; card < kinds; ++card) {
      if (counts[card] > deck_counts[card])
        return "a player has more cards of a kind than a deck (R1, R2)";
    }
    total += player.scored + state.stacks[seat].size;
  }
  const bool nothing_yet = state.step == Step::decks && total == 0;
  if (total != deck_size * state.options.players && !nothing_yet) {
    return "all cards together are " + to_text(total) + ", not " +
           to_text(deck_size * state.options.players);
  }
  return std::nullopt;
}

Problem check_round(const State& state) {
  Time first_pending = never;
  for (int seat = 0; seat < state.options.players; ++seat) {
    const Player& player = state.players[seat];
    const Stack& stack = state.stacks[seat];
    if (player.draw.empty() && !player.discard.empty())
      return "an empty draw pile means an empty discard pile (R10)";
    if (!player.hand.full() && !player.draw.empty())
      return "a hand has three cards while there are cards to draw (R10)";
    if (player.last > state.now) return "a player's last action is not later than the present";
    if (player.turned_over &&
        (!player.hand.full() || player.draw.empty() || !player.discard.empty())) {
      return "a play that turned the discard pile over leaves a full hand, a draw pile and no "
             "discard pile (R10)";
    }
    if (stack.pending.empty()) continue;
    if (state.step == Step::decks) return "between rounds no card is on its way";
    if (stack.since > state.now || stack.since + state.options.tie_ms <= state.now)
      return "a card on its way was played, and is not due yet (R12)";
    for (const Pending& card : stack.pending) {
      if (state.players[card.seat].last < stack.since)
        return "a card on its way is its player's last action (R11)";
    }
    first_pending = std::min(first_pending, stack.since);
  }
  if (state.step == Step::decks) return std::nullopt;
  // With a card on its way the round can only have ended before that was played.
  if (std::min(state.now, first_pending) >= idle_deadline(state))
    return "by its times this round is over (R15)";
  if (stuck(state)) return "no card can be played any more, so this round is over (R15)";
  return std::nullopt;
}

}  // namespace

std::string_view card_text(Card card) { return codes[card]; }

std::optional<Card> parse_card(std::string_view text) {
  if (text == "*") return wild;
  if (text.size() != 2 || text[0] < '1' || text[0] > '5') return std::nullopt;
  const auto style = std::string_view("ndwrh").find(text[1]);
  if (style == std::string_view::npos) return std::nullopt;
  return static_cast<Card>(5 * (text[0] - '1') + static_cast<int>(style));
}

void append_text(std::string& out, const Action& action) {
  switch (action.kind) {
    case Action::Kind::out: out += "out"; return;
    case Action::Kind::play: out += "play "; break;
    case Action::Kind::start: out += "start "; break;
    case Action::Kind::discard: out += "discard "; break;
  }
  out += card_text(action.card);
  if (action.kind != Action::Kind::play) return;
  out += ' ';
  append_number(out, action.slot);
}

std::optional<Action> parse_action(std::string_view text) {
  if (text == "out") return Action::out(0);
  Cursor cursor(text);
  if (cursor.take("play ")) {
    const auto card = take_card(cursor);
    const auto slot =
        card && cursor.take(' ') ? parse_number(cursor.rest(), most_players - 1) : std::nullopt;
    return slot ? std::optional(Action::play(*card, static_cast<int>(*slot), 0)) : std::nullopt;
  }
  const bool starts = cursor.take("start ");
  if (!starts && !cursor.take("discard ")) return std::nullopt;
  const auto card = parse_card(cursor.rest());
  if (!card) return std::nullopt;
  return starts ? Action::start(*card, 0) : Action::discard(*card, 0);
}

void append_chance(std::string& out, const Chance& chance) {
  out += "\"decks\":[";
  for (std::size_t seat = 0; seat < chance.players; ++seat) {
    out += seat == 0 ? "[" : ",[";
    for (std::size_t place = 0; place < deck_size; ++place) {
      out += place == 0 ? "\"" : ",\"";
      out += card_text(chance.decks[seat][place]);
      out += '"';
    }
    out += ']';
  }
  out += ']';
}

Result<Chance> read_chance(const State& state, std::string_view key, json::Value value) {
  if (key != "decks")
    return Error{"bad_chance", "ratuki has no chance entry " + in_quotes(key) + ", only decks"};
  Chance chance;
  std::size_t place = 0;
  std::string scratch;
  const auto take_code = [&](json::Value element) {
    const auto card =
        element.is(json::Kind::string) ? parse_card(element.string(scratch)) : std::nullopt;
    if (!card || place == deck_size) return false;
    chance.decks[chance.players][place++] = *card;
    return true;
  };
  const auto take_deck = [&](json::Value deck) {
    place = 0;
    if (!deck.is(json::Kind::array) || chance.players == state.options.players) return false;
    if (!deck.each_element(take_code) || place != deck_size) return false;
    ++chance.players;
    return true;
  };
  const bool right = value.is(json::Kind::array) && value.each_element(take_deck);
  if (!right || chance.players != state.options.players) {
    return Error{"bad_chance",
                 "decks is " + to_text(state.options.players) + " lists of 35 card codes each"};
  }
  return chance;
}

std::string view_text(const View& view) {
  const int players = view.options.players;
  std::string out = to_text(view.now) + "@";
  append_time(out, view.last_play);
  out += ',';
  append_time(out, view.last_discard);
  append_seats(out, players, [&](int slot) { append_stack(out, view, slot); });
  append_seats(out, players, [&](int seat) {
    append_cards(out, view.players[seat].hand.begin(), view.players[seat].hand.end());
  });
  append_seats(out, players, [&](int seat) { append_top_first(out, view.players[seat].draw); });
  append_seats(out, players, [&](int seat) { append_top_first(out, view.players[seat].discard); });
  append_seats(out, players, [&](int seat) { append_number(out, view.players[seat].scored); });
  append_seats(out, players, [&](int seat) { append_time(out, view.players[seat].last); });
  append_seats(out, players, [&](int seat) { append_number(out, view.totals[seat]); });
  out += ' ';
  append_number(out, view.unplayed_rounds);
  append_seats(out, players, [&](int slot) {
    const Tie& tie = view.ties[slot];
    if (tie.cards.empty()) {
      out += '-';
    } else {
      append_number(out, tie.at);
      for (const Pending& card : tie.cards) append_owned(out, card);
    }
  });
  append_seats(out, players, [&](int slot) {
    const Stack& stack = view.stacks[slot];
    append_time(out, stack.changed);
    if (stack.changed == not_yet) return;
    out += '+';
    append_number(out, stack.changed_by);
  });
  out += view.step == Step::round ? " round" : view.step == Step::decks ? " decks" : " over";
  return out;
}

Result<State> read_position(std::string_view text, const Options& options) {
  const auto parts = split(text, ' ');
  if (parts.size() != 12) {
    return Error{
        "bad_position",
        "a position has twelve parts with one space between: TIME STACKS HANDS DRAW DISCARD SCORED "
        "LAST TOTALS UNPLAYED TIES CHANGED DUE"};
  }
  State state;
  state.options = options;
  const int players = options.players;
  const auto number = [&](std::string_view part, std::int64_t most, auto& field) -> Problem {
    const auto value = parse_number(part, most);
    if (!value)
      return "a whole number up to " + to_text(most) + " is needed, not " + in_quotes(part);
    field = static_cast<std::remove_reference_t<decltype(field)>>(*value);
    return std::nullopt;
  };
  const auto last = [&](int seat, std::string_view part) -> Problem {
    return part == "-" ? std::nullopt : number(part, most_time, state.players[seat].last);
  };
  Problem problem = read_time(parts[0], state);
  const auto then = [&](auto&& read) {
    if (!problem) problem = read();
  };
  const auto each = [&](std::size_t part, std::string_view what, auto&& read) {
    then([&] { return read_seats(parts[part], what, players, read); });
  };
  each(1, "the stacks", [&](int slot, auto part) { return read_stack(part, state, slot); });
  each(2, "the hands",
       [&](int seat, auto part) { return read_cards(part, "a hand", state.players[seat].hand); });
  each(3, "the draw piles",
       [&](int seat, auto part) { return read_pile(part, "a pile", state.players[seat].draw); });
  each(4, "the discard piles",
       [&](int seat, auto part) { return read_pile(part, "a pile", state.players[seat].discard); });
  each(5, "the scoring piles", [&](int seat, auto part) {
    return number(part, deck_size * most_players, state.players[seat].scored);
  });
  each(6, "the last actions", last);
  each(7, "the totals", [&](int seat, auto part) { return read_total(part, state.totals[seat]); });
  then([&] { return number(parts[8], 1, state.unplayed_rounds); });
  each(9, "the ties",
       [&](int slot, auto part) { return read_tie(part, players, state.ties[slot]); });
  each(10, "the last changes",
       [&](int slot, auto part) { return read_changed(part, state, state.stacks[slot]); });
  then([&] { return read_due(parts[11], state); });
  then([&] { return check_cards(state); });
  then([&] { return check_round(state); });
  if (problem) return Error{"bad_position", *problem};
  return state;
}

}  // namespace hotaka::ratuki
