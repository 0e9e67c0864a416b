#include "games/spirits/rules.h"

#include <algorithm>
#include <cassert>

#include "base/hash.h"

namespace hotaka::spirits {

namespace {

// --- Two players: what a side may play of one clan (S16, S17)

struct Choice {
  Cards open = 0;      // face-up cards
  bool flips = false;  // face-down cards of the clan may be played
};

Choice choice(const State& state, Seat seat, int clan) {
  const Cards of_clan = clan_cards[clan];
  Choice choice;
  choice.open = state.hand[seat] & of_clan;
  if (state.options.players != 2) return choice;
  const bool other_shows = (state.hand[1 - seat] & of_clan) != 0;
  choice.flips = choice.open == 0 && (state.down[seat] & of_clan) != 0 &&
                 (state.options.face_down == FaceDown::per_side || !other_shows);
  return choice;
}

bool can_answer(const State& state, Seat seat, int clan) {
  const Choice cards = choice(state, seat, clan);
  return cards.open != 0 || cards.flips;
}

void add_cards(const State& state, Seat seat, int clan, Actions::Filler& out) {
  const Choice cards = choice(state, seat, clan);
  each_card(cards.open, [&](Card card) { out.push(Action::play(card)); });
  if (!cards.flips) return;
  for (int column = 0; column < columns; ++column) {
    const Card card = state.under[seat][column];
    if (card != no_card && clan_of(card) == clan) out.push(Action::flip(column));
  }
}

// S16: the played card leaves its column, and what it covered is turned up.
void uncover(State& state, Seat seat, Card card) {
  auto& cover = state.cover[seat];
  auto& under = state.under[seat];
  const auto column =
      static_cast<std::size_t>(std::find(cover.begin(), cover.end(), card) - cover.begin());
  const Card below = under[column];
  cover[column] = below;
  under[column] = no_card;
  if (below == no_card) return;
  state.down[seat] &= ~only(below);
  state.hand[seat] |= only(below);
}

// Takes the card of a play or a flip from the seat that gives it.
Card give(State& state, Seat seat, Action action) {
  if (action.is_flip()) {
    Card& under = state.under[seat][action.column()];
    const Card card = under;
    under = no_card;
    state.down[seat] &= ~only(card);
    return card;
  }
  const Card card = action.card();
  state.hand[seat] &= ~only(card);
  if (state.options.players == 2) uncover(state, seat, card);
  return card;
}

// --- The end of a trick and of a round

// S12, S25: whether one side alone has the most, and its points.
struct Best {
  std::int32_t points = 0;
  int holders = 0;
};

int side_count(const Table& table) { return table.options.players == 3 ? 3 : 2; }

Best best(const Table& table) {
  Best best{table.scores[0], 0};
  for (int side = 0; side < side_count(table); ++side) {
    best.points = std::max(best.points, table.scores[side]);
  }
  for (int side = 0; side < side_count(table); ++side) {
    best.holders += table.scores[side] == best.points ? 1 : 0;
  }
  return best;
}

// S5: with `drawn` it is drawn before every deal who leads.
Step before_deal(const Options& options) {
  return options.lead == Lead::drawn ? Step::first : Step::deal;
}

void end_round(State& state) {
  const int points[2] = {round_score(state.captured[yellow], yellow),
                         round_score(state.captured[red], red)};
  if (state.options.players == 3) {
    for (Seat seat = 0; seat < 3; ++seat) {
      state.scores[player_at(state, seat)] += points[seat & 1];  // S23
    }
  } else {
    for (std::size_t team = 0; team < 2; ++team) state.scores[team] += points[team];
  }
  if (match_decided(state)) {
    state.step = Step::over;
    return;
  }
  state.step = before_deal(state.options);
  state.leader = 0;
  state.tricks = 0;
  state.dealer = static_cast<std::uint8_t>((state.dealer + 1) & (state.seats() - 1));  // S5, S18
  if (state.options.players == 3) {
    state.dealer = 1;  // S22
    state.shift = static_cast<std::uint8_t>(
        (state.shift + (state.options.rotation == Rotation::left ? 2 : 1)) % 3);
  }
}

void end_trick(State& state) {
  Cards cards = 0;
  int winner = 3;
  int fusion = -1;
  for (int i = 3; i >= 0;
       --i) {  // downwards, so that on equal terms the first card counts (S8, S9)
    const Card card = state.trick[i];
    cards |= only(card);
    if (power_of(card) >= power_of(state.trick[winner])) winner = i;
    if (is_fusion(card)) fusion = i;
  }
  state.trick = {};
  state.played = 0;
  ++state.tricks;
  const int next = fusion >= 0 ? fusion : winner;
  state.leader = static_cast<std::uint8_t>((state.leader + next) & (state.seats() - 1));
  if (fusion >= 0) {
    state.carried |= cards;
  } else {
    state.captured[state.leader & 1U] |= cards | state.carried;
    state.carried = 0;
  }
  if (state.tricks < 7) return;
  state.carried = 0;  // S10
  end_round(state);
}

Refusal refuse_flip(const State& state, Seat seat, int column) {
  if (state.options.players != 2) return Refusal::no_columns;
  const Card card = state.under[seat][column];
  if (card == no_card) return Refusal::column_empty;
  if (clan_of(card) != state.clan()) return Refusal::flip_wrong_clan;
  return choice(state, seat, state.clan()).flips ? Refusal::none : Refusal::flip_not_needed;
}

Refusal refuse_ask(const State& state, Seat seat, Seat other) {
  if (state.answering()) return Refusal::cannot_ask_now;
  if (other >= state.seats()) return Refusal::no_such_seat;
  if (other == seat) return Refusal::asks_itself;
  return can_answer(state, other, state.clan()) ? Refusal::none : Refusal::asked_has_none;
}

Refusal refuse_play(const State& state, Seat seat, Card card) {
  // A face-down card is refused in the same words as one that is not there: nobody has seen it.
  if (!has(state.hand[seat], card)) return Refusal::not_in_hand;
  return clan_of(card) == state.clan() ? Refusal::none : Refusal::wrong_clan;
}

}  // namespace

int round_score(Cards captured, int team) {
  int points = 0;
  int multiplier = 0;
  each_card(captured, [&](Card card) {
    points += value_of(card);
    const int kind = card % clan_size;
    if (kind >= 10 && kind <= 12 && clan_of(card) == team) multiplier += kind - 9;
  });
  return points * multiplier;
}

int player_at(const Table& table, Seat seat) {
  return table.options.players == 3 ? (seat + table.shift) % 3 : seat;
}

bool match_decided(const Table& table) {
  const Best top = best(table);
  return top.points >= table.options.target && top.holders == 1;
}

State start(const Options& options) {
  State state;
  state.options = options;
  if (options.players == 3) {
    state.step = before_deal(options);
    state.dealer = 1;
  }
  return state;
}

Seat decider(const State& state, Seat seat) {
  return state.options.players == 3 && seat == ghost ? 1 : seat;
}

void legal(const State& state, Seat seat, Actions& out) {
  out.clear();
  if (state.step != Step::turn || seat != state.actor()) return;
  const int clan = state.clan();
  Actions::Filler filler(out);
  if (state.options.players == 2) {
    add_cards(state, seat, clan, filler);
    if (!state.answering() && can_answer(state, 1 - seat, clan)) filler.push(Action::ask(1 - seat));
    return;
  }
  const Cards of_clan = clan_cards[clan];
  each_card(state.hand[seat] & of_clan, [&](Card card) { filler.push(Action::play(card)); });
  if (state.answering()) return;
  for (Seat other = 0; other < 4; ++other) {
    filler.push_if(other != seat && (state.hand[other] & of_clan) != 0, Action::ask(other));
  }
}

Refusal refuse(const State& state, Seat seat, Action action) {
  if (state.step == Step::over) return Refusal::game_over;
  if (state.step == Step::dealer) return Refusal::dealer_due;
  if (state.step == Step::first) return Refusal::first_due;
  if (state.step == Step::deal) return Refusal::deal_due;
  if (seat != state.actor()) return Refusal::not_your_turn;
  if (action.is_flip()) return refuse_flip(state, seat, action.column());
  if (action.is_ask()) return refuse_ask(state, seat, action.seat());
  return refuse_play(state, seat, action.card());
}

void apply(State& state, [[maybe_unused]] Seat seat, Action action) {
  assert(refuse(state, seat, action) == Refusal::none);
  if (action.is_ask()) {
    state.asked = static_cast<std::uint8_t>(action.seat());
    return;
  }
  state.trick[state.played] = give(state, state.actor(), action);
  state.asked = Table::no_seat;
  if (++state.played == 4) end_trick(state);
}

Refusal refuse(const State& state, const Chance& chance) {
  if (state.step == Step::over) return Refusal::game_over;
  if (chance.kind == Chance::Kind::dealer) {
    if (state.step != Step::dealer) return Refusal::dealer_not_due;
    return chance.seat < state.seats() ? Refusal::none : Refusal::bad_dealer;
  }
  if (state.step == Step::dealer) return Refusal::dealer_due;
  if (chance.kind == Chance::Kind::first) {
    if (state.step != Step::first) return Refusal::first_not_due;
    return chance.seat < state.options.players ? Refusal::none : Refusal::bad_first;
  }
  if (state.step == Step::first) return Refusal::first_due;
  if (state.step != Step::deal) return Refusal::deal_not_due;
  Cards seen = 0;
  for (const Card card : chance.cards) {
    if (card < card_count) seen |= only(card);
  }
  if (seen != all_cards || chance.hands != state.seats()) return Refusal::bad_deal;
  if (state.options.players != 2 || state.options.deal == Deal::shuffled) return Refusal::none;
  const auto yellows = std::count_if(chance.cards.begin(), chance.cards.begin() + clan_size,
                                     [](Card card) { return clan_of(card) == yellow; });
  return yellows == columns ? Refusal::none : Refusal::unbalanced_deal;
}

void apply(State& state, const Chance& chance) {
  assert(refuse(state, chance) == Refusal::none);
  if (chance.kind == Chance::Kind::dealer) {
    state.dealer = chance.seat;
    state.step = before_deal(state.options);
    return;
  }
  if (chance.kind == Chance::Kind::first) {
    state.leader = chance.seat;
    state.step = Step::deal;
    return;
  }
  const int seats = state.seats();
  const auto each = static_cast<std::size_t>(card_count / seats);
  state.captured = {};
  for (std::size_t i = 0; i < chance.cards.size(); ++i) {
    const Card card = chance.cards[i];
    const std::size_t seat = i / each;
    const std::size_t place = i % each;
    if (seats == 4) {
      state.hand[seat] |= only(card);
    } else if (place < columns) {
      state.down[seat] |= only(card);
      state.under[seat][place] = card;
    } else {
      state.hand[seat] |= only(card);
      state.cover[seat][place - columns] = card;
    }
  }
  if (state.options.lead != Lead::drawn) {  // S5
    const int lead = state.options.lead == Lead::left ? state.dealer + 1 : state.dealer;
    state.leader = static_cast<std::uint8_t>(lead & (seats - 1));
  }
  state.step = Step::turn;
}

Outcome outcome(const State& state) {
  assert(state.step == Step::over);
  const Best top = best(state);
  Outcome outcome;
  for (int player = 0; player < state.options.players; ++player) {
    const std::int32_t points = state.scores[side_of(state, player)];
    outcome.scores.push(points);
    if (points == top.points) outcome.winners.add(player);
  }
  outcome.reason = {"target_reached", "the target is reached"};
  return outcome;
}

Outcome forfeit(const State& state, Seat seat) {
  const int players = state.options.players;
  const int leaver = player_at(state, decider(state, seat));
  const auto points_of = [&](int player) { return state.scores[side_of(state, player)]; };
  Outcome outcome;
  outcome.reason = {"resigned", "a player gave up"};
  std::int32_t most = 0;
  for (int player = 0; player < players; ++player) {
    outcome.scores.push(points_of(player));
    if (side_of(state, player) != side_of(state, leaver)) most = std::max(most, points_of(player));
  }
  for (int player = 0; player < players; ++player) {
    if (side_of(state, player) != side_of(state, leaver) && points_of(player) == most)
      outcome.winners.add(player);
  }
  return outcome;
}

std::uint64_t hash(const State& state) {
  Hasher hasher;
  for (const Cards hand : state.hand) hasher.add(hand);
  if (state.options.players == 2) {
    for (std::size_t seat = 0; seat < 2; ++seat) {
      hasher.add(std::span<const Card>(state.under[seat]))
          .add(std::span<const Card>(state.cover[seat]));
    }
  }
  hasher.add(state.captured[0]).add(state.captured[1]).add(state.carried);
  for (const auto score : state.scores) hasher.add(static_cast<std::uint64_t>(score));
  hasher.add(std::span<const Card>(state.trick));
  for (const std::uint8_t part :
       {state.played, state.leader, state.asked, state.dealer, state.shift, state.tricks}) {
    hasher.add(part);
  }
  const Options& options = state.options;
  return hasher.add(static_cast<std::uint64_t>(state.step))
      .add(options.players)
      .add(options.target)
      .add(static_cast<std::uint64_t>(options.deal) |
           static_cast<std::uint64_t>(options.face_down) << 1U |
           static_cast<std::uint64_t>(options.rotation) << 2U |
           static_cast<std::uint64_t>(options.lead) << 3U)
      .value();
}

Reason describe(Refusal refusal) {
  switch (refusal) {
    case Refusal::none: return {"none", "allowed"};
    case Refusal::game_over: return {"game_over", "the game is over"};
    case Refusal::dealer_due: return {"dealer_due", "the first dealer has not been drawn yet"};
    case Refusal::first_due:
      return {"first_due", "it has not been drawn yet who leads this round (S5)"};
    case Refusal::deal_due: return {"deal_due", "the cards of this round have not been dealt yet"};
    case Refusal::dealer_not_due: return {"dealer_not_due", "the dealer is known already"};
    case Refusal::first_not_due: return {"first_not_due", "who leads is not drawn now (S5)"};
    case Refusal::deal_not_due:
      return {"deal_not_due", "the cards of this round are dealt and not played out yet"};
    case Refusal::bad_dealer: return {"bad_dealer", "there is no such seat to deal"};
    case Refusal::bad_first: return {"bad_first", "only a player's seat is drawn to lead (S5)"};
    case Refusal::bad_deal: return {"bad_deal", "a deal has each of the 28 cards exactly once"};
    case Refusal::unbalanced_deal:
      return {"unbalanced_deal",
              "a balanced deal gives seven cards of each clan to each player (S14)"};
    case Refusal::not_your_turn: return {"not_your_turn", "another seat has to decide now"};
    case Refusal::not_in_hand:
      return {"not_in_hand", "that card is not among the cards that this seat can play"};
    case Refusal::wrong_clan:
      return {"wrong_clan", "the card in front of a seat is of that seat's own clan (S6)"};
    case Refusal::cannot_ask_now:
      return {"cannot_ask_now", "an asked seat must play a card itself (S7)"};
    case Refusal::no_such_seat: return {"no_seat_to_ask", "there is no such seat to ask"};
    case Refusal::asks_itself: return {"asks_itself", "a seat cannot ask itself (S7)"};
    case Refusal::asked_has_none:
      return {"asked_has_none", "that seat has no card of the clan that it could play (S7, S17)"};
    case Refusal::no_columns:
      return {"no_columns", "only the two-player game has face-down cards (S13)"};
    case Refusal::column_empty: return {"column_empty", "that column has no face-down card"};
    case Refusal::flip_wrong_clan:
      return {"flip_wrong_clan", "that face-down card is of the other clan (S17)"};
    case Refusal::flip_not_needed:
      return {"flip_not_needed",
              "a face-up card of that clan must be played or asked for first (S17)"};
  }
  return {"not_allowed", "not allowed"};
}

}  // namespace hotaka::spirits
