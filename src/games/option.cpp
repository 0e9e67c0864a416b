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

std::string unknown_option(std::string_view game, std::string_view name,
                           std::span<const Option> table) {
  std::string out = std::string(game) + " has no option " + in_quotes(name) + "; it has ";
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (i > 0) out += i + 1 == table.size() ? " and " : ", ";
    out += table[i].name;
  }
  return out;
}

std::string unknown_edition(std::string_view game, std::string_view name,
                            std::span<const Edition> editions) {
  std::string out = std::string(game) + " has no edition " + in_quotes(name);
  if (editions.empty()) return out + "; it has only one, without a name";
  out += "; it has ";
  for (std::size_t i = 0; i < editions.size(); ++i) {
    if (i > 0) out += i + 1 == editions.size() ? " and " : ", ";
    out += editions[i].name;
  }
  return out;
}

std::string not_allowed(const Option& option, const OptionValue& value) {
  return "option " + std::string(option.name) + " cannot be " + value.shown +
         "; it is one of: " + std::string(option.values);
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
