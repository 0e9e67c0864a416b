#include "store/connection.h"

#include <cmath>

#include "base/text.h"

namespace hotaka::store {

namespace {

void refuse_unless(bool fine) {
  if (fine) return;
  throw Failure(
      WriteError::invalid,
      "this cannot be stored: an id has 1 to 64 bytes, a line at most 1 MiB, a text is UTF-8 "
      "without zero bytes, an index is not negative, and a rating is a number");
}

}  // namespace

void check(const Value& value) {
  if (const auto* text = std::get_if<std::string_view>(&value)) {
    refuse_unless(is_utf8(*text) && text->find('\0') == std::string_view::npos);
  } else if (const auto* real = std::get_if<double>(&value)) {
    refuse_unless(std::isfinite(*real));
  }
}

std::string_view id(std::string_view text) {
  constexpr std::size_t most_id = 64;
  refuse_unless(!text.empty() && text.size() <= most_id);
  return text;
}

void check(const Entry& entry) {
  constexpr std::size_t most_line = 1U << 20U;
  id(entry.table);
  refuse_unless(entry.index >= 0 && entry.line.size() <= most_line);
}

std::int64_t Connection::run(Sql sql, Values values, const OnRow& on_row) {
  for (const Value& value : values) check(value);
  return run_checked(sql.text, values, on_row);
}

}  // namespace hotaka::store
