#include "store/check.h"

#include <algorithm>

#include "base/text.h"

namespace hotaka::store {

namespace {

bool storable(std::string_view text) {
  return is_utf8(text) && text.find('\0') == std::string_view::npos;
}

constexpr std::size_t most_id = 64;
constexpr std::size_t most_text = 1U << 20U;

bool fine_id(std::string_view id) { return !id.empty() && id.size() <= most_id && storable(id); }

bool fine_text(std::string_view text) { return text.size() <= most_text && storable(text); }

bool fine(const Entry& entry) {
  return fine_id(entry.table) && entry.index >= 0 && fine_text(entry.line);
}
bool fine(const Table& table) {
  return fine_id(table.id) && fine_id(table.game) &&
         std::ranges::all_of(table.people, [](const auto& id) { return fine_id(id); });
}
bool fine(const Person& person) {
  return fine_id(person.id) && fine_text(person.name) && fine_text(person.claimed) &&
         fine_text(person.password_hash);
}
bool fine(const Token& token) { return fine_text(token.hash) && fine_id(token.person); }
bool fine(const std::string& text) { return fine_text(text); }
bool fine(const Finish& finish) {
  return fine_id(finish.table) &&
         std::ranges::all_of(finish.players, [](const auto& id) { return fine_id(id); });
}

template <class T>
bool all_fine(const std::vector<T>& all) {
  return std::all_of(all.begin(), all.end(), [](const T& one) { return fine(one); });
}

}  // namespace

WriteResult check(const Write& write) {
  const char* what = nullptr;
  if (!all_fine(write.entries)) what = "journal entry";
  if (!all_fine(write.tables) || !all_fine(write.closed_tables)) what = "table";
  if (!all_fine(write.people)) what = "person";
  if (!all_fine(write.tokens) || !all_fine(write.dropped_tokens)) what = "token";
  if (!all_fine(write.finishes)) what = "end of a table";
  if (what == nullptr) return {};
  return {WriteError::invalid,
          "this " + std::string(what) +
              " cannot be stored: an id has 1 to 64 bytes, a text at most 1 MiB of UTF-8 without "
              "zero bytes, and an index is not negative"};
}

}  // namespace hotaka::store
