#include "games/dragons/text.h"

#include "base/text.h"
#include "games/dragons/rules.h"

namespace hotaka::dragons {

namespace {

constexpr std::string_view letters[2] = {"VWF", "vwf"};

char letter(Stone stone) {
  return letters[owner_of(stone)][static_cast<std::size_t>(type_of(stone))];
}

std::optional<Stone> stone_of(char c) {
  for (const Seat side : {white, black}) {
    const auto type = letters[side].find(c);
    if (c != '\0' && type != std::string_view::npos) return stone(side, static_cast<Type>(type));
  }
  return std::nullopt;
}

// Texts are short and written often, so they are put together in a place of their own.
constexpr std::size_t longest_position = 200;
using Short = List<char, longest_position>;
using Out = Short::Filler;

void put_number(Out& out, int number) {  // below 100
  if (number >= 10) out.push(static_cast<char>('0' + number / 10));
  out.push(static_cast<char>('0' + number % 10));
}

void put_stones(Out& out, const std::array<std::array<std::uint8_t, type_count>, 2>& stones) {
  for (const Seat side : {white, black}) {
    if (side == black) out.push('/');
    bool any = false;
    for (std::size_t type = 0; type < type_count; ++type) {
      for (int i = 0; i < stones[side][type]; ++i) out.push(letters[side][type]);
      any |= stones[side][type] > 0;
    }
    if (!any) out.push('-');
  }
}

void put_arena(Out& out, const State& state) {
  int empty = 0;
  const auto flush = [&] {
    if (empty > 0) put_number(out, empty);
    empty = 0;
  };
  for (int place = 0; place < segment_count; ++place) {
    const Stone inner = state.inner_stone(place);
    const Stone outer = state.outer_stone(place);
    if (inner == no_stone) {
      ++empty;
      continue;
    }
    flush();
    if (outer == no_stone) {
      out.push(letter(inner));
    } else {
      out.push('(');
      out.push(letter(inner));
      out.push(letter(outer));
      out.push(')');
    }
  }
  flush();
}

void put_dice(Out& out, const State& state) {
  for (const auto die : state.dice) {
    if (die != 0) put_number(out, die);
  }
  if (state.step == Step::answer) {
    out.push('?');
    put_number(out, state.corner + 1);
  } else if (state.dice[0] == 0) {
    out.push('-');
  }
}

// --- Reading. Each reader returns a problem or fills its part of the state.

Problem read_arena(std::string_view text, State& state) {
  Cursor cursor(text);
  int place = 0;
  const auto put = [&](Stone inner, Stone outer) {
    state.segment[place] = static_cast<std::uint8_t>(inner | outer << 4U);
    state.inner[owner_of(inner)] |= only(place);
    if (outer != no_stone) state.outer[owner_of(outer)] |= only(place);
    ++place;
  };
  while (!cursor.done()) {
    const std::string where =
        "the arena at character " + to_text(static_cast<std::int64_t>(cursor.place() + 1));
    if (cursor.peek() >= '0' && cursor.peek() <= '9') {
      const auto empty = cursor.number(segment_count);
      if (!empty || *empty == 0) return where + ": a number counts 1 to 24 empty segments";
      place += static_cast<int>(*empty);
    } else if (place >= segment_count) {
      return where + ": there are only 24 segments";
    } else if (cursor.take('(')) {
      const auto inner = stone_of(cursor.take());
      const auto outer = stone_of(cursor.take());
      if (!inner || !outer || !cursor.take(')'))
        return where + ": a pair is written like (Wv), inner stone first";
      if (owner_of(*inner) != owner_of(*outer) && type_of(*outer) != Type::vine) {
        return where + ": in a pair of both colours the outer stone is a vine";
      }
      put(*inner, *outer);
    } else {
      const auto alone = stone_of(cursor.take());
      if (!alone) return where + ": stones are V W F (White) and v w f (Black)";
      put(*alone, no_stone);
    }
    if (place > segment_count) return where + ": there are only 24 segments";
  }
  if (place < segment_count) return "the arena has " + to_text(place) + " segments, not 24";
  return std::nullopt;
}

Problem read_stones(std::string_view text, std::string_view what,
                    std::array<std::array<std::uint8_t, type_count>, 2>& stones) {
  std::string form = std::string(what) +
                     " is written like VWW/vff: White's stones, a slash, Black's, " +
                     "each in the order V W F, - for none";
  const auto sides = split(text, '/');
  if (sides.size() != 2) return form;
  for (const Seat side : {white, black}) {
    Cursor cursor(sides[side]);
    if (cursor.rest() == "-") continue;
    for (std::size_t type = 0; type < type_count; ++type) {
      while (cursor.take(letters[side][type])) {
        if (++stones[side][type] > stones_of[type])
          return std::string(what) + " has too many stones of one type";
      }
    }
    if (!cursor.done() || sides[side].empty()) return form;
  }
  return std::nullopt;
}

Problem read_side(std::string_view text, State& state) {
  if (text == "w") {
    state.side = white;
  } else if (text == "b") {
    state.side = black;
  } else if (text != "-") {
    return "the side to move is w, b or, before the first player is drawn, -";
  }
  state.step = text == "-" ? Step::first : Step::roll;
  return std::nullopt;
}

Problem read_corner(std::string_view text, State& state) {
  const auto corner = parse_number(text, segment_count);
  if (!corner || *corner == 0) return "after ? stands the segment of a corner, as in 2?8";
  const int place = static_cast<int>(*corner) - 1;
  const auto type = corner_type(state.options.layout, place);
  const std::string name = "segment " + to_text(*corner);
  if (!type) return name + " is not a corner";
  if (state.options.recruit != Recruit::optional)
    return "an answer is only asked for with recruit=optional";
  const bool arrived = has(state.outer[state.side], place) ||
                       (has(state.inner[state.side], place) && !has(state.full(), place));
  if (!arrived)
    return "an answer is due at " + name + ", but no stone of the side to move has arrived there";
  if (state.tray[state.side][static_cast<std::size_t>(*type)] == 0) {
    return "an answer is due at " + name + ", but the tray has no stone of that corner's type";
  }
  state.corner = static_cast<std::uint8_t>(place);
  state.step = Step::answer;
  return std::nullopt;
}

Problem read_dice(std::string_view text, State& state) {
  if (text == "-") return std::nullopt;
  if (state.step == Step::first) return "before the first player is drawn the dice are -";
  std::string form =
      "the dice are one or two digits of 1 to 6, - before the roll, or like 2?8 while an answer is "
      "due";
  if (text.empty()) return form;
  Cursor cursor(text);
  std::size_t count = 0;
  while (!cursor.done() && cursor.peek() != '?') {
    const char die = cursor.take();
    if (die < '1' || die > '6' || count == 2) return form;
    state.dice[count++] = static_cast<std::uint8_t>(die - '0');
  }
  if (state.dice[1] > state.dice[0]) return "the larger die is written first";
  state.step = Step::act;
  if (!cursor.take('?')) return std::nullopt;
  if (count == 2) return "while an answer is due at most one die is unused";
  return read_corner(cursor.rest(), state);
}

Problem check_stones(const State& state) {
  for (const Seat side : {white, black}) {
    const std::string name = side == white ? "White" : "Black";
    for (std::size_t type = 0; type < type_count; ++type) {
      const std::string_view kind[] = {"vines", "water stones", "fire stones"};
      const int gone = destroyed(state, side, static_cast<Type>(type));
      if (gone < 0)
        return name + " has more than " + to_text(stones_of[type]) + " " + std::string(kind[type]);
      if (gone == stones_of[type])
        return name + " has no " + std::string(kind[type]) + " left, so this game is over";
    }
    const auto& mat = state.mat[side];
    if ((state.inner[side] | state.outer[side]) == 0 && mat[0] + mat[1] + mat[2] == 0) {
      return name + " has no stone in the arena or on the mat, so this game is over";
    }
  }
  return std::nullopt;
}

}  // namespace

void append_text(std::string& out, Action action) {
  if (action.is_answer()) {
    out += action == Action::take() ? "take" : "leave";
    return;
  }
  Short text;
  {
    Out short_out(text);
    if (action.is_enter()) {
      short_out.push(letters[white][static_cast<std::size_t>(action.entering())]);
    } else {
      put_number(short_out, action.from + 1);
    }
    short_out.push('-');
    put_number(short_out, action.to + 1);
  }
  out.append(text.begin(), text.end());
}

std::optional<Action> parse_action(std::string_view text) {
  if (text == "take") return Action::take();
  if (text == "leave") return Action::leave();
  const auto dash = text.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto to = parse_number(text.substr(dash + 1), segment_count);
  if (!to || *to == 0) return std::nullopt;
  const std::string_view from = text.substr(0, dash);
  if (from.size() == 1) {
    const auto type = letters[white].find(from.front());
    if (type != std::string_view::npos)
      return Action::enter(static_cast<Type>(type), static_cast<int>(*to) - 1);
  }
  const auto place = parse_number(from, segment_count);
  if (!place || *place == 0) return std::nullopt;
  return Action::move(static_cast<int>(*place) - 1, static_cast<int>(*to) - 1);
}

void append_chance(std::string& out, const Chance& chance) {
  if (chance.kind == Chance::Kind::first) {
    out += "\"first\":";
    append_number(out, chance.a);
    return;
  }
  out += "\"roll\":[";
  append_number(out, chance.a);
  out += ',';
  append_number(out, chance.b);
  out += ']';
}

Result<Chance> read_chance(const State&, std::string_view key, json::Value value) {
  constexpr std::int64_t most = 255;
  if (key == "first") {
    const auto seat = value.whole();
    if (!seat || *seat < 0 || *seat > 1)
      return Error{"bad_chance", "first must be 0 (White) or 1 (Black)"};
    return Chance::first(static_cast<Seat>(*seat));
  }
  if (key != "roll")
    return Error{"bad_chance",
                 "dragons has no chance entry " + in_quotes(key) + ", only first and roll"};
  List<int, 2> dice;
  const bool right = value.is(json::Kind::array) && value.each_element([&](json::Value element) {
    const auto die = element.whole();
    if (!die || *die < 0 || *die > most || dice.full()) return false;
    dice.push(static_cast<int>(*die));
    return true;
  });
  if (!right || !dice.full())
    return Error{"bad_chance", "a roll is a list of two dice, each 1 to 6"};
  return Chance::roll(dice[0], dice[1]);
}

std::string position_text(const State& state) {
  Short text;
  {
    Out out(text);
    put_arena(out, state);
    out.push(' ');
    put_stones(out, state.tray);
    out.push(' ');
    put_stones(out, state.mat);
    out.push(' ');
    out.push(state.step == Step::first ? '-' : state.side == white ? 'w' : 'b');
    out.push(' ');
    put_dice(out, state);
  }
  return {text.begin(), text.end()};
}

Result<State> read_position(std::string_view text, const Options& options) {
  const auto parts = split(text, ' ');
  if (parts.size() != 5) {
    return Error{"bad_position",
                 "a position has five parts with one space between: ARENA TRAY MAT SIDE DICE"};
  }
  State state;
  state.options = options;
  Problem problem = read_arena(parts[0], state);
  if (!problem) problem = read_stones(parts[1], "the tray", state.tray);
  if (!problem) problem = read_stones(parts[2], "the mat", state.mat);
  if (!problem) problem = check_stones(state);
  if (!problem) problem = read_side(parts[3], state);
  if (!problem) problem = read_dice(parts[4], state);
  if (problem) return Error{"bad_position", *problem};
  return state;
}

}  // namespace hotaka::dragons
