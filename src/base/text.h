#pragma once
// Small helpers to write and to read plain text.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hotaka {

void append_number(std::string& out, std::int64_t number);
std::string to_text(std::int64_t number);

// The bytes of the UTF-8 character that a text begins with; 0 if it begins with none.
std::size_t character_size(std::string_view text);
bool is_utf8(std::string_view text);
// Of a text whose rest may follow: the bytes at its end that are the beginning of a character, 0 to
// 3. Nothing if it is no UTF-8, whatever follows.
std::optional<std::size_t> unfinished_utf8(std::string_view text);
// Of UTF-8.
std::ptrdiff_t count_characters(std::string_view text);

// Digits only, no sign, no leading zero, at most `most`.
std::optional<std::int64_t> parse_number(std::string_view text, std::int64_t most);

// "a, b and c".
std::string join_names(std::span<const std::string_view> names,
                       std::string_view conjunction = "and");

// The parts between separators; always at least one part.
std::vector<std::string_view> split(std::string_view text, char separator);

// Up to 40 characters of foreign text for an error message, in quotes, with anything unprintable
// shown as '?'.
std::string in_quotes(std::string_view text);

// Reads a text from left to right.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool done() const { return place_ == text_.size(); }
  std::size_t place() const { return place_; }
  char peek() const { return done() ? '\0' : text_[place_]; }
  char take() { return done() ? '\0' : text_[place_++]; }
  bool take(char wanted) {
    if (peek() != wanted || done()) return false;
    ++place_;
    return true;
  }
  bool take(std::string_view wanted) {
    if (!text_.substr(place_).starts_with(wanted)) return false;
    place_ += wanted.size();
    return true;
  }
  // A whole number as parse_number reads it: all digits that stand here.
  std::optional<std::int64_t> number(std::int64_t most);
  std::string_view rest() const { return text_.substr(place_); }

 private:
  std::string_view text_;
  std::size_t place_ = 0;
};

}  // namespace hotaka
