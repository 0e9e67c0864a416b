#include "games/dragons/rules.h"

#include <algorithm>
#include <cassert>

#include "base/hash.h"

namespace hotaka::dragons {

namespace {

constexpr Ring turned(int side, Ring ring, int die) {
  const auto forward = static_cast<unsigned>(side == black ? die : segment_count - die);
  return (ring << forward | ring >> (segment_count - forward)) & whole_ring;
}

// D9: alone on its segment, or the outer stone of a pair.
Ring movable(const State& state, int side) {
  return (state.inner[side] & ~state.full()) | state.outer[side];
}

// D9, D14: held by an opposing vine.
Ring entangled(const State& state, int side) {
  return state.inner[side] & state.outer[opponent(side)];
}

bool mat_empty(const State& state) {
  const auto& mat = state.mat[state.side];
  return (mat[0] | mat[1] | mat[2]) == 0;
}

// D13: some stone of the mat could use this die.
bool can_enter(const State& state, int die) {
  return die >= 1 && die <= 3 && !mat_empty(state) &&
         !has(state.full(), entry_place(state.options.layout, state.side, die));
}

Ring move_targets(const State& state, int die) {
  return turned(state.side, movable(state, state.side), die) & ~state.full();
}

// D14, and its exception under compulsory entry.
Ring escape_targets(const State& state) {
  if (!state.unused_roll()) return 0;
  const Ring stones = entangled(state, state.side);
  if (stones == 0) return 0;
  if (state.options.entry == Entry::compulsory &&
      (can_enter(state, state.dice[0]) || can_enter(state, state.dice[1]))) {
    return 0;
  }
  return turned(state.side, stones, state.dice[1]) & ~state.full();
}

// What one die can do: enter a stone from the mat, move one to `targets`.
struct DieUse {
  bool enters = false;
  Ring targets = 0;
};

DieUse uses(const State& state, int die) {
  DieUse use;
  use.enters = can_enter(state, die);
  if (!use.enters || state.options.entry == Entry::free) use.targets = move_targets(state, die);
  return use;
}

bool die_usable(const State& state, int die) {
  const DieUse use = uses(state, die);
  return use.enters || use.targets != 0;
}

void add_die(const State& state, int die, Actions::Filler& out) {
  const DieUse use = uses(state, die);
  if (use.enters) {
    const int entry = entry_place(state.options.layout, state.side, die);
    for (int type = 0; type < type_count; ++type) {
      out.push_if(state.mat[state.side][type] > 0, Action::enter(static_cast<Type>(type), entry));
    }
  }
  const int back = opponent(state.side);
  each_place(use.targets, [&](int to) { out.push(Action::move(ahead(back, to, die), to)); });
}

int distance(int side, int from, int to) {
  const int forward = side == black ? to - from : from - to;
  return forward < 0 ? forward + segment_count : forward;
}

// The die that an action uses; 0 if no die could do it.
int die_of(const State& state, Action action) {
  if (action.is_move()) return distance(state.side, action.from, action.to);
  for (int die = 1; die <= 3; ++die) {
    if (entry_place(state.options.layout, state.side, die) == action.to) return die;
  }
  return 0;
}

// Takes the side's movable (or escaping) stone off a segment; D11 for the one left behind.
Stone lift(State& state, int place) {
  std::uint8_t& cell = state.segment[place];
  const int side = state.side;
  const Ring bit = only(place);
  if (has(state.outer[side], place)) {
    const auto stone = static_cast<Stone>(cell >> 4U);
    cell &= 0xfU;
    state.outer[side] &= ~bit;
    return stone;
  }
  const Stone stone = cell & 0xfU;
  state.inner[side] &= ~bit;
  const int other = opponent(side);
  if (has(state.outer[other], place)) {
    cell >>= 4U;
    state.outer[other] &= ~bit;
    state.inner[other] |= bit;
  } else {
    cell = no_stone;
  }
  return stone;
}

// D10. The target has at most one stone. Returns whether that hit the opponent so that D16 must be
// looked at.
bool land(State& state, int place, Stone stone) {
  std::uint8_t& cell = state.segment[place];
  const int side = state.side;
  const int other = opponent(side);
  const Ring bit = only(place);
  if (cell == no_stone) {
    cell = stone;
    state.inner[side] |= bit;
    return false;
  }
  if (has(state.inner[side], place) || type_of(stone) == Type::vine) {
    cell = static_cast<std::uint8_t>(cell | stone << 4U);
    state.outer[side] |= bit;
    return false;
  }
  const auto victim = static_cast<std::size_t>(type_of(cell));
  if (type_of(stone) == Type::water) ++state.tray[other][victim];
  state.inner[other] &= ~bit;
  cell = stone;
  state.inner[side] |= bit;
  return true;
}

// D16, after a hit on a stone of the side's opponent.
bool wins(const State& state) {
  const int other = opponent(state.side);
  const auto& mat = state.mat[other];
  if ((state.inner[other] | state.outer[other]) == 0 && (mat[0] | mat[1] | mat[2]) == 0)
    return true;
  for (int type = 0; type < type_count; ++type) {
    if (destroyed(state, other, static_cast<Type>(type)) == stones_of[type]) return true;
  }
  return false;
}

void spend(State& state, int die) {
  if (state.dice[0] == die) state.dice[0] = state.dice[1];
  state.dice[1] = 0;
}

// D15: the turn goes on while a die can be used.
void settle(State& state) {
  if (!has_action(state)) end_turn(state);
}

void recruit(State& state, Type type) {
  --state.tray[state.side][static_cast<std::size_t>(type)];
  ++state.mat[state.side][static_cast<std::size_t>(type)];
}

// D12, when a move has ended on a place.
void after_landing(State& state, int place) {
  const auto type = corner_type(state.options.layout, place);
  const bool there = type && state.tray[state.side][static_cast<std::size_t>(*type)] > 0;
  if (there && state.options.recruit == Recruit::optional) {
    state.step = Step::answer;
    state.corner = static_cast<std::uint8_t>(place);
    return;
  }
  if (there) recruit(state, *type);
  settle(state);
}

Refusal refuse_answer(const State& state, Action action) {
  if (state.step == Step::answer) return action.is_answer() ? Refusal::none : Refusal::answer_due;
  return Refusal::no_answer_due;
}

Refusal refuse_enter(const State& state, Action action) {
  const int die = die_of(state, action);
  if (die == 0) return Refusal::not_an_entry;
  if (die != state.dice[0] && die != state.dice[1]) return Refusal::no_such_die;
  if (state.mat[state.side][static_cast<std::size_t>(action.entering())] == 0)
    return Refusal::not_on_mat;
  return has(state.full(), action.to) ? Refusal::target_full : Refusal::none;
}

Refusal refuse_escape(const State& state, Action action) {
  if (!state.unused_roll()) return Refusal::escape_too_late;
  if (die_of(state, action) != state.dice[1]) return Refusal::escape_needs_smaller;
  if (has(state.full(), action.to)) return Refusal::target_full;
  return has(escape_targets(state), action.to) ? Refusal::none : Refusal::escape_must_enter;
}

Refusal refuse_move(const State& state, Action action) {
  const int side = state.side;
  if (has(entangled(state, side), action.from)) return refuse_escape(state, action);
  if (!has(movable(state, side), action.from)) {
    return has(state.inner[side], action.from) ? Refusal::held_by_own : Refusal::no_own_stone;
  }
  const int die = die_of(state, action);
  if (die == 0 || (die != state.dice[0] && die != state.dice[1])) return Refusal::no_such_die;
  if (has(state.full(), action.to)) return Refusal::target_full;
  return has(uses(state, die).targets, action.to) ? Refusal::none : Refusal::must_enter;
}

}  // namespace

int entry_place(Layout layout, int side, int die) {
  if (side == black) return die - 1;
  return layout == Layout::mirrored ? 15 - die : 11 + die;
}

std::optional<Type> corner_type(Layout layout, int place) {
  if (place % 4 != 3) return std::nullopt;
  constexpr Type v = Type::vine;
  constexpr Type w = Type::water;
  constexpr Type f = Type::fire;
  constexpr Type types[2][6] = {{v, w, v, f, w, f}, {v, w, f, v, w, f}};  // corners 4, 8, .. 24
  return types[static_cast<int>(layout)][place / 4];
}

int destroyed(const State& state, int side, Type type) {
  const auto kind = static_cast<std::size_t>(type);
  const Stone wanted = stone(side, type);
  int left = state.tray[side][kind] + state.mat[side][kind];
  each_place(state.inner[side],
             [&](int place) { left += state.inner_stone(place) == wanted ? 1 : 0; });
  each_place(state.outer[side],
             [&](int place) { left += state.outer_stone(place) == wanted ? 1 : 0; });
  return stones_of[kind] - left;
}

State start(const Options& options) {
  State state;
  state.options = options;
  for (const Seat side : {white, black}) {
    for (int die = 1; die <= 3; ++die) {
      const int place = entry_place(options.layout, side, die);
      state.segment[place] = stone(side, Type::vine);
      state.inner[side] |= only(place);
    }
    state.tray[side] = {1, 3, 2};  // D6
  }
  state.step = options.first == First::random ? Step::first : Step::roll;
  state.side = options.first == First::black ? black : white;
  return state;
}

bool has_action(const State& state) {
  if (state.step == Step::answer) return true;
  if (state.dice[0] == 0) return false;
  if (die_usable(state, state.dice[0])) return true;
  if (state.dice[1] == 0) return false;
  return die_usable(state, state.dice[1]) || escape_targets(state) != 0;
}

void legal(const State& state, Seat seat, Actions& out) {
  out.clear();
  if (seat != state.side) return;
  Actions::Filler filler(out);
  if (state.step == Step::answer) {
    filler.push(Action::take());
    filler.push(Action::leave());
    return;
  }
  if (state.step != Step::act) return;
  if (state.dice[0] != 0) add_die(state, state.dice[0], filler);
  if (state.dice[1] == 0) return;
  if (state.dice[1] != state.dice[0]) add_die(state, state.dice[1], filler);
  const int back = opponent(state.side);
  each_place(escape_targets(state),
             [&](int to) { filler.push(Action::move(ahead(back, to, state.dice[1]), to)); });
}

Refusal refuse(const State& state, Seat seat, Action action) {
  if (state.step == Step::over) return Refusal::game_over;
  if (state.step == Step::first) return Refusal::first_due;
  if (state.step == Step::roll) return Refusal::roll_due;
  if (seat != state.side) return Refusal::not_your_turn;
  if (action.is_answer() || state.step == Step::answer) return refuse_answer(state, action);
  return action.is_enter() ? refuse_enter(state, action) : refuse_move(state, action);
}

void apply(State& state, [[maybe_unused]] Seat seat, Action action) {
  assert(refuse(state, seat, action) == Refusal::none);
  if (action.is_answer()) {
    if (action == Action::take()) recruit(state, *corner_type(state.options.layout, state.corner));
    state.corner = 0;
    state.step = Step::act;
    settle(state);
    return;
  }
  Stone moving = no_stone;
  if (action.is_enter()) {
    moving = stone(state.side, action.entering());
    --state.mat[state.side][static_cast<std::size_t>(action.entering())];
    spend(state, die_of(state, action));
  } else if (has(entangled(state, state.side), action.from)) {
    moving = lift(state, action.from);
    state.dice = {0, 0};  // D14
  } else {
    spend(state, die_of(state, action));
    moving = lift(state, action.from);
  }
  if (land(state, action.to, moving) && wins(state)) {
    state.step = Step::over;
    state.dice = {0, 0};
    return;
  }
  if (action.is_enter()) {
    settle(state);
  } else {
    after_landing(state, action.to);
  }
}

Refusal refuse(const State& state, const Chance& chance) {
  if (state.step == Step::over) return Refusal::game_over;
  if (chance.kind == Chance::Kind::first) {
    if (state.step != Step::first) return Refusal::first_not_due;
    return chance.a > 1 ? Refusal::bad_first : Refusal::none;
  }
  if (state.step == Step::first) return Refusal::first_due;
  if (state.step != Step::roll) return Refusal::roll_not_due;
  const auto is_die = [](int die) { return die >= 1 && die <= 6; };
  return is_die(chance.a) && is_die(chance.b) ? Refusal::none : Refusal::bad_die;
}

void apply(State& state, const Chance& chance) {
  assert(refuse(state, chance) == Refusal::none);
  if (chance.kind == Chance::Kind::first) {
    state.side = chance.a;
    state.step = Step::roll;
    return;
  }
  set_dice(state, chance.a, chance.b);
  settle(state);
}

void set_dice(State& state, int a, int b) {
  state.dice = {static_cast<std::uint8_t>(std::max(a, b)),
                static_cast<std::uint8_t>(std::min(a, b))};
  state.step = Step::act;
}

void end_turn(State& state) {
  state.dice = {0, 0};
  state.side = static_cast<std::uint8_t>(opponent(state.side));
  state.step = Step::roll;
}

Outcome outcome(const State& state) {
  assert(state.step == Step::over);
  const int other = opponent(state.side);
  Outcome outcome;
  outcome.winners.add(state.side);
  outcome.scores.push(state.side == white ? 1 : 0);
  outcome.scores.push(state.side == black ? 1 : 0);
  outcome.reason = {"no_stone_left", "no stone left in the arena or on the mat"};
  constexpr Reason wiped_out[] = {{"all_vines_destroyed", "all vines destroyed"},
                                  {"all_water_destroyed", "all water destroyed"},
                                  {"all_fire_destroyed", "all fire destroyed"}};
  for (int type = 0; type < type_count; ++type) {
    if (destroyed(state, other, static_cast<Type>(type)) == stones_of[type]) {
      outcome.reason = wiped_out[type];
    }
  }
  return outcome;
}

Outcome forfeit(const State&, Seat seat) {
  Outcome outcome;
  outcome.winners.add(opponent(seat));
  outcome.scores.push(seat == black ? 1 : 0);
  outcome.scores.push(seat == white ? 1 : 0);
  outcome.reason = seat == white ? Reason{"white_resigned", "White gave up"}
                                 : Reason{"black_resigned", "Black gave up"};
  return outcome;
}

std::uint64_t hash(const State& state) {
  Hasher hasher;
  hasher.add(std::span<const std::uint8_t>(state.segment));
  for (const int side : {white, black}) {
    std::uint64_t counts = 0;
    for (std::size_t type = 0; type < type_count; ++type) {
      counts = counts << 8U |
               static_cast<unsigned>(state.tray[side][type] << 4U | state.mat[side][type]);
    }
    hasher.add(counts);
  }
  const Options& options = state.options;
  const std::uint64_t rules = static_cast<unsigned>(options.recruit) |
                              static_cast<unsigned>(options.entry) << 1U |
                              static_cast<unsigned>(options.layout) << 2U;
  hasher.add(rules << 40U | static_cast<std::uint64_t>(state.dice[0]) << 32U |
             static_cast<std::uint64_t>(state.dice[1]) << 24U |
             static_cast<std::uint64_t>(state.corner) << 16U |
             static_cast<std::uint64_t>(state.side) << 8U | static_cast<std::uint64_t>(state.step));
  return hasher.value();
}

Reason describe(Refusal refusal) {
  switch (refusal) {
    case Refusal::none: return {"none", "allowed"};
    case Refusal::game_over: return {"game_over", "the game is over"};
    case Refusal::roll_due: return {"roll_due", "the dice must be rolled first"};
    case Refusal::first_due: return {"first_due", "who starts has not been drawn yet"};
    case Refusal::first_not_due: return {"first_not_due", "who starts is settled already"};
    case Refusal::roll_not_due:
      return {"roll_not_due", "the dice of this turn are rolled and not used up yet"};
    case Refusal::bad_first:
      return {"bad_first", "only seat 0 (White) or seat 1 (Black) can start"};
    case Refusal::bad_die: return {"bad_die", "a die shows 1 to 6"};
    case Refusal::not_your_turn: return {"not_your_turn", "it is the other side's turn"};
    case Refusal::answer_due:
      return {"answer_due", "a corner was reached: answer take or leave first (D12)"};
    case Refusal::no_answer_due: return {"no_answer_due", "there is nothing to take or leave"};
    case Refusal::no_own_stone:
      return {"no_own_stone", "no stone of the side to move can leave that segment"};
    case Refusal::held_by_own:
      return {"held_by_own", "that stone is held by a stone of its own side (D9)"};
    case Refusal::target_full:
      return {"target_full", "the target segment has two stones already (D10)"};
    case Refusal::no_such_die: return {"no_such_die", "no unused die has that number (D8)"};
    case Refusal::not_on_mat: return {"not_on_mat", "no such stone is on the mat (D13)"};
    case Refusal::not_an_entry:
      return {"not_an_entry", "that segment is not an entry of this side (D13)"};
    case Refusal::must_enter:
      return {"must_enter", "that die can enter a stone, so it must (entry is compulsory)"};
    case Refusal::escape_too_late:
      return {"escape_too_late", "an escape is only possible before a die is used (D14)"};
    case Refusal::escape_needs_smaller:
      return {"escape_needs_smaller", "an entangled stone escapes by the smaller die (D14)"};
    case Refusal::escape_must_enter:
      return {"escape_must_enter", "a die can enter a stone, so there is no escape now"};
  }
  return {"not_allowed", "not allowed"};
}

}  // namespace hotaka::dragons
