// The board in plain characters: the ring as a frame of 9 by 5 cells, Black's entries on top,
// White's below.

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "games/dragons/rules.h"
#include "games/dragons/text.h"

namespace hotaka::dragons {

namespace {

constexpr int columns = 9;
constexpr int rows = 5;
constexpr std::size_t cell_width = 7;

std::string centred(const std::string& text, std::size_t width) {
  const std::size_t space = width > text.size() ? width - text.size() : 0;
  return std::string(space / 2, ' ') + text + std::string(space - space / 2, ' ');
}

// The segment's number, and at a corner the type that it recruits.
std::string label(const State& state, int place) {
  std::string out = to_text(place + 1);
  if (const auto type = corner_type(state.options.layout, place)) {
    out += '=';
    out += "VWF"[static_cast<int>(*type)];
  }
  return out;
}

char cell_letter(Stone stone) { return stone == no_stone ? ' ' : " VWF vwf"[stone]; }

std::string stones(const State& state, int place) {
  const char inner = cell_letter(state.inner_stone(place));
  const char outer = cell_letter(state.outer_stone(place));
  if (inner == ' ') return ".";
  if (outer == ' ') return {inner};
  return {'(', inner, outer, ')'};
}

// The place in a cell of the frame; -1 for the cells inside it.
int place_at(int row, int column) {
  const auto wrapped = [](int segment) { return (segment + segment_count - 1) % segment_count; };
  if (row == 0) return wrapped(22 + column);
  if (row == rows - 1) return wrapped(18 - column);
  if (column == columns - 1) return wrapped(6 + row);
  if (column == 0) return wrapped(22 - row);
  return -1;
}

std::string store(const std::array<std::uint8_t, type_count>& counts) {
  std::string out;
  for (std::size_t type = 0; type < type_count; ++type) out.append(counts[type], "VWF"[type]);
  return out.empty() ? "-" : out;
}

std::string player_line(const State& state, Seat side) {
  std::array<std::uint8_t, type_count> gone{};
  for (std::size_t type = 0; type < type_count; ++type) {
    gone[type] = static_cast<std::uint8_t>(destroyed(state, side, static_cast<Type>(type)));
  }
  return std::string(side == white ? "White" : "Black") + ": tray " + store(state.tray[side]) +
         ", mat " + store(state.mat[side]) + ", destroyed " + store(gone);
}

std::string status_line(const State& state) {
  const std::string name = state.side == white ? "White" : "Black";
  std::string dice;
  for (const auto die : state.dice) {
    if (die != 0) dice += (dice.empty() ? "" : " and ") + to_text(die);
  }
  switch (state.step) {
    case Step::first: return "who starts is not drawn yet";
    case Step::roll: return name + " to roll";
    case Step::act: return name + " to move, dice " + dice;
    case Step::answer: return name + ": take or leave at " + to_text(state.corner + 1) + "?";
    case Step::over: break;
  }
  return name + " has won";
}

}  // namespace

std::string drawing(const State& state) {
  const std::vector<std::string> inside = {
      "Black (vwf) moves clockwise", player_line(state, black),         "", status_line(state),
      player_line(state, white),     "White (VWF) moves anti-clockwise"};
  constexpr std::size_t inside_width = cell_width * (columns - 2);
  std::string out;
  for (int row = 0; row < rows; ++row) {
    for (int line = 0; line < 2; ++line) {
      std::string text;
      for (int column = 0; column < columns; ++column) {
        const int place = place_at(row, column);
        if (place >= 0) {
          text += centred(line == 0 ? label(state, place) : stones(state, place), cell_width);
        } else if (column == 1) {
          text += centred(inside[(row - 1) * 2 + line], inside_width);
        }
      }
      text.erase(text.find_last_not_of(' ') + 1);
      out += text + '\n';
    }
    if (row == 0 || row == rows - 2) out += '\n';
  }
  return out;
}

}  // namespace hotaka::dragons
