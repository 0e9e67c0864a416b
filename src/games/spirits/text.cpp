#include "games/spirits/text.h"

#include "base/text.h"
#include "games/spirits/rules.h"

namespace hotaka::spirits {

namespace {

constexpr std::array<std::string_view, card_count + 2> codes{
    "Y13", "Y14", "Y15", "Y16", "Y17", "Y21", "Y31", "Y41", "Y51", "Y61",
    "YX1", "YX2", "YX3", "YFU", "R13", "R14", "R15", "R16", "R17", "R21",
    "R31", "R41", "R51", "R61", "RX1", "RX2", "RX3", "RFU", "Y??", "R??"};

void append_cards(std::string& out, Cards cards) {
  if (cards == 0) out += '-';
  each_card(cards, [&](Card card) { out += card_text(card); });
}

void append_hand(std::string& out, const View& view, std::size_t seat) {
  const auto& hidden = view.hidden[seat];
  if (view.hand[seat] != 0 || hidden[yellow] + hidden[red] == 0) append_cards(out, view.hand[seat]);
  for (const Clan clan : {yellow, red}) {
    for (int i = 0; i < hidden[clan]; ++i) out += card_text(hidden_card(clan));
  }
}

void append_columns(std::string& out, const View& view, std::size_t side) {
  for (std::size_t column = 0; column < columns; ++column) {
    if (column > 0) out += ',';
    const Card under = view.under[side][column];
    const Card cover = view.cover[side][column];
    if (under != no_card) out += card_text(under);
    out += cover == no_card ? "-" : card_text(cover);
  }
}

// Whether the position says who leads: in a round, and from the draw on where that is drawn (S5).
bool names_leader(const Table& table) {
  return table.step == Step::turn ||
         (table.step == Step::deal && table.options.lead == Lead::drawn);
}

// --- Reading positions

// Reads cards written one after the other, "-" for none, into a list; each card at most once over
// all calls.
class CardReader {
 public:
  template <class F>
  Problem read(std::string_view text, std::string_view what, F&& f) {
    if (text == "-") return std::nullopt;
    if (text.empty() || text.size() % 3 != 0) {
      return std::string(what) + ": cards are written one after the other like Y61RX2, - for none";
    }
    for (; !text.empty(); text.remove_prefix(3)) {
      const auto card = parse_card(text.substr(0, 3));
      if (!card) return std::string(what) + ": there is no card " + in_quotes(text.substr(0, 3));
      if (has(seen_, *card)) return "the card " + std::string(card_text(*card)) + " is there twice";
      seen_ |= only(*card);
      f(*card);
    }
    return std::nullopt;
  }
  // A set of cards has one spelling: the order of S3.
  Problem read(std::string_view text, std::string_view what, Cards& cards) {
    bool in_order = true;
    auto problem = read(text, what, [&](Card card) {
      in_order = in_order && cards < only(card);
      cards |= only(card);
    });
    if (!problem && !in_order)
      return std::string(what) + ": cards stand in the order of S3, Yellow before Red";
    return problem;
  }

