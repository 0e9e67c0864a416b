#include "games/option.h"

#include "base/text.h"

namespace hotaka {

OptionValue OptionValue::from_json(json::Value value) {
  OptionValue out;
  out.shown = in_quotes(value.raw());
  if (const auto whole = value.whole()) {
    out.kind = Kind::whole;
    out.whole = *whole;
    out.shown = to_text(*whole);
  } else if (value.is(json::Kind::string)) {
    std::string scratch;
    out.kind = Kind::word;
    out.word = value.string(scratch);
    out.shown = in_quotes(out.word);
  } else if (value.is(json::Kind::array)) {
    const bool all_whole = value.each_element([&](json::Value element) {
      const auto whole = element.whole();
      if (!whole || out.list.full()) return false;
      out.list.push(*whole);
      return true;
    });
    if (all_whole) out.kind = Kind::list;
  }
  return out;
}

OptionValue OptionValue::from_text(std::string_view text) {
  constexpr std::int64_t most = 1'000'000'000;
  OptionValue out;
  out.shown = in_quotes(text);
  if (const auto whole = parse_number(text, most)) {
    out.kind = Kind::whole;
    out.whole = *whole;
    return out;
  }
  out.kind = Kind::word;
  out.word = text;
  if (text.find(',') == std::string_view::npos) return out;
  for (const auto part : split(text, ',')) {
    const auto whole = parse_number(part, most);
    if (!whole || out.list.full()) return out;
    out.list.push(*whole);
  }
  out.kind = Kind::list;
  return out;
}

namespace {

template <class Named>
std::string name_list(std::span<const Named> all) {
  std::vector<std::string_view> names;
  for (const Named& one : all) names.push_back(one.name);
  return join_names(names);
}

}  // namespace

std::vector<GivenOption> given_options(json::Value object) {
  std::vector<GivenOption> given;
  object.each_member([&](json::Value key, json::Value member) {
    std::string scratch;
    given.push_back({std::string(key.string(scratch)), OptionValue::from_json(member)});
    return true;
  });
  return given;
}

Error unknown_edition(std::string_view game, std::string_view name,
                      std::span<const Edition> editions) {
  return {"unknown_edition", std::string(game) + " has no edition " + in_quotes(name) +
                                 (editions.empty() ? "; it has only one, without a name"
                                                   : "; it has " + name_list(editions))};
}

std::string allowed_values(const Option& option) {
  if (!option.values.empty()) return std::string(option.values);
  if (!option.words.empty()) return std::string(option.words);
  constexpr std::int64_t max_listed = 3;
  if (option.max - option.min >= max_listed)
    return to_text(option.min) + " to " + to_text(option.max);
  std::string all = to_text(option.min);
  for (std::int64_t value = option.min + 1; value <= option.max; ++value)
    all += ", " + to_text(value);
  return all;
}

namespace {

// The index of a word in "left, dealer, drawn"; -1 if it is not there.
std::int64_t index_of(std::string_view words, std::string_view word) {
  std::int64_t index = 0;
  for (std::string_view one : split(words, ',')) {
    if (one.starts_with(' ')) one.remove_prefix(1);
    if (one == word) return index;
    ++index;
  }
  return -1;
}

std::string_view word_at(std::string_view words, std::int64_t index) {
  for (std::string_view one : split(words, ',')) {
    if (one.starts_with(' ')) one.remove_prefix(1);
    if (index-- == 0) return one;
  }
  return {};
}

bool set_value(const Option& option, void* options, const OptionValue& value) {
  const auto in_range = [&](std::int64_t number) {
    return number >= option.min && number <= option.max;
  };
  if (!option.words.empty()) {
    const std::int64_t index =
        value.kind == OptionValue::Kind::word ? index_of(option.words, value.word) : -1;
    if (index >= 0) option.set(options, index);
    return index >= 0;
  }
  if (value.kind == OptionValue::Kind::list && option.set_list != nullptr) {
    for (const std::int64_t number : value.list) {
      if (!in_range(number)) return false;
    }
    return option.set_list(options, std::span(value.list.begin(), value.list.size()));
  }
  if (value.kind != OptionValue::Kind::whole || !in_range(value.whole)) return false;
  option.set(options, value.whole);
  return true;
}

void append_value(std::string& out, const Option& option, const void* options) {
  if (option.append_value != nullptr) {
    option.append_value(out, options);
  } else if (option.words.empty()) {
    out += to_text(option.get(options));
  } else {
    json::append_string(out, word_at(option.words, option.get(options)));
  }
}

}  // namespace

MaybeError set_option(std::string_view game, std::span<const Option> rows, void* options,
                      std::string_view name, const OptionValue& value) {
  for (const Option& option : rows) {
    if (option.name != name) continue;
    if (set_value(option, options, value)) return std::nullopt;
    return Error{"bad_option", "option " + std::string(name) + " cannot be " + value.shown +
                                   "; it is one of: " + allowed_values(option)};
  }
  return Error{"unknown_option", std::string(game) + " has no option " + in_quotes(name) +
                                     "; it has " + name_list(rows)};
}

void write_options(std::string& out, std::span<const Option> rows, const void* options,
                   const void* standard) {
  const char* separator = "";
  for (const Option& option : rows) {
    std::string value;
    std::string usual;
    append_value(value, option, options);
    append_value(usual, option, standard);
    if (value == usual) continue;
    out += separator;
    separator = ",";
    json::append_string(out, option.name);
    out += ':';
    out += value;
  }
}

}  // namespace hotaka
