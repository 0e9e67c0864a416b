#include "base/json_fields.h"

namespace hotaka::json {

std::optional<Problem> Fields::read(std::string_view text, int levels) {
  if (auto problem = check(text, levels)) return problem;
  take(Value(text));
  return std::nullopt;
}

void Fields::take(Value object) {
  count_ = 0;
  if (!object.is(Kind::object)) return;
  object.each_member([&](Value key, Value member) {
    fields_[count_] = {decoded(key), member};
    return ++count_ < most;
  });
}

std::string_view Fields::decoded(Value string) const {
  std::string scratch;
  const std::string_view text = string.string(scratch);
  return text.data() == scratch.data() ? scratch_.emplace_front(std::move(scratch)) : text;
}

const Fields::Field* Fields::find(std::string_view name) const {
  for (std::size_t i = 0; i < count_; ++i) {
    if (fields_[i].name == name) return &fields_[i];
  }
  return nullptr;
}

std::optional<Value> Fields::value(std::string_view name) const {
  const Field* field = find(name);
  return field == nullptr ? std::nullopt : std::optional(field->value);
}

std::optional<std::int64_t> Fields::whole(std::string_view name) const {
  const Field* field = find(name);
  if (field == nullptr || !field->value.is(Kind::number)) return std::nullopt;
  return field->value.whole();
}

std::optional<std::string_view> Fields::text(std::string_view name) const {
  const Field* field = find(name);
  if (field == nullptr || !field->value.is(Kind::string)) return std::nullopt;
  return decoded(field->value);
}

std::optional<bool> Fields::flag(std::string_view name) const {
  const Field* field = find(name);
  if (field == nullptr || !field->value.is(Kind::boolean)) return std::nullopt;
  return field->value.raw() == "true";
}

}  // namespace hotaka::json
