#include "base/json.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <span>
#include <vector>

#include "base/list.h"
#include "base/text.h"

namespace hotaka::json {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Appends a code point as UTF-8; a lone surrogate (which \u can spell) is written in the same
// three-byte way.
void append_utf8(std::string& out, std::uint32_t code) {
  const auto tail = [&](unsigned shift) {
    out += static_cast<char>(0x80U | (code >> shift & 0x3fU));
  };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0U | code >> 6U);
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0U | code >> 12U);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xf0U | code >> 18U);
    tail(12);
    tail(6);
    tail(0);
  }
}

std::uint32_t four_hex(std::string_view digits) {
  std::uint32_t code = 0;
  for (const char c : digits.substr(0, 4))
    code = code * 16 + static_cast<std::uint32_t>(hex_digit(c));
  return code;
}

// Decodes the inside of a checked string.
void decode(std::string_view inside, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] != '\\') {
      out += inside[i];
      continue;
    }
    switch (const char escape = inside[++i]) {
      case 'b': out += '\b'; break;
      case 'f': out += '\f'; break;
      case 'n': out += '\n'; break;
      case 'r': out += '\r'; break;
      case 't': out += '\t'; break;
      case 'u': {
        std::uint32_t code = four_hex(inside.substr(i + 1));
        i += 4;
        const std::string_view next = inside.substr(i + 1);
        if (code >= 0xd800 && code < 0xdc00 && next.starts_with("\\u")) {
          const std::uint32_t low = four_hex(next.substr(2));
          if (low >= 0xdc00 && low < 0xe000) {
            code = 0x10000 + ((code - 0xd800) << 10U) + (low - 0xdc00);
            i += 6;
          }
        }
        append_utf8(out, code);
        break;
      }
      default: out += escape;
    }
  }
}

