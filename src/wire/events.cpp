#include "wire/events.h"

#include "base/text.h"

namespace hotaka::wire {

namespace {

// In a game with time everybody acts at once, and what others do is shown by the view alone.
bool of_another(const table::Table& table, int place, std::string_view line) {
  constexpr std::string_view key = "\"seat\":";
  const auto found = line.find(key);
  if (found == std::string_view::npos || found + key.size() >= line.size()) return true;
  const Seat seat = line[found + key.size()] - '0';
  return seat < 0 || seat >= table.game().seat_count() || table.decider(seat) != place;
}

}  // namespace

void append_event(std::string& out, const table::Table& table, int place, std::string_view line) {
  const bool open = table.stage() == table::Stage::finished;
  std::string_view shown = line;
  if (line.starts_with("{\"tick\"")) return;
  if (line.starts_with("{\"table\"")) return;  // the first line of a journal has the secret
  if (!open && line.starts_with("{\"deal\"")) shown = "{\"deal\":true}";
  if (!open && line.starts_with("{\"decks\"")) shown = "{\"decks\":true}";
  if (!open && line.starts_with("{\"t\"") && of_another(table, place, line)) return;
  if (out.back() != '[') out += ',';
  out += shown;
}

}  // namespace hotaka::wire
