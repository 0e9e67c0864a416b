#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace hotaka {

void append_number(std::string& out, std::int64_t number) {
  if (number >= 0 && number < 100) {  // most are
    if (number >= 10) out += static_cast<char>('0' + number / 10);
    out += static_cast<char>('0' + number % 10);
    return;
  }
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

std::ptrdiff_t count_characters(std::string_view text) {
  return std::count_if(text.begin(), text.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
}

std::string to_text(std::int64_t number) {
  std::string out;
  append_number(out, number);
  return out;
}

std::optional<std::int64_t> parse_number(std::string_view text, std::int64_t most) {
  if (text.empty() || (text.size() > 1 && text.front() == '0')) return std::nullopt;
  const auto limit = static_cast<std::uint64_t>(most);
  std::uint64_t value = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9' || value > limit / 10) return std::nullopt;
    value = value * 10 + static_cast<std::uint64_t>(digit - '0');
  }
  if (value > limit) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t shown = 40;
  std::string out = "\"";
  for (const char c : text.substr(0, shown)) out += (c < ' ' || c > '~') ? '?' : c;
  out += text.size() > shown ? "...\"" : "\"";
  return out;
}

std::optional<std::int64_t> Cursor::number(std::int64_t most) {
  std::size_t end = place_;
  while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') ++end;
  const auto value = parse_number(text_.substr(place_, end - place_), most);
  if (value) place_ = end;
  return value;
}

}  // namespace hotaka
