#include "wire/messages.h"

#include "base/text.h"
#include "fair/hex.h"
#include "record/entry.h"
#include "wire/events.h"

namespace hotaka::wire {

namespace {

using table::Place;
using table::Stage;
using table::Table;

void number_member(std::string& out, std::string_view name, std::int64_t number) {
  out += ",\"";
  out += name;
  out += "\":";
  append_number(out, number);
}

void text_member(std::string& out, std::string_view name, std::string_view text) {
  out += ",\"";
  out += name;
  out += "\":";
  json::append_string(out, text);
}

void begin(std::string& out, std::string_view type, std::optional<std::int64_t> to) {
  out += "{\"type\":\"";
  out += type;
  out += '"';
  if (to) number_member(out, "to", *to);
}

void append_legal(std::string& out, const Table& table, int place) {
  const AnyGame& game = table.game();
  const bool on = table.stage() == Stage::running && !table.turn().is_held;
  const SeatSet acting = on ? game.acting_for(table.viewer(place)) : SeatSet();
  const char* separator = "";
  out += ",\"actors\":[";
  for (Seat seat = 0; seat < game.seat_count(); ++seat) {
    if (!acting.has(seat)) continue;
    out += separator;
    append_number(out, seat);
    separator = ",";
  }
  out += "],\"legal\":{";
  separator = "";
  const bool decides = place != nobody && !table.places()[static_cast<std::size_t>(place)].away;
  const SeatSet own = decides ? table.acting_seats(place) : SeatSet();
  for (Seat seat = 0; seat < game.seat_count(); ++seat) {
    if (!own.has(seat)) continue;
    out += separator;
    out += '"';
    append_number(out, seat);
    out += "\":";
    game.append_legal(out, seat);
    separator = ",";
  }
  out += '}';
}

void append_clock(std::string& out, const Table& table, table::Time now) {
  out += ",\"clock\":{\"left\":[";
  for (std::size_t i = 0; i < table.places().size(); ++i) {
    if (i > 0) out += ',';
    append_number(out, table.clocks().left(static_cast<int>(i), now));
  }
  out += "],\"running\":[";
  if (table.clocks().running() != nobody) append_number(out, table.clocks().running());
  out += "]";
  number_member(out, "at", now);
  out += '}';
}

void append_view(std::string& out, const Table& table, int place) {
  out += ",\"view\":\"";
  out += table.game().view_for(table.viewer(place));  // views need no escapes
  out += '"';
}

// The members that `table` and `update` have in common, behind the view.
void append_game(std::string& out, const Table& table, int place, table::Time now) {
  const AnyGame& game = table.game();
  append_legal(out, table, place);
  if (game.player_count() != game.seat_count()) {
    out += ",\"seating\":[";
    for (Seat seat = 0; seat < game.seat_count(); ++seat) {
      if (seat > 0) out += ',';
      const int player = game.player_in(seat);
      out += player == nobody ? "null" : to_text(player);
    }
    out += ']';
  }
  if (const auto turn = table.turn(); turn.is_held) number_member(out, "held", turn.player);
  if (table.setup().time.on() && table.stage() != Stage::waiting) append_clock(out, table, now);
  const auto undo = table.can_undo(place);
  if (undo != Table::UndoRight::no || table.undo_asked() != nobody) {
    out += ",\"undo\":{\"can\":";
    out += undo == Table::UndoRight::no     ? "null"
           : undo == Table::UndoRight::free ? "\"free\""
                                            : "\"ask\"";
    if (table.undo_asked() != nobody) number_member(out, "asked", table.undo_asked());
    out += '}';
  }
  if (game.is_real_time() && table.stage() == Stage::running) {
    out += ",\"round\":{\"start\":";
    append_number(out, table.round_start());
    out += '}';
  }
  if (table.stage() == Stage::finished) {
    out += ",\"result\":";
    record::append_outcome(out, table.outcome(), record::Codes::yes);
  }
  if (!table.rematch().empty()) text_member(out, "rematch", table.rematch());
}

// `here` is nothing where it is not told.
void append_place(std::string& out, const Place& place, std::optional<bool> here, int rating) {
  switch (place.kind) {
    case Place::Kind::open: out += "{\"kind\":\"open\"}"; return;
    case Place::Kind::bot:
      out += "{\"kind\":\"bot\"";
      text_member(out, "name", place.name);
      text_member(out, "level", place.level);
      break;
    case Place::Kind::person:
      out += "{\"kind\":\"person\"";
      text_member(out, "name", place.name);
      if (here) text_member(out, "person", place.person);
      if (place.claimed) out += ",\"claimed\":true";
      if (here) text_member(out, "seed", place.seed);
      out += place.ready ? ",\"ready\":true" : ",\"ready\":false";
      if (here) out += *here ? ",\"here\":true" : ",\"here\":false";
      if (place.away) {
        out += ",\"away\":true";
        text_member(out, "level", place.level);
      }
      if (place.resigned != 0) out += ",\"resigned\":true";
  }
  if (rating != 0) number_member(out, "rating", rating);
  out += '}';
}

void append_places(std::string& out, const Table& table, const Beside* beside) {
  out += ",\"places\":[";
  for (std::size_t i = 0; i < table.places().size(); ++i) {
    if (i > 0) out += ',';
    std::optional<bool> here;
    if (beside != nullptr) here = beside->here.has(static_cast<int>(i));
    append_place(out, table.places()[i], here,
                 beside != nullptr && i < beside->ratings.size() ? beside->ratings[i] : 0);
  }
  out += ']';
}

void append_fair(std::string& out, const Table& table) {
  out += ",\"fair\":{\"id\":";
  json::append_string(out, table.id());
  text_member(out, "commit", fair::to_hex(fair::commitment(table.secret())));
  if (table.stage() != Stage::waiting) {
    out += ",\"seeds\":[";
    for (Seat seat = 0; seat < table.game().seat_count(); ++seat) {
      const auto place = static_cast<std::size_t>(seat);
      if (seat > 0) out += ',';
      json::append_string(out, place < table.places().size() ? table.places()[place].seed : "");
    }
    out += ']';
  }
  if (table.stage() == Stage::finished)
    text_member(out, "secret", fair::to_hex(table.secret().bytes));
  out += '}';
}

void append_events(std::string& out, const Table& table, int place,
                   std::optional<std::int64_t> since) {
  out += ",\"events\":[";
  std::int64_t index = table.first_game_line();
  std::int64_t version = index - 1;  // as this viewer counts
  for (const std::string_view line : split(table.game_lines(), '\n')) {
    const std::int64_t line_version = index++;
    const bool shown = table.audience(line_version).has(place);
    if (shown) ++version;
    // Events that were hidden come with the next one that was shown.
    if (line.empty() || (since && version + (shown ? 0 : 1) <= *since)) continue;
    if (const auto read = table::read_event(line))
      append_event(out, table, place, line_version, *read);
  }
  out += ']';
}

}  // namespace

void append_table(std::string& out, const Table& table, int place, const Beside& beside,
                  std::optional<std::int64_t> since, std::optional<std::int64_t> to,
                  table::Time now) {
  begin(out, "table", to);
  text_member(out, "table", table.id());
  number_member(out, "version", table.version_for(place));
  text_member(out, "state", word(table.stage()));
  out += ',';
  append_setup(out, table.setup());
  out += ",\"host\":";
  out += table.host() == nobody ? "null" : to_text(table.host());
  append_places(out, table, &beside);
  out += ",\"you\":";
  out += place == nobody ? "null" : to_text(place);
  append_fair(out, table);
  append_events(out, table, place, since);
  append_view(out, table, place);
  append_game(out, table, place, now);
  if (beside.chat) {
    out += ",\"chat\":[";
    for (const std::string& line : *beside.chat) {
      if (out.back() != '[') out += ',';
      out += line;
    }
    out += ']';
  }
  out += '}';
}

Update::Update(const Table& table, const table::Step& step, table::Time now)
    : table_(table), step_(step), now_(now) {
  constexpr std::size_t usual = 400;
  if (table.has_secrets() || table.game().is_real_time()) return;
  for_all_.reserve(usual);
  append_news(for_all_, nobody);
}

void Update::append_news(std::string& out, int place) const {
  text_member(out, "table", table_.id());
  number_member(out, "version", table_.version_for(place));
  out += ",\"events\":[";
  std::int64_t version = step_.first;
  for (const table::Stamped& event : step_.events)
    append_event(out, table_, place, version++, event);
  out += ']';
  append_view(out, table_, place);
}

void Update::append(std::string& out, int place, std::optional<std::int64_t> to) const {
  constexpr std::size_t usual = 400;  // for the viewer's own part
  out.reserve(out.size() + for_all_.size() + usual);
  begin(out, "update", to);
  if (for_all_.empty()) {
    append_news(out, place);
  } else {
    out += for_all_;
  }
  append_game(out, table_, place, now_);
  out += '}';
}

void append_listing(std::string& out, const Table& table) {
  out += "{\"table\":";
  json::append_string(out, table.id());
  out += ',';
  append_setup(out, table.setup());
  text_member(out, "state", word(table.stage()));
  number_member(out, "created", table.created());
  append_places(out, table, nullptr);
  out += '}';
}

void append_client(std::string& out, const Client& client) {
  out += "\"person\":";
  json::append_string(out, client.person);
  text_member(out, "name", client.name);
  out += client.claimed ? ",\"claimed\":true" : ",\"claimed\":false";
  number_member(out, "protocol", protocol_version);
}

std::string welcome_message(const Client& client, std::span<const std::string> tables,
                            table::Time now) {
  std::string out;
  begin(out, "welcome", std::nullopt);
  out += ',';
  append_client(out, client);
  number_member(out, "now", now);
  out += ",\"tables\":[";
  for (const std::string& table : tables) {
    if (out.back() != '[') out += ',';
    json::append_string(out, table);
  }
  return out + "]}";
}

std::string lobby_message(std::string_view tables, Number to) {
  std::string out;
  begin(out, "lobby", to);
  out += ",\"tables\":";
  out += tables;
  out += '}';
  return out;
}

std::string lobby_changes(std::string_view changed, std::string_view gone) {
  std::string out;
  begin(out, "lobby", std::nullopt);
  out += ",\"changed\":";
  out += changed;
  out += ",\"gone\":";
  out += gone;
  out += '}';
  return out;
}

std::string chat_message(const Table& table, const table::Person& from, std::string_view text,
                         table::Time at) {
  std::string out;
  begin(out, "chat", std::nullopt);
  text_member(out, "table", table.id());
  text_member(out, "name", from.name);
  text_member(out, "person", from.id);
  if (from.claimed) out += ",\"claimed\":true";
  text_member(out, "text", text);
  number_member(out, "at", at);
  out += '}';
  return out;
}

std::string presence_message(const Table& table, int player, bool here) {
  std::string out;
  begin(out, "presence", std::nullopt);
  text_member(out, "table", table.id());
  number_member(out, "place", player);
  return out + (here ? ",\"here\":true}" : ",\"here\":false}");
}

std::string pong_message(std::string_view echo, table::Time now, Number to) {
  std::string out;
  begin(out, "pong", to);
  out += ",\"c\":";
  out += echo;
  number_member(out, "now", now);
  out += '}';
  return out;
}

std::string bye_message(const Reason& reason, bool come_again, Number until) {
  std::string out;
  begin(out, "bye", std::nullopt);
  text_member(out, "code", reason.code);
  text_member(out, "why", reason.message);
  if (until) number_member(out, "until", *until);
  return out + (come_again ? ",\"again\":true}" : ",\"again\":false}");
}

std::string ok_message(Number to, std::string_view table_id) {
  std::string out;
  begin(out, "ok", to);
  if (!table_id.empty()) text_member(out, "table", table_id);
  out += '}';
  return out;
}

std::string refusal(const Error& error, Number to, std::string_view table_id) {
  std::string out;
  begin(out, "refused", to);
  if (!table_id.empty()) text_member(out, "table", table_id);
  text_member(out, "code", error.code);
  text_member(out, "why", error.message);
  if (error.late_ms) number_member(out, "late_ms", *error.late_ms);
  if (error.until) number_member(out, "until", *error.until);
  out += '}';
  return out;
}

}  // namespace hotaka::wire
