#include "wire/client_text.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/text.h"

namespace hotaka::wire {

namespace {

using Character = std::uint32_t;

// The first character of a text, which is UTF-8.
Character character_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t size = character_size(text);
  Character code = size == 1 ? byte(0) : byte(0) & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) code = code << 6U | (byte(i) & 0x3FU);
  return code;
}

struct Range {
  Character first, last;
};

template <std::size_t N>
bool is_in(Character one, const std::array<Range, N>& ranges) {
  return std::ranges::any_of(
      ranges, [&](const Range& range) { return one >= range.first && one <= range.last; });
}

// All that Unicode has of these but for the tags of a few flags.
constexpr auto line_ends = std::to_array<Range>({{'\t', '\r'}, {0x85, 0x85}, {0x2028, 0x2029}});
constexpr auto controls = std::to_array<Range>({{0, 0x1F}, {0x7F, 0x9F}});
constexpr auto spaces = std::to_array<Range>({{' ', ' '},
                                              {0xA0, 0xA0},
                                              {0x1680, 0x1680},
                                              {0x2000, 0x200A},
                                              {0x202F, 0x202F},
                                              {0x205F, 0x205F},
                                              {0x3000, 0x3000}});
// They join letters and pictures or choose their form, and are not seen alone.
constexpr auto joiners = std::to_array<Range>({{0x200C, 0x200D}, {0xFE00, 0xFE0F}});
// Letters and signs that look like a space.
constexpr auto blanks =
    std::to_array<Range>({{0x115F, 0x1160}, {0x2800, 0x2800}, {0x3164, 0x3164}, {0xFFA0, 0xFFA0}});
// Not seen, or turning what follows.
constexpr auto hidden = std::to_array<Range>({{0xAD, 0xAD},
                                              {0x34F, 0x34F},
                                              {0x61C, 0x61C},
                                              {0x17B4, 0x17B5},
                                              {0x180B, 0x180F},
                                              {0x200B, 0x200B},
                                              {0x200E, 0x200F},
                                              {0x202A, 0x202E},
                                              {0x2060, 0x206F},
                                              {0xFEFF, 0xFEFF},
                                              {0xFFF0, 0xFFFB},
                                              {0x1D173, 0x1D17A},
                                              {0xE0000, 0xE0FFF}});
constexpr auto marks = std::to_array<Range>({{0x300, 0x36F},
                                             {0x483, 0x489},
                                             {0x1AB0, 0x1AFF},
                                             {0x1DC0, 0x1DFF},
                                             {0x20D0, 0x20FF},
                                             {0xFE20, 0xFE2F}});

// JSON can spell half a character, so a text that was read from it may be no UTF-8.
bool has_length(std::string_view text, std::ptrdiff_t most) {
  constexpr std::size_t most_bytes = 4;  // of a character
  return !text.empty() && text.size() <= most_bytes * static_cast<std::size_t>(most) &&
         count_characters(text) <= most && is_utf8(text);
}

template <class F>
void each_character(std::string_view text, F&& f) {
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    f(character_of(text), text.substr(0, size));
    text.remove_prefix(size);
  }
}

}  // namespace

MaybeError check_name(std::string_view name) {
  // Twice as many as a name may have, as a server composes them first.
  bool is_fine = has_length(name, 48) && name.front() != ' ' && name.back() != ' ';
  std::ptrdiff_t count = 0;
  if (is_fine) {
    each_character(name, [&](Character one, std::string_view) {
      if (!is_in(one, marks) && !is_in(one, joiners)) ++count;
      is_fine = is_fine && !is_in(one, controls) && !is_in(one, line_ends) && !is_in(one, hidden) &&
                !is_in(one, blanks) && one != 0x200C && one != 0x200D &&
                (one == ' ' || one == 0xA0 || !is_in(one, spaces));
    });
  }
  if (is_fine && count > 0 && count <= 24) return std::nullopt;
  return Error{"bad_name",
               "a name must have 1 to 24 visible characters and no leading or trailing spaces"};
}

Result<std::string> clean_chat(std::string_view text) {
  constexpr int most_marks = 4;  // on one letter
  std::string line;
  bool is_visible = false;
  int marks_in_row = 0;
  if (has_length(text, 300)) {
    each_character(text, [&](Character one, std::string_view bytes) {
      const bool is_end = is_in(one, line_ends);
      if (!is_end && (is_in(one, controls) || is_in(one, hidden))) return;
      const bool is_space = is_end || is_in(one, spaces) || is_in(one, blanks);
      const bool is_mark = is_in(one, marks);
      marks_in_row = is_mark ? marks_in_row + 1 : 0;
      if (marks_in_row > most_marks || (is_space && line.empty())) return;
      is_visible = is_visible || !(is_space || is_mark || is_in(one, joiners));
      line += is_end ? " " : bytes;
    });
  }
  while (line.ends_with(' ')) line.pop_back();
  if (is_visible) return line;
  return Error{"bad_chat", "a line of chat has 1 to 300 characters, some of them visible"};
}

bool is_table_id(std::string_view text) {
  constexpr std::size_t most = 40;
  return !text.empty() && text.size() <= most && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  });
}

}  // namespace hotaka::wire