 private:
  Cards seen_ = 0;
};

Problem read_columns(std::string_view text, CardReader& reader, State& state, std::size_t side) {
  const auto parts = split(text, ',');
  if (parts.size() != columns)
    return "the hands: a player has seven columns with commas between, - for an empty one";
  for (std::size_t column = 0; column < columns; ++column) {
    List<Card, 2> cards;
    const auto problem =
        parts[column].size() > 6
            ? Problem("the hands: a column has at most two cards, the face-down one first")
            : reader.read(parts[column], "the hands", [&](Card card) { cards.push(card); });
    if (problem) return problem;
    if (cards.empty()) continue;
    const Card cover = cards.pop();
    state.cover[side][column] = cover;
    state.hand[side] |= only(cover);
    if (cards.empty()) continue;
    state.under[side][column] = cards[0];
    state.down[side] |= only(cards[0]);
  }
  return std::nullopt;
}

Problem read_hands(std::string_view text, CardReader& reader, State& state) {
  const auto parts = split(text, '/');
  if (parts.size() != static_cast<std::size_t>(state.seats())) {
    return "the hands: " + to_text(state.seats()) + " are needed, with slashes between";
  }
  for (std::size_t seat = 0; seat < parts.size(); ++seat) {
    auto problem = state.options.players == 2
                       ? read_columns(parts[seat], reader, state, seat)
                       : reader.read(parts[seat], "the hands", state.hand[seat]);
    if (problem) return problem;
    if (std::popcount(state.hand[seat]) > 7) return "the hands: a hand has at most seven cards";
  }
  return std::nullopt;
}

Problem read_trick(std::string_view text, CardReader& reader, State& state) {
  if (text == "-") return std::nullopt;
  const auto parts = split(text, ':');
  const auto leader = parse_number(parts[0], state.seats() - 1);
  if (parts.size() != 2 || !leader)
    return "the trick is written like 2:R13Y61, the leading seat first, or 2:-";
  state.leader = static_cast<std::uint8_t>(*leader);
  bool right = true;
  auto problem = reader.read(parts[1], "the trick", [&](Card card) {
    right = right && state.played < 3 && clan_of(card) == state.clan();
    if (right) state.trick[state.played++] = card;
  });
  if (problem) return problem;
  if (!right)
    return "the trick: it has at most three cards, each of the clan of the seat that it lies "
           "before";
  return std::nullopt;
}

Problem read_captured(std::string_view text, CardReader& reader, State& state) {
  const auto parts = split(text, '/');
  if (parts.size() != 2) return "the captured cards are Yellow's, a slash, and Red's";
  Problem problem = reader.read(parts[0], "the captured cards", state.captured[yellow]);
  if (!problem) problem = reader.read(parts[1], "the captured cards", state.captured[red]);
  return problem;
}

Problem read_scores(std::string_view text, State& state) {
  constexpr std::int64_t most = 1'000'000;
  const std::size_t sides = state.options.players == 3 ? 3 : 2;
  const auto parts = split(text, '/');
  if (parts.size() != sides)
    return "the scores: " + to_text(static_cast<std::int64_t>(sides)) + " are needed";
  for (std::size_t side = 0; side < sides; ++side) {
    const auto score = parse_number(parts[side], most);
    if (!score) return "the scores: whole numbers up to 1000000 with slashes between";
    state.scores[side] = static_cast<std::int32_t>(*score);
  }
  if (match_decided(state)) return "the scores: the target is reached, so this game is over";
  return std::nullopt;
}

Problem read_dealer(std::string_view text, State& state) {
  const bool three = state.options.players == 3;
  if (text == "-" && !three) {
    state.step = Step::dealer;
    return std::nullopt;
  }
  const auto number =
      text.empty() ? std::nullopt : parse_number(text.substr(1), three ? 2 : state.seats() - 1);
  if (!number || text.front() != (three ? 'p' : 'd')) {
    return three ? "the seating is p and the player in seat 0, as p1"
                 : "the dealer is d and a seat, as d2, or - before it is drawn";
  }
  (three ? state.shift : state.dealer) = static_cast<std::uint8_t>(*number);
  if (three) state.dealer = 1;
  state.step = Step::deal;
  return std::nullopt;
}

// During a round every card is somewhere, and the tricks so far account for what is gone.
Problem check_round(State& state) {
  int left[2] = {0, 0};
  int gone[2] = {0, 0};
  for (const Clan clan : {yellow, red}) {
    const auto count = [&](Cards cards) { return std::popcount(cards & clan_cards[clan]); };
    for (const Cards hand : state.hand) left[clan] += count(hand);
    for (const Cards down : state.down) left[clan] += count(down);
    for (std::size_t i = 0; i < state.played; ++i)
      left[clan] += clan_of(state.trick[i]) == clan ? 1 : 0;
    gone[clan] = count(state.captured[0] | state.captured[1] | state.carried);
  }
  if (left[yellow] != left[red] || gone[yellow] != gone[red] ||
      left[yellow] + gone[yellow] != clan_size || gone[yellow] % 2 != 0 || left[yellow] == 0) {
    return "during a round all 28 cards are in the hands, the trick, carried over or captured, and "
           "each "
           "finished trick has two of each clan";
  }
  const int carried = std::popcount(state.carried);
  if (carried % 4 != 0 || std::popcount(state.captured[0]) % 4 != 0) {
    return "carried and captured cards come in tricks of four";
  }
  if (carried > 4 * std::popcount(state.carried & fusions))
    return "each carried trick has a fusion in it (S9)";
  state.tricks = static_cast<std::uint8_t>(gone[yellow] / 2);
  return std::nullopt;
}

Problem read_due(std::string_view text, State& state) {
  const bool nothing_dealt = (state.hand[0] | state.hand[1] | state.hand[2] | state.hand[3]) == 0 &&
                             state.played == 0 && state.carried == 0;
  if (text == "dealer" || text == "first" || text == "deal") {
    if ((text == "dealer") != (state.step == Step::dealer))
      return "the dealer is drawn first, then cards are dealt";
    if (text == "first" && state.options.lead != Lead::drawn)
      return "who leads is drawn only with the option lead at drawn";
    if (text == "first") state.step = Step::first;
    if (!nothing_dealt)
      return "while the " + std::string(text) +
             " is due there are no hands, trick or carried cards";
    if (state.leader >= state.options.players) return "the ghost is never drawn to lead (S5)";
    return std::nullopt;
  }
  if (state.step == Step::dealer) return "before the dealer is drawn only the dealer is due";
  if (text != "play" && !(text.size() == 4 && text.starts_with("ask"))) {
    return "what is due is one of dealer, first, deal, play, or ask and the asked seat, as ask2";
  }
  state.step = Step::turn;
  if (const auto problem = check_round(state)) return problem;
  if (text == "play") return std::nullopt;
  const Seat asked = text[3] - '0';
  if (asked < 0 || asked > 3 || refuse(state, state.turn(), Action::ask(asked)) != Refusal::none) {
    return "the seat whose turn it is could not have asked that seat";
  }
  state.asked = static_cast<std::uint8_t>(asked);
  return std::nullopt;
}

}  // namespace

std::string_view card_text(Card card) { return card < codes.size() ? codes[card] : "---"; }

std::optional<Card> parse_card(std::string_view text) {
  for (Card card = 0; card < card_count; ++card) {
    if (codes[card] == text) return card;
  }
  return std::nullopt;
}

void append_text(std::string& out, Action action) {
  if (action.is_play()) {
    out += "play ";
    out += card_text(action.card());
  } else if (action.is_ask()) {
    out += "ask ";
    append_number(out, action.seat());
  } else {
    out += "flip ";
    append_number(out, action.column());
  }
}

std::optional<Action> parse_action(std::string_view text) {
  if (text.starts_with("play ")) {
    const auto card = parse_card(text.substr(5));
    return card ? std::optional(Action::play(*card)) : std::nullopt;
  }
  if (text.starts_with("ask ")) {
    const auto seat = parse_number(text.substr(4), 3);
    return seat ? std::optional(Action::ask(static_cast<Seat>(*seat))) : std::nullopt;
  }
  if (text.starts_with("flip ")) {
    const auto column = parse_number(text.substr(5), columns - 1);
    return column ? std::optional(Action::flip(static_cast<int>(*column))) : std::nullopt;
  }
  return std::nullopt;
}

void append_chance(std::string& out, const Chance& chance) {
  if (chance.kind != Chance::Kind::deal) {
    out += chance.kind == Chance::Kind::dealer ? "\"dealer\":" : "\"first\":";
    append_number(out, chance.seat);
    return;
  }
  const std::size_t each = card_count / chance.hands;
  out += "\"deal\":[";
  for (std::size_t i = 0; i < chance.cards.size(); ++i) {
    out += i == 0 ? "[" : i % each == 0 ? "],[" : ",";
    out += '"';
    out += card_text(chance.cards[i]);
    out += '"';
  }
  out += "]]";
}

Result<Chance> read_chance(const State& state, std::string_view key, json::Value value) {
  Chance chance;
  chance.hands = static_cast<std::uint8_t>(state.seats());
  if (key == "dealer" || key == "first") {
    const int seats = key == "dealer" ? state.seats() : state.options.players;
    const auto seat = value.whole();
    if (!seat || *seat < 0 || *seat >= seats) {
      return Error{"bad_chance", std::string(key) + " must be a seat, 0 to " + to_text(seats - 1)};
    }
    chance.kind = key == "dealer" ? Chance::Kind::dealer : Chance::Kind::first;
    chance.seat = static_cast<std::uint8_t>(*seat);
    return chance;
  }
  if (key != "deal")
    return Error{"bad_chance",
                 "spirits has no chance entry " + in_quotes(key) + ", only dealer, first and deal"};
  const std::size_t each = card_count / chance.hands;
  std::size_t hands = 0;
  std::size_t cards = 0;
  std::string scratch;
  const auto take_card = [&](json::Value element) {
    const auto card =
        element.is(json::Kind::string) ? parse_card(element.string(scratch)) : std::nullopt;
    if (!card || cards == hands * each) return false;
    chance.cards[cards++] = *card;
    return true;
  };
  const auto take_hand = [&](json::Value hand) {
    if (!hand.is(json::Kind::array) || hands == chance.hands) return false;
    ++hands;
    return hand.each_element(take_card) && cards == hands * each;
  };
  const bool right = value.is(json::Kind::array) && value.each_element(take_hand);
  if (!right || hands != chance.hands) {
    return Error{"bad_chance", "a deal is " + to_text(chance.hands) + " lists of " +
                                   to_text(static_cast<std::int64_t>(each)) + " card codes each"};
  }
  return chance;
}

std::string view_text(const View& view) {
  std::string out;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(view.seats()); ++seat) {
    if (seat > 0) out += '/';
    if (view.options.players == 2) {
      append_columns(out, view, seat);
    } else {
      append_hand(out, view, seat);
    }
  }
  out += ' ';
  if (names_leader(view)) {
    append_number(out, view.leader);
    out += ':';
    for (std::size_t i = 0; i < view.played; ++i) out += card_text(view.trick[i]);
  }
  if (view.played == 0) out += '-';
  out += ' ';
  append_cards(out, view.carried);
  out += ' ';
  append_cards(out, view.captured[yellow]);
  out += '/';
  append_cards(out, view.captured[red]);
  out += ' ';
  for (std::size_t side = 0; side < (view.options.players == 3 ? 3 : 2); ++side) {
    if (side > 0) out += '/';
    append_number(out, view.scores[side]);
  }
  out += ' ';
  if (view.options.players == 3) {
    out += 'p';
    append_number(out, view.shift);
  } else if (view.step == Step::dealer) {
    out += '-';
  } else {
    out += 'd';
    append_number(out, view.dealer);
  }
  switch (view.step) {
    case Step::dealer: out += " dealer"; break;
    case Step::first: out += " first"; break;
    case Step::deal: out += " deal"; break;
    case Step::over: out += " over"; break;
    case Step::turn:
      out += view.answering() ? " ask" : " play";
      if (view.answering()) append_number(out, view.asked);
  }
  return out;
}

std::string position_text(const State& state) { return view_text(open_view(state)); }

Result<State> read_position(std::string_view text, const Options& options) {
  const auto parts = split(text, ' ');
  if (parts.size() != 7) {
    return Error{
        "bad_position",
        "a position has seven parts with one space between: HANDS TRICK CARRIED CAPTURED SCORES "
        "DEALER DUE"};
  }
  State state;
  state.options = options;
  CardReader reader;
  Problem problem = read_hands(parts[0], reader, state);
  if (!problem) problem = read_trick(parts[1], reader, state);
  if (!problem) problem = reader.read(parts[2], "the carried cards", state.carried);
  if (!problem) problem = read_captured(parts[3], reader, state);
  if (!problem) problem = read_scores(parts[4], state);
  if (!problem) problem = read_dealer(parts[5], state);
  if (!problem) problem = read_due(parts[6], state);
  if (!problem && names_leader(state) == (parts[1] == "-"))
    problem =
        "the trick is - before it is known who leads, and then it names the leading seat: 2:-";
  if (problem) return Error{"bad_position", *problem};
  return state;
}

}  // namespace hotaka::spirits
