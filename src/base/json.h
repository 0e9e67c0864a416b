#pragma once
// JSON in two steps: check() proves that a text is one strict JSON value, Value then walks it in
// place, without a tree and without copies. Strict means: valid UTF-8, no key twice in one object,
// no more levels than allowed, nothing after the value.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hotaka::json {

struct Problem {
  std::string what;  // with the byte where it is, counted from 1
  // The text can be walked all the same: nothing is wrong but a key that is given twice.
  bool readable = false;
};

inline constexpr int most_levels = 200;

// What is wrong with the text; nothing if it is right.
std::optional<Problem> check(std::string_view text, int levels = most_levels);

enum class Kind : std::uint8_t { object, array, string, number, boolean, null };

// A part of a checked text. Only to be made from text that check() has found right or readable.
class Value {
 public:
  Value() = default;
  explicit Value(std::string_view checked);

  Kind kind() const;
  bool is(Kind kind) const { return this->kind() == kind; }
  std::string_view raw() const { return text_; }

  // A number without fraction and exponent that fits 64 bits; nothing for anything else.
  std::optional<std::int64_t> whole() const;

  // The decoded content of a string: a part of the text itself, or of `scratch` where it has
  // escapes.
  std::string_view string(std::string& scratch) const;

  // Calls f(Value element) for each element of an array until f returns false; returns whether all
  // were seen.
  template <class F>
  bool each_element(F&& f) const;
  // Calls f(Value key, Value member) for each member of an object, in the same way.
  template <class F>
  bool each_member(F&& f) const;

 private:
  static constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
  // The text from its first non-blank on.
  static constexpr std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    return text;
  }
  // Cuts the value at the front off `text` and, with it, the ',' or ':' or bracket behind it.
  static Value cut(std::string_view& text);

  std::string_view text_ = "null";  // exactly the value, without blanks around it
};

// Writes a string with its quotes and escapes.
void append_string(std::string& out, std::string_view text);

template <class F>
bool Value::each_element(F&& f) const {
  std::string_view rest = trimmed(text_.substr(1));
  if (rest.front() == ']') return true;
  while (!rest.empty()) {
    if (!f(cut(rest))) return false;
  }
  return true;
}

template <class F>
bool Value::each_member(F&& f) const {
  std::string_view rest = trimmed(text_.substr(1));
  if (rest.front() == '}') return true;
  while (!rest.empty()) {
    const Value key = cut(rest);
    const Value member = cut(rest);
    if (!f(key, member)) return false;
  }
  return true;
}

}  // namespace hotaka::json
