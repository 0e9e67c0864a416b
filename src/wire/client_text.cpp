#include "wire/client_text.h"

#include <algorithm>

#include "base/text.h"

namespace hotaka::wire {

namespace {

// Characters that nobody sees but that turn or hide what stands beside them.
bool has_hidden_marks(std::string_view text) {
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    if (text[i] != '\xE2') continue;
    const auto second = static_cast<unsigned char>(text[i + 1]);
    const auto third = static_cast<unsigned char>(text[i + 2]);
    if (second == 0x80 && ((third >= 0x8B && third <= 0x8F) || (third >= 0xA8 && third <= 0xAE)))
      return true;  // U+200B to 200F, U+2028 to 202E
    if (second == 0x81 && third >= 0xA0 && third <= 0xAF) return true;  // U+2060 to 206F
  }
  return false;
}

// JSON can spell half a character, so a text that was read from it may be no UTF-8.
bool has_length(std::string_view text, std::ptrdiff_t most) {
  constexpr std::size_t most_bytes = 4;  // of a character
  return !text.empty() && text.size() <= most_bytes * static_cast<std::size_t>(most) &&
         count_characters(text) <= most && is_utf8(text);
}

}  // namespace

MaybeError check_name(std::string_view name) {
  const bool is_clean = std::ranges::all_of(
      name, [](char c) { return static_cast<unsigned char>(c) >= 32 && c != 127; });
  if (has_length(name, 24) && is_clean && name.front() != ' ' && name.back() != ' ' &&
      !has_hidden_marks(name))
    return std::nullopt;
  return Error{"bad_name",
               "a name must have 1 to 24 visible characters and no leading or trailing spaces"};
}

MaybeError check_chat(std::string_view text) {
  if (has_length(text, 300)) return std::nullopt;
  return Error{"bad_chat", "a line of chat has 1 to 300 characters"};
}

bool is_table_id(std::string_view text) {
  constexpr std::size_t most = 40;
  return !text.empty() && text.size() <= most && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  });
}

}  // namespace hotaka::wire
