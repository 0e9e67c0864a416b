#pragma once
// The members of a small JSON object by name, with their types checked on demand.

#include <array>
#include <cstdint>
#include <forward_list>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"

namespace hotaka::json {

// Holds parts of the text that it was made from: that must outlive it.
class Fields {
 public:
  static constexpr std::size_t most = 20;

  // What is no object has no members; members beyond `most` are not kept.
  Fields() = default;
  explicit Fields(Value object) { take(object); }
  // Checks a text, and takes its members or says what is wrong with it.
  std::optional<Problem> read(std::string_view text, int levels = most_levels);
  Fields(const Fields&) = delete;
  Fields& operator=(const Fields&) = delete;

  std::size_t size() const { return count_; }
  bool has(std::string_view name) const { return find(name) != nullptr; }
  std::optional<Value> value(std::string_view name) const;
  // Nothing if it is missing or of another type.
  std::optional<std::int64_t> whole(std::string_view name) const;
  std::optional<std::string_view> text(std::string_view name) const;
  std::optional<bool> flag(std::string_view name) const;
  std::string_view first_name() const { return count_ == 0 ? std::string_view() : fields_[0].name; }

 private:
  struct Field {
    std::string_view name;
    Value value;
  };
  void take(Value object);
  const Field* find(std::string_view name) const;
  std::string_view decoded(Value string) const;

  std::array<Field, most> fields_;
  std::size_t count_ = 0;
  mutable std::forward_list<std::string> scratch_;  // decoded strings that have escapes
};

}  // namespace hotaka::json
