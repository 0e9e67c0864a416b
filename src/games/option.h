#pragma once
// How a game's options are named, given and checked. A game has a row for each of its options; the
// values come from a record's header (JSON) or from a command line (plain text).

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

// A row of a game's options. Games make rows with number_option and word_option; the functions know
// the member of the game's Options.
struct Option {
  std::string_view name;
  std::string_view meaning;
  std::string_view words;  // "left, dealer, drawn": it is one of these. Empty: a number
  std::int64_t min = 0;    // of a number
  std::int64_t max = 0;
  int only_with = 0;        // it means something with so many players; 0: with any number
  std::string_view values;  // what it may be, where words or range do not say all
  // A number, or the index of a word.
  std::int64_t (*get)(const void* options) = nullptr;
  void (*set)(void* options, std::int64_t value) = nullptr;
  // Numbers that may also be given as a list: whether such a list is allowed, and the value as
  // JSON.
  bool (*set_list)(void* options, std::span<const std::int64_t> list) = nullptr;
  void (*append_value)(std::string& out, const void* options) = nullptr;
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

Error unknown_edition(std::string_view game, std::string_view name,
                      std::span<const Edition> editions);
// "automatic, optional", "1 to 10000" or "2, 3, 4".
std::string allowed_values(const Option& option);

// Sets an option of the game's Options behind the pointer. traits.h has both with types.
MaybeError set_option(std::string_view game, std::span<const Option> rows, void* options,
                      std::string_view name, const OptionValue& value);
// Writes the members of a JSON object that lead from `standard` to `options`.
void write_options(std::string& out, std::span<const Option> rows, const void* options,
                   const void* standard);

// --- Making rows from a member pointer
template <class Member>
struct OptionMember;
template <class Options, class Value>
struct OptionMember<Value Options::*> {
  using Owner = Options;
  using Type = Value;
};

template <auto Member>
constexpr Option option_of(std::string_view name) {
  using Owner = typename OptionMember<decltype(Member)>::Owner;
  using Type = typename OptionMember<decltype(Member)>::Type;
  Option option;
  option.name = name;
  option.get = [](const void* options) {
    return static_cast<std::int64_t>(static_cast<const Owner*>(options)->*Member);
  };
  option.set = [](void* options, std::int64_t value) {
    static_cast<Owner*>(options)->*Member = static_cast<Type>(value);
  };
  return option;
}

template <auto Member>
constexpr Option number_option(std::string_view name, std::int64_t min, std::int64_t max,
                               std::string_view meaning) {
  Option option = option_of<Member>(name);
  option.meaning = meaning;
  option.min = min;
  option.max = max;
  return option;
}

// The member is an enum whose values are the indices of the words.
template <auto Member>
constexpr Option word_option(std::string_view name, std::string_view words,
                             std::string_view meaning, int only_with = 0) {
  Option option = option_of<Member>(name);
  option.meaning = meaning;
  option.words = words;
  option.only_with = only_with;
  return option;
}

}  // namespace hotaka