// What a string may hold as it is, beyond which one has to look closer.
constexpr auto plain_in_strings = [] {
  std::array<bool, 256> plain{};
  for (std::size_t c = 0x20; c < 0x80; ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

// The keys of one object; a few of them take no memory from elsewhere.
class Keys {
 public:
  static constexpr std::size_t few = 8;

  void add(std::string_view key, bool has_escapes) {
    escapes_ |= has_escapes;
    if (many_.empty() && few_.size() < few) {
      few_.push(key);
      return;
    }
    if (many_.empty()) many_.assign(few_.begin(), few_.end());
    many_.push_back(key);
  }

  // One that is there twice.
  std::optional<std::string> twin() const {
    const auto keys = many_.empty() ? std::span(few_.begin(), few_.end()) : std::span(many_);
    if (keys.size() <= few && !escapes_) {
      for (auto key = keys.begin(); key != keys.end(); ++key) {
        if (std::find(key + 1, keys.end(), *key) != keys.end())
          return std::string(key->substr(1, key->size() - 2));
      }
      return std::nullopt;
    }
    std::vector<std::string> sorted;
    std::string scratch;
    for (const std::string_view key : keys) sorted.emplace_back(Value(key).string(scratch));
    std::sort(sorted.begin(), sorted.end());
    const auto found = std::adjacent_find(sorted.begin(), sorted.end());
    return found == sorted.end() ? std::nullopt : std::optional(*found);
  }

 private:
  List<std::string_view, few> few_;
  std::vector<std::string_view> many_;  // all of them, if there are more than a few
  bool escapes_ = false;
};

// One pass over a text that may be anything at all.
class Checker {
 public:
  Checker(std::string_view text, int levels) : text_(text), levels_(levels) {}

  std::optional<Problem> run() {
    blanks();
    if (value(0)) {
      blanks();
      if (place_ != text_.size()) fail("more text after the end of the value");
    }
    if (!problem_.empty()) return Problem{problem_ + byte(place_), false};
    if (twice_) return Problem{"the key " + in_quotes(*twice_) + " is given twice", true};
    return std::nullopt;
  }

 private:
  static std::string byte(std::size_t place) {
    return " (byte " + to_text(static_cast<std::int64_t>(place + 1)) + ")";
  }
  char here() const { return place_ < text_.size() ? text_[place_] : '\0'; }
  void blanks() {
    while (place_ < text_.size() && is_blank(text_[place_])) ++place_;
  }
  bool fail(std::string problem) {
    problem_ = std::move(problem);
    return false;
  }
  bool expected(const char* what) {
    if (place_ == text_.size())
      return fail(std::string("the line ends where ") + what + " should be");
    return fail(std::string("not JSON: ") + what + " should be here");
  }

  bool value(int depth) {
    switch (here()) {
      case '{': return object(depth + 1);
      case '[': return array(depth + 1);
      case '"': return string();
      case 't': return word("true");
      case 'f': return word("false");
      case 'n': return word("null");
      default: return number();
    }
  }

  bool word(std::string_view wanted) {
    if (!text_.substr(place_).starts_with(wanted)) return expected("a value");
    place_ += wanted.size();
    return true;
  }

  bool digits() {
    if (!is_digit(here())) return expected("a digit");
    while (is_digit(here())) ++place_;
    return true;
  }

  bool number() {
    const bool negative = here() == '-';
    if (negative) ++place_;
    if (!is_digit(here())) return expected(negative ? "a digit" : "a value");
    if (here() == '0') {
      ++place_;
      if (is_digit(here())) return fail("a number with a leading zero");
    } else {
      digits();
    }
    if (here() == '.') {
      ++place_;
      if (!digits()) return false;
    }
    if (here() == 'e' || here() == 'E') {
      ++place_;
      if (here() == '+' || here() == '-') ++place_;
      if (!digits()) return false;
    }
    return true;
  }

  bool string() {
    ++place_;
    while (true) {
      std::size_t place = place_;
      while (place < text_.size() && plain_in_strings[static_cast<unsigned char>(text_[place])])
        ++place;
      place_ = place;
      if (place == text_.size()) return fail("a string without its closing quote");
      const char c = text_[place];
      if (c == '"') {
        ++place_;
        return true;
      }
      if (static_cast<unsigned char>(c) < 0x20) return fail("a control character inside a string");
      if (c == '\\') {
        escaped_ = true;
        if (!escape()) return false;
      } else if (!utf8()) {
        return fail("not valid UTF-8");
      }
    }
  }

  bool escape() {
    ++place_;
    const char c = here();
    if (c == 'u') {
      for (int i = 1; i <= 4; ++i) {
        ++place_;
        if (hex_digit(here()) < 0) return fail("\\u needs four hexadecimal digits");
      }
    } else if (std::string_view("\"\\/bfnrt").find(c) == std::string_view::npos || c == '\0') {
      return fail("an unknown escape in a string");
    }
    ++place_;
    return true;
  }

  bool utf8() {
    const std::size_t size = character_size(text_.substr(place_));
    place_ += size;
    return size > 0;
  }

  bool array(int depth) {
    if (depth > levels_) return fail("nested deeper than " + to_text(levels_) + " levels");
    ++place_;
    blanks();
    if (here() == ']') {
      ++place_;
      return true;
    }
    while (true) {
      if (!value(depth)) return false;
      blanks();
      if (here() == ']') {
        ++place_;
        return true;
      }
      if (here() != ',') return expected("',' or ']'");
      ++place_;
      blanks();
    }
  }

  bool object(int depth) {
    if (depth > levels_) return fail("nested deeper than " + to_text(levels_) + " levels");
    ++place_;
    blanks();
    if (here() == '}') {
      ++place_;
      return true;
    }
    Keys keys;
    while (true) {
      if (here() != '"') return expected("a key in quotes");
      const std::size_t start = place_;
      escaped_ = false;
      if (!string()) return false;
      const std::string_view key = text_.substr(start, place_ - start);
      keys.add(key, escaped_);
      blanks();
      if (here() != ':') return expected("':'");
      ++place_;
      blanks();
      if (!value(depth)) return false;
      blanks();
      if (here() == '}') {
        ++place_;
        if (auto twin = keys.twin()) twice_ = std::move(twin);
        return true;
      }
      if (here() != ',') return expected("',' or '}'");
      ++place_;
      blanks();
    }
  }

  std::string_view text_;
  int levels_;
  std::size_t place_ = 0;
  bool escaped_ = false;  // an escape was met
  std::string problem_;
  std::optional<std::string> twice_;
};

// The length of the value at the front of a checked text.
std::size_t value_length(std::string_view text) {
  std::size_t i = 0;
  int depth = 0;
  do {
    const char c = text[i];
    if (c == '"') {
      for (++i; text[i] != '"'; ++i) {
        if (text[i] == '\\') ++i;
      }
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    } else if (depth == 0) {
      while (i < text.size() && text[i] != ',' && text[i] != '}' && text[i] != ']' &&
             !is_blank(text[i]))
        ++i;
      return i;
    }
    ++i;
  } while (depth > 0);
  return i;
}

}  // namespace

std::optional<Problem> check(std::string_view text, int levels) {
  return Checker(text, levels).run();
}

Value::Value(std::string_view checked) : text_(trimmed(checked)) {
  while (is_blank(text_.back())) text_.remove_suffix(1);
}

Kind Value::kind() const {
  switch (text_.front()) {
    case '{': return Kind::object;
    case '[': return Kind::array;
    case '"': return Kind::string;
    case 't':
    case 'f': return Kind::boolean;
    case 'n': return Kind::null;
    default: return Kind::number;
  }
}

std::optional<std::int64_t> Value::whole() const {
  if (kind() != Kind::number) return std::nullopt;
  const char* begin = text_.data();
  const char* end = begin + text_.size();
  std::int64_t number = 0;
  const auto [stop, problem] = std::from_chars(begin, end, number);
  if (problem != std::errc() || stop != end) return std::nullopt;
  return number;
}

std::string_view Value::string(std::string& scratch) const {
  assert(kind() == Kind::string);
  const std::string_view inside = text_.substr(1, text_.size() - 2);
  if (inside.find('\\') == std::string_view::npos) return inside;
  decode(inside, scratch);
  return scratch;
}

Value Value::cut(std::string_view& text) {
  const std::size_t length = value_length(text);
  Value value;
  value.text_ = text.substr(0, length);
  text = trimmed(text.substr(length));
  const bool last = text.front() == '}' || text.front() == ']';
  text = last ? std::string_view() : trimmed(text.substr(1));
  return value;
}

void append_string(std::string& out, std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  const auto is_special = [](char c) {
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
  };
  out += '"';
  while (true) {
    const auto special = std::find_if(text.begin(), text.end(), is_special);
    const auto plain = static_cast<std::size_t>(special - text.begin());
    out += text.substr(0, plain);
    if (special == text.end()) break;
    if (*special == '"' || *special == '\\') {
      out += '\\';
      out += *special;
    } else {
      out += "\\u00";
      out += hex[static_cast<unsigned char>(*special) >> 4U];
      out += hex[static_cast<unsigned char>(*special) & 0xfU];
    }
    text.remove_prefix(plain + 1);
  }
  out += '"';
}

}  // namespace hotaka::json
