#include "games/ratuki/rules.h"

#include <algorithm>
#include <cassert>

#include "base/hash.h"

namespace hotaka::ratuki {

namespace {

// --- Cards of one player

// R10: the discard pile becomes the draw pile as it lies, as soon as that is empty; the hand fills
// up to three.
void turn_over(Player& player) {
  if (player.draw.empty()) std::swap(player.draw, player.discard);
}

void fill_hand(Player& player) {
  turn_over(player);
  while (!player.hand.full() && !player.draw.empty()) {
    player.hand.push(player.draw.pop());
    turn_over(player);
  }
}

void take_from_hand(Player& player, Card card) {
  const auto* place = std::find(player.hand.begin(), player.hand.end(), card);
  player.hand.remove(static_cast<std::size_t>(place - player.hand.begin()));
}

// --- The end of a round

void end_round(State& state) {
  for (int seat = 0; seat < state.options.players; ++seat) {
    state.totals[seat] += round_score(state.players[seat]);
  }
  state.unplayed_rounds = state.last_play == not_yet
                              ? static_cast<std::uint8_t>(state.unplayed_rounds + 1)
                              : std::uint8_t{0};
  state.step = match_decided(state) ? Step::over : Step::decks;
}

void stop_if_stuck(State& state) {
  if (stuck(state)) end_round(state);
}

// R12: the pending cards of a slot are played or come back. Only now do they count as played (R15),
// at their own time, which is that of their owner's last action: hand_ms is at least tie_ms.
void resolve(State& state, int slot) {
  Stack& stack = state.stacks[slot];
  for (const Pending& card : stack.pending) {
    Player& player = state.players[card.seat];
    state.last_play = std::max(state.last_play, player.last);
    player.turned_over = false;
  }
  if (stack.pending.size() == 1) {
    const Pending played = stack.pending[0];
    ++stack.size;
    stack.top = played.card;
    stack.changed = state.now;
    stack.changed_by = played.seat;
    if (takes(rank_of(played.card))) {  // R8
      Player& player = state.players[played.seat];
      player.scored = static_cast<std::uint8_t>(player.scored + stack.size);
      stack.size = 0;
      stack.top = 0;
    }
  } else {
    state.ties[slot].at = state.now;
    state.ties[slot].cards = stack.pending;
    for (const Pending& tied : stack.pending) {
      Player& player = state.players[tied.seat];
      player.discard.push(tied.card);
      ++state.left[rank_of(tied.card)];
      fill_hand(player);
    }
  }
  stack.pending.clear();
  stack.since = 0;
}

// The slot whose pending cards are due first, the lowest of equals; -1 if nothing is pending.
int first_due(const State& state) {
  int due = -1;
  for (int slot = 0; slot < state.options.players; ++slot) {
    const Stack& stack = state.stacks[slot];
    if (!stack.pending.empty() && (due < 0 || stack.since < state.stacks[due].since)) due = slot;
  }
  return due;
}

// When that slot is settled, or else the round idle. What is pending always comes first: tie_ms is
// at most idle_ms.
Time deadline_of(const State& state, int due) {
  return due < 0 ? idle_deadline(state) : state.stacks[due].since + state.options.tie_ms;
}

// --- Actions. Each is checked and done at a time until which everything due has happened.

bool in_hand(const State& state, Seat seat, Card card) {
  return state.players[seat].hand.has(card);
}

Refusal refuse_play(const State& state, Seat seat, const Action& action) {
  if (action.slot >= state.options.players) return Refusal::no_such_slot;
  if (state.stacks[action.slot].size == 0) return Refusal::slot_free;
  if (has_pending(state, seat, action.slot)) return Refusal::already_pending;
  const int top = rank_of(state.stacks[action.slot].top);
  return fits(rank_of(action.card), top) ? Refusal::none : Refusal::does_not_fit;
}

Refusal refuse_out(const State& state, Seat seat) {
  if (!state.players[seat].draw.empty()) return Refusal::out_too_early;
  for (int slot = 0; slot < state.options.players; ++slot) {
    if (has_pending(state, seat, slot)) return Refusal::out_while_pending;
  }
  return Refusal::none;
}

// Everything but the times.
Refusal refuse_now(const State& state, Seat seat, const Action& action) {
  if (action.kind == Action::Kind::out) return refuse_out(state, seat);
  if (!in_hand(state, seat, action.card)) return Refusal::not_in_hand;
  switch (action.kind) {
    case Action::Kind::play: return refuse_play(state, seat, action);
    case Action::Kind::start:
      if (rank_of(action.card) != 1) return Refusal::not_a_one;
      return lowest_free_slot(state) < 0 ? Refusal::no_free_slot : Refusal::none;
    case Action::Kind::discard:
      return state.players[seat].draw.empty() ? Refusal::nothing_to_draw : Refusal::none;
    case Action::Kind::out: break;
  }
  return Refusal::none;
}

void do_play(State& state, Seat seat, const Action& action) {
  Stack& stack = state.stacks[action.slot];
  if (stack.pending.empty()) stack.since = action.t;
  stack.pending.push({static_cast<std::uint8_t>(seat), action.card});
  --state.left[rank_of(action.card)];
  if (state.options.tie_ms > 0) return;
  resolve(state, action.slot);  // R13
  stop_if_stuck(state);
}

void do_start(State& state, Seat seat, const Action& action) {
  Stack& stack = state.stacks[lowest_free_slot(state)];
  stack.top = action.card;
  stack.size = 1;
  stack.changed = action.t;
  stack.changed_by = static_cast<std::uint8_t>(seat);
  --state.left[rank_of(action.card)];
  state.last_play = action.t;
}

void do_out(State& state) {
  for (int slot = 0; slot < state.options.players; ++slot) {
    if (!state.stacks[slot].pending.empty()) resolve(state, slot);  // R14
  }
  end_round(state);
}

}  // namespace

bool has_pending(const State& state, Seat seat, int slot) {
  const auto& pending = state.stacks[slot].pending;
  return std::any_of(pending.begin(), pending.end(),
                     [&](const Pending& card) { return card.seat == seat; });
}

int lowest_free_slot(const State& state) {
  for (int slot = 0; slot < state.options.players; ++slot) {
    if (state.stacks[slot].size == 0) return slot;
  }
  return -1;
}

bool stuck(const State& state) {
  bool free_slot = false;
  for (int slot = 0; slot < state.options.players; ++slot) {
    const Stack& stack = state.stacks[slot];
    if (!stack.pending.empty()) return false;
    if (stack.size == 0) {
      free_slot = true;
      continue;
    }
    for (int rank = 1; rank <= wild_rank; ++rank) {
      if (state.left[rank] > 0 && fits(rank, rank_of(stack.top))) return false;
    }
  }
  return !free_slot || state.left[1] == 0;
}

int round_score(const Player& player) {
  return player.scored - static_cast<int>(player.draw.size() + player.discard.size());
}

bool match_decided(const State& state) {
  if (state.unplayed_rounds == 2) return true;
  const auto totals = std::span(state.totals).first(state.options.players);
  const std::int32_t most = *std::max_element(totals.begin(), totals.end());
  return most >= state.options.target && std::count(totals.begin(), totals.end(), most) == 1;
}

State start(const Options& options) {
  State state;
  state.options = options;
  return state;
}

Phase phase(const State& state) {
  switch (state.step) {
    case Step::decks: return Phase::chance;
    case Step::round: return Phase::action;
    case Step::over: break;
  }
  return Phase::over;
}

SeatSet actors(const State& state) {
  SeatSet acting;
  Actions actions;
  for (Seat seat = 0; seat < state.options.players; ++seat) {
    legal(state, seat, actions);
    if (!actions.empty()) acting.add(seat);
  }
  return acting;
}

void legal(const State& state, Seat seat, Actions& out) {
  out.clear();
  if (state.step != Step::round || seat < 0 || seat >= state.options.players) return;
  const Player& player = state.players[seat];
  const bool can_start = lowest_free_slot(state) >= 0;
  unsigned pending = 0;  // a bit for each slot with a card of this seat on its way
  for (int slot = 0; slot < state.options.players; ++slot)
    pending |= static_cast<unsigned>(has_pending(state, seat, slot)) << slot;
  for (std::size_t place = 0; place < player.hand.size(); ++place) {
    const Card card = player.hand[place];
    const int rank = rank_of(card);
    if (std::find(player.hand.begin(), player.hand.begin() + place, card) !=
        player.hand.begin() + place)
      continue;
    if (!player.draw.empty()) out.push(Action::discard(card, state.now));
    if (rank == 1 && can_start) out.push(Action::start(card, state.now));
    for (int slot = 0; slot < state.options.players; ++slot) {
      const Stack& stack = state.stacks[slot];
      if (stack.size == 0 || !fits(rank, rank_of(stack.top))) continue;
      if ((pending >> slot & 1U) == 0) out.push(Action::play(card, slot, state.now));
    }
  }
  if (player.draw.empty() && pending == 0) out.push(Action::out(state.now));
}

Refusal refuse(const State& state, Seat seat, const Action& action) {
  if (state.step == Step::over) return Refusal::game_over;
  if (state.step == Step::decks) return Refusal::decks_due;
  if (seat < 0 || seat >= state.options.players) return Refusal::no_such_seat;
  if (action.t < state.now) return Refusal::time_goes_back;
  const Time last = state.players[seat].last;
  if (action.kind != Action::Kind::out && last != not_yet &&
      action.t - last < state.options.hand_time(seat)) {
    return Refusal::too_fast;
  }
  if (next_deadline(state) > action.t) return refuse_now(state, seat, action);
  State later = state;
  advance(later, action.t);
  return later.step == Step::round ? refuse_now(later, seat, action) : Refusal::round_over;
}

void apply(State& state, Seat seat, const Action& action) {
  assert(refuse(state, seat, action) == Refusal::none);
  advance(state, action.t);
  state.now = action.t;
  if (action.kind == Action::Kind::out) return do_out(state);
  Player& player = state.players[seat];
  player.last = action.t;
  player.turned_over =
      action.kind == Action::Kind::play && player.draw.size() == 1 && !player.discard.empty();
  take_from_hand(player, action.card);
  // R10: drawn at once, before anything comes of the card.
  if (action.kind == Action::Kind::discard) player.discard.push(action.card);
  fill_hand(player);
  switch (action.kind) {
    case Action::Kind::play: return do_play(state, seat, action);
    case Action::Kind::start: do_start(state, seat, action); return stop_if_stuck(state);
    case Action::Kind::discard: state.last_discard = action.t; return;
    case Action::Kind::out: break;
  }
}

Refusal refuse(const State& state, const Chance& chance) {
  if (state.step == Step::over) return Refusal::game_over;
  if (chance.players != state.options.players) return Refusal::bad_decks;
  for (std::size_t seat = 0; seat < chance.players; ++seat) {
    std::array<std::uint8_t, kinds> counts{};
    for (const Card card : chance.decks[seat]) {
      if (card >= kinds) return Refusal::bad_decks;
      ++counts[card];
    }
    if (counts != deck_counts) return Refusal::bad_decks;
  }
  if (state.step != Step::round) return Refusal::none;
  State later = state;
  run_on(later);
  return later.step == Step::over ? Refusal::game_over : Refusal::none;
}

void apply(State& state, const Chance& chance) {
  assert(refuse(state, chance) == Refusal::none);
  run_on(state);
  state.now = 0;
  state.last_play = not_yet;
  state.last_discard = not_yet;
  state.stacks = {};
  state.ties = {};
  state.left = {};
  for (std::size_t seat = 0; seat < chance.players; ++seat) {
    Player& player = state.players[seat];
    player = {};
    for (auto card = chance.decks[seat].rbegin(); card != chance.decks[seat].rend(); ++card) {
      player.draw.push(*card);
      ++state.left[rank_of(*card)];
    }
    fill_hand(player);
  }
  state.step = Step::round;
}

Time next_deadline(const State& state) {
  return state.step == Step::round ? deadline_of(state, first_due(state)) : never;
}

Time idle_deadline(const State& state) {
  constexpr Time patience = 10;  // how many times idle_ms discards alone keep a round going
  const Time idle_ms = state.options.idle_ms;
  const Time played = std::max<Time>(state.last_play, 0);
  return std::min(std::max(played, state.last_discard) + idle_ms, played + patience * idle_ms);
}

void advance(State& state, Time t) {
  while (state.step == Step::round) {
    const int due = first_due(state);
    const Time deadline = deadline_of(state, due);
    if (deadline > t) return;
    state.now = deadline;
    if (due < 0) return end_round(state);
    resolve(state, due);
    stop_if_stuck(state);
  }
}

void run_on(State& state) { advance(state, never - 1); }

std::optional<Time> missed_by(const State& state, Seat seat, const Action& action) {
  const Refusal refusal = refuse(state, seat, action);
  if (action.kind != Action::Kind::play ||
      (refusal != Refusal::does_not_fit && refusal != Refusal::slot_free)) {
    return std::nullopt;
  }
  State later = state;
  advance(later, action.t);
  const Stack& stack = later.stacks[action.slot];
  if (stack.changed == not_yet || stack.changed_by == seat ||
      action.t - stack.changed > max_miss_ms)
    return std::nullopt;
  return action.t - stack.changed;
}

Outcome outcome(const State& state) {
  assert(state.step == Step::over);
  const auto totals = std::span(state.totals).first(state.options.players);
  const std::int32_t most = *std::max_element(totals.begin(), totals.end());
  Outcome outcome;
  for (int seat = 0; seat < state.options.players; ++seat) {
    outcome.scores.push(state.totals[seat]);
    if (state.totals[seat] == most) outcome.winners.add(seat);
  }
  outcome.reason = state.unplayed_rounds == 2 ? Reason{"nobody_played", "nobody played on"}
                                              : Reason{"target_reached", "the target is reached"};
  return outcome;
}

Outcome forfeit(const State& state, Seat seat) {
  Outcome outcome;
  outcome.reason = {"resigned", "a player gave up"};
  std::int32_t most = INT32_MIN;
  for (int other = 0; other < state.options.players; ++other) {
    outcome.scores.push(state.totals[other]);
    if (other != seat) most = std::max(most, state.totals[other]);
  }
  for (int other = 0; other < state.options.players; ++other) {
    if (other != seat && state.totals[other] == most) outcome.winners.add(other);
  }
  return outcome;
}

std::uint64_t hash(const State& state) {
  Hasher hasher;
  const auto cards = [&](const auto& list) {
    hasher.add(std::span<const Card>(list.begin(), list.size()));
  };
  const auto pending = [&](const auto& list) {
    for (const Pending& card : list)
      hasher.add(static_cast<std::uint64_t>(card.seat) << 8U | card.card);
    hasher.add(list.size());
  };
  hasher.add(static_cast<std::uint64_t>(state.now))
      .add(static_cast<std::uint64_t>(state.last_play))
      .add(static_cast<std::uint64_t>(state.last_discard));
  for (int seat = 0; seat < state.options.players; ++seat) {
    const Player& player = state.players[seat];
    hasher.add(static_cast<std::uint64_t>(player.last))
        .add(static_cast<std::uint64_t>(player.scored) << 1U | (player.turned_over ? 1U : 0U));
    cards(player.hand);
    cards(player.draw);
    cards(player.discard);
    hasher.add(static_cast<std::uint64_t>(state.totals[seat]));
    const Stack& stack = state.stacks[seat];
    hasher.add(static_cast<std::uint64_t>(stack.since))
        .add(static_cast<std::uint64_t>(stack.changed))
        .add(static_cast<std::uint64_t>(stack.changed_by) << 16U |
             static_cast<std::uint64_t>(stack.top) << 8U | stack.size);
    pending(stack.pending);
    hasher.add(static_cast<std::uint64_t>(state.ties[seat].at));
    pending(state.ties[seat].cards);
    hasher.add(static_cast<std::uint64_t>(state.options.hand_time(seat)));
  }
  return hasher.add(state.unplayed_rounds)
      .add(static_cast<std::uint64_t>(state.step))
      .add(static_cast<std::uint64_t>(state.options.idle_ms))
      .add(static_cast<std::uint64_t>(state.options.tie_ms))
      .add(static_cast<std::uint64_t>(state.options.target))
      .add(state.options.players)
      .value();
}

Reason describe(Refusal refusal) {
  switch (refusal) {
    case Refusal::none: return {"none", "allowed"};
    case Refusal::game_over: return {"game_over", "the match is over"};
    case Refusal::decks_due:
      return {"decks_due", "the round has not started: the decks come first"};
    case Refusal::round_over: return {"round_over", "the round was over by that time (R15)"};
    case Refusal::no_such_seat: return {"no_such_seat", "there is no such seat"};
    case Refusal::time_goes_back: return {"time_goes_back", "time never goes back"};
    case Refusal::too_fast: return {"too_fast", "too fast after that player's last card (R11)"};
    case Refusal::not_in_hand: return {"not_in_hand", "that card is not in the hand"};
    case Refusal::no_such_slot: return {"no_such_slot", "there is no such slot (R5)"};
    case Refusal::slot_free: return {"slot_free", "there is no stack in that slot"};
    case Refusal::does_not_fit:
      return {"does_not_fit", "that card does not fit on the stack's top card (R7)"};
    case Refusal::already_pending:
      return {"already_pending",
              "a card of that player is on its way onto this stack already (R12)"};
    case Refusal::not_a_one: return {"not_a_one", "only a 1 opens a stack (R6)"};
    case Refusal::no_free_slot:
      return {"no_free_slot", "there is no free slot for a new stack (R5)"};
    case Refusal::nothing_to_draw:
      return {"nothing_to_draw", "the draw pile is empty, so nothing can be discarded (R9)"};
    case Refusal::out_too_early:
      return {"out_too_early", "out is only possible with an empty draw pile (R14)"};
    case Refusal::out_while_pending:
      return {"out_while_pending", "out is not possible while an own card is on its way (R14)"};
    case Refusal::bad_decks:
      return {"bad_decks", "each player needs the 35 cards of a deck (R1, R2)"};
  }
  return {"not_allowed", "not allowed"};
}

}  // namespace hotaka::ratuki
