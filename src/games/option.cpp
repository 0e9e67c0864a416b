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

// "a, b and c".
template <class Named>
std::string name_list(std::span<const Named> all) {
  std::string out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0) out += i + 1 == all.size() ? " and " : ", ";
    out += all[i].name;
  }
  return out;
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

Error unknown_option(std::string_view game, std::string_view name, std::span<const Option> table) {
  return {"unknown_option",
          std::string(game) + " has no option " + in_quotes(name) + "; it has " + name_list(table)};
}

Error unknown_edition(std::string_view game, std::string_view name,
                      std::span<const Edition> editions) {
  return {"unknown_edition", std::string(game) + " has no edition " + in_quotes(name) +
                                 (editions.empty() ? "; it has only one, without a name"
                                                   : "; it has " + name_list(editions))};
}

Error not_allowed(const Option& option, const OptionValue& value) {
  return {"bad_option", "option " + std::string(option.name) + " cannot be " + value.shown +
                            "; it is one of: " + std::string(option.values)};
}

void OptionWriter::key(std::string_view name) {
  if (!first_) out_ += ',';
  first_ = false;
  json::append_string(out_, name);
  out_ += ':';
}

void OptionWriter::word(std::string_view name, std::string_view value) {
  key(name);
  json::append_string(out_, value);
}

void OptionWriter::raw(std::string_view name, std::string_view json) {
  key(name);
  out_ += json;
}

}  // namespace hotaka
