#include "record/json_lines.h"

#include "base/json.h"
#include "base/text.h"

namespace hotaka::record {

void JsonLines::begin(const Replay& replay, bool with_entry) {
  out_ += "{\"game\":";
  append_number(out_, replay.game());
  if (!with_entry) return;
  out_ += ",\"entry\":";
  append_number(out_, replay.entry());
}

void JsonLines::on_entry(const Replay& replay) {
  const AnyGame& game = replay.state();
  const SeatSet actors = game.acting();
  begin(replay, true);
  out_ += ",\"actors\":[";
  bool first = true;
  for (Seat seat = 0; seat < game.seat_count(); ++seat) {
    if (!actors.has(seat)) continue;
    if (!first) out_ += ',';
    first = false;
    append_number(out_, seat);
  }
  out_ += ']';
  if (tell_ == Tell::legal) append_legal(game);
  if (tell_ == Tell::position) append_position(game);
  out_ += "}\n";
}

void JsonLines::append_legal(const AnyGame& game) {
  const SeatSet actors = game.acting();
  bool first = true;
  out_ += ",\"legal\":{";
  for (Seat seat = 0; seat < game.seat_count(); ++seat) {
    if (!actors.has(seat)) continue;
    out_ += first ? "\"" : ",\"";
    first = false;
    append_number(out_, seat);
    out_ += "\":";
    game.append_legal(out_, seat);
  }
  out_ += '}';
}

void JsonLines::append_position(const AnyGame& game) {
  out_ += ",\"view\":";
  json::append_string(out_, game.position());
  if (game.player_count() == game.seat_count()) return;
  out_ += ",\"seating\":[";
  for (Seat seat = 0; seat < game.seat_count(); ++seat) {
    if (seat > 0) out_ += ',';
    const int player = game.player_in(seat);
    if (player == nobody) {
      out_ += "null";
    } else {
      append_number(out_, player);
    }
  }
  out_ += ']';
}

void JsonLines::on_last(const Replay& replay) {
  if (!replay.over()) return;
  begin(replay, false);
  out_ += ",\"result\":";
  append_outcome(out_, replay.state().result(), tell_ == Tell::position ? Codes::yes : Codes::no);
  out_ += "}\n";
}

void JsonLines::on_error(const Replay& replay, const std::string& why) {
  begin(replay, true);
  out_ += ",\"error\":";
  json::append_string(out_, file_ + ":" + to_text(replay.line_number()) + ": " + why);
  out_ += "}\n";
}

}  // namespace hotaka::record
