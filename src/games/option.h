#pragma once
// How a game's options are named, given and checked. A game lists its options in a table of Option;
// the values come from a record's header (JSON) or from a command line (plain text).

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/list.h"
#include "base/result.h"

namespace hotaka {

// One row of a game's table, for help texts and for messages.
struct Option {
  std::string_view name;
  std::string_view values;
  std::string_view meaning;
};

struct Edition {
  std::string_view name;
  std::string_view meaning;
};

struct OptionValue {
  enum class Kind : std::uint8_t { whole, word, list, other } kind = Kind::other;
  std::int64_t whole = 0;
  std::string word;
  List<std::int64_t, 8> list;
  std::string shown;  // for messages

  static OptionValue from_json(json::Value value);
  // Digits are a whole number, digits with commas a list, anything else a word.
  static OptionValue from_text(std::string_view text);
};

struct GivenOption {
  std::string name;
  OptionValue value;
};
// The members of an object.
std::vector<GivenOption> given_options(json::Value object);

Error unknown_option(std::string_view game, std::string_view name, std::span<const Option> table);
Error unknown_edition(std::string_view game, std::string_view name,
                      std::span<const Edition> editions);
Error not_allowed(const Option& option, const OptionValue& value);

// Sets `field` to the place of the given word among `words`.
template <class Enum>
MaybeError choose(const Option& option, const OptionValue& value,
                  std::span<const std::string_view> words, Enum& field) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (value.kind == OptionValue::Kind::word && value.word == words[i]) {
      field = static_cast<Enum>(i);
      return std::nullopt;
    }
  }
  return not_allowed(option, value);
}

template <class Number>
MaybeError within(const Option& option, const OptionValue& value, std::int64_t least,
                  std::int64_t most, Number& field) {
  if (value.kind != OptionValue::Kind::whole || value.whole < least || value.whole > most) {
    return not_allowed(option, value);
  }
  field = static_cast<Number>(value.whole);
  return std::nullopt;
}

// Writes the members of a JSON object one by one: only what differs from the edition is written.
class OptionWriter {
 public:
  explicit OptionWriter(std::string& out) : out_(out) {}
  void word(std::string_view name, std::string_view value);
  void raw(std::string_view name, std::string_view json);

 private:
  void key(std::string_view name);
  std::string& out_;
  bool first_ = true;
};

}  // namespace hotaka
