#include "cli/server/text_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "base/text.h"

namespace hotaka::cli {

namespace {

// The code point of the valid UTF-8 character that a text begins with.
std::uint32_t code_of(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 1) return byte(0);
  std::uint32_t code = byte(0) & (0xFFU >> (character.size() + 1));
  for (std::size_t i = 1; i < character.size(); ++i) code = code << 6U | (byte(i) & 0x3FU);
  return code;
}

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

template <std::size_t N>
bool is_in(const Range (&ranges)[N], std::uint32_t code) {
  return std::ranges::any_of(
      ranges, [code](const Range& range) { return code >= range.first && code <= range.last; });
}

// Controls, marks of direction, what has no width, and private or unassigned specials.
constexpr Range hidden[]{{0, 0x1F},        {0x7F, 0x9F},       {0xAD, 0xAD},       {0x34F, 0x34F},
                         {0x61C, 0x61C},   {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},
                         {0x200B, 0x200F}, {0x2028, 0x202E},   {0x2060, 0x206F},   {0x3164, 0x3164},
                         {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},
                         {0xE000, 0xF8FF}, {0xE0000, 0xE0FFF}, {0xF0000, 0x10FFFF}};
// Two columns wide, and none: combining marks.
constexpr Range wide[]{{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},  {0xAC00, 0xD7A3},
                       {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},  {0xFFE0, 0xFFE6},
                       {0x1F300, 0x1F64F}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
constexpr Range combining[]{{0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},
                            {0x610, 0x61A},   {0x64B, 0x65F},   {0x1AB0, 0x1AFF},
                            {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE20, 0xFE2F}};

template <class F>
void each_character(std::string_view text, F&& f) {
  while (!text.empty()) {
    const std::size_t size = std::max<std::size_t>(1, character_size(text));
    f(text.substr(0, size), character_size(text) == 0 ? 0xFFFDU : code_of(text.substr(0, size)));
    text.remove_prefix(size);
  }
}

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  each_character(text, [&](std::string_view, std::uint32_t code) {
    width += is_in(combining, code) ? 0 : is_in(wide, code) ? 2 : 1;
  });
  return width;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  each_character(text, [&](std::string_view character, std::uint32_t code) {
    if (character_size(character) == 0) {
      out += '?';
    } else if (is_in(hidden, code)) {
      out += fmt::format("\\u{{{:x}}}", code);
    } else {
      out += character;
    }
  });
  return out;
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths(rows_[0].size());
  const auto is_number = [&](std::size_t column) { return rows_[0][column].starts_with('>'); };
  const auto cell = [&](std::size_t row, std::size_t column) {
    const std::string_view text = rows_[row][column];
    return row == 0 && is_number(column) ? text.substr(1) : text;
  };
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    for (std::size_t column = 0; column < widths.size(); ++column)
      widths[column] = std::max(widths[column], width_of(cell(row, column)));
  }
  std::string out;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    std::string line;
    for (std::size_t column = 0; column < widths.size(); ++column) {
      const std::string_view text = cell(row, column);
      const std::string pad(widths[column] - width_of(text), ' ');
      if (column > 0) line += "  ";
      if (is_number(column)) {
        line.append(pad).append(text);
      } else {
        line.append(text).append(pad);
      }
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

}  // namespace hotaka::cli
