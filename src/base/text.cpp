#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

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

std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return text.empty() ? 0 : 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const std::size_t size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  std::uint32_t code = lead & (0x7fU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return 0;
    code = code << 6U | (byte(i) & 0x3fU);
  }
  const std::uint32_t least = size == 2 ? 0x80 : size == 3 ? 0x800 : 0x10000;
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  return code < least || code > 0x10ffff || is_surrogate ? 0 : size;
}

namespace {

// Nearly all text is ASCII: eight bytes a step.
std::size_t count_leading_ascii(std::string_view text) {
  std::size_t at = 0;
  for (std::uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    if ((word & 0x8080'8080'8080'8080U) != 0) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

// Whether bytes can follow that make it one character. Of the bytes that may come second behind a
// given first one, the lowest or the highest is always among those that are allowed.
bool begins_character(std::string_view text) {
  return std::ranges::any_of(std::array{"\x80\x80\x80", "\xbf\xbf\xbf"}, [&](const char* rest) {
    return character_size(std::string(text) + rest) > text.size();
  });
}

}  // namespace

std::optional<std::size_t> unfinished_utf8(std::string_view text) {
  while (true) {
    text.remove_prefix(count_leading_ascii(text));
    if (text.empty()) return 0;
    const std::size_t size = character_size(text);
    if (size == 0) break;
    text.remove_prefix(size);
  }
  return text.size() < 4 && begins_character(text) ? std::optional(text.size()) : std::nullopt;
}

bool is_utf8(std::string_view text) { return unfinished_utf8(text) == 0U; }

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

std::string join_names(std::span<const std::string_view> names, std::string_view conjunction) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += i + 1 == names.size() ? " " + std::string(conjunction) + " " : ", ";
    out += names[i];
  }
  return out;
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
