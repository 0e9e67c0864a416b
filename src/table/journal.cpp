// A table from its journal: every line does again what it did when it was written.

#include "base/text.h"
#include "fair/hex.h"
#include "fair/proof.h"
#include "record/line.h"
#include "record/writer.h"
#include "table/table.h"

namespace hotaka::table {

Result<std::unique_ptr<Table>> Table::restore(std::span<const std::string> lines) {
  if (lines.empty()) return Error{"bad_journal", "the journal is empty"};
  json::Fields first;
  if (first.read(lines[0])) return Error{"bad_journal", "line 0 of the journal is damaged"};
  const auto id = first.text("table");
  const auto host = first.text("host");
  const auto secret = fair::from_hex<32>(first.text("secret").value_or(""), "the secret");
  auto setup = read_setup(first);
  if (!id || !host || !secret || !setup || first.whole("v") != 1)
    return Error{"bad_journal",
                 "line 0 of the journal is not that of a table that this version knows"};
  auto made = make(*id, std::move(*setup), {*host, ""}, fair::Secret{*secret},
                   first.whole("at").value_or(0));
  if (!made) return made;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (auto error = (*made)->fold(lines[i]))
      return Error{"bad_journal", "line " + to_text(static_cast<std::int64_t>(i)) +
                                      " of the journal of " + std::string(*id) + ": " +
                                      error->message};
  }
  (*made)->fresh_.clear();
  return made;
}

MaybeError Table::fold(std::string_view line) {
  json::Fields fields;
  if (fields.read(line)) return Error{"bad_journal", "the line is damaged"};
  const Time at = fields.whole("at").value_or(0);
  const std::string_view what = fields.first_name();
  const auto number = fields.whole(what);
  const int place = number && *number >= 0 && *number < static_cast<int>(places_.size())
                        ? static_cast<int>(*number)
                        : nobody;
  const auto here = [&]() -> Place& { return places_[static_cast<std::size_t>(place)]; };
  const auto at_place = [&](std::string_view name) { return what == name && place != nobody; };
  if (at_place("sit")) {
    put_person(place, {fields.text("person").value_or(""), fields.text("name").value_or("")},
               fields.text("seed").value_or(""));
  } else if (at_place("stand")) {
    here() = Place();
  } else if (at_place("ready")) {
    here().ready = fields.flag("yes").value_or(false);
  } else if (at_place("bot")) {
    here() = Place();
    if (const auto level = fields.text("level").value_or(""); !level.empty()) {
      here().kind = Place::Kind::bot;
      here().level = here().name = level;
    }
  } else if (what == "start") {
    begin(at);
  } else if (at_place("done")) {
    held_ = nobody;
    run_clock(at, true);
  } else if (at_place("undo")) {
    if (past_.empty()) return Error{"bad_journal", "there is nothing to take back"};
    take_undo();
    last_move_ = version_ + 1;
  } else if (at_place("ask")) {
    undo_asked_ = place;
    undo_agreed_ = SeatSet();
  } else if (at_place("answer")) {
    take_answer(place, fields.flag("yes").value_or(false));
  } else if (at_place("away")) {
    here().away = true;
    here().level = fields.text("level").value_or("club");
    if (undo_asked_ == place) undo_asked_ = nobody;
  } else if (at_place("back")) {
    here().away = false;
    here().level.clear();
  } else if (what == "rematch") {
    rematch_ = fields.text("rematch").value_or("");
  } else if (auto error = fold_game(fields, at)) {
    return error;
  }
  write(line);
  if (stage_ == Stage::running) run_clock(at);
  return std::nullopt;
}

MaybeError Table::fold_game(const json::Fields& fields, Time at) {
  if (stage_ != Stage::running) return Error{"bad_journal", "the game is not running"};
  const std::string_view what = fields.first_name();
  last_move_ = version_ + 1;
  if (fields.has("do")) {
    const Seat seat = static_cast<Seat>(fields.whole("seat").value_or(nobody));
    if (seat < 0 || seat >= game_->seat_count())
      return Error{"no_such_seat", "there is no such seat"};
    return take_action(seat, fields.text("do").value_or(""), fields.whole("t"),
                       fields.flag("hold").value_or(false), at);
  }
  if (what == "tick") {
    game_->advance_to(fields.whole("tick").value_or(0));
    slot_times_.look(*game_);
    if (game_->current_phase() == Phase::chance) next_round_ = at;
    return std::nullopt;
  }
  if (what == "end") {
    return take_end(static_cast<Seat>(fields.whole("seat").value_or(nobody)),
                    fields.text("end").value_or(""));
  }
  if (what == "result") {
    stage_ = Stage::finished;
    forget_past();
    held_ = nobody;
    return std::nullopt;
  }
  (void)dealer_->next();
  return take_chance(what, *fields.value(what), at);
}

std::string Table::record() const {
  fair::Proof proof;
  proof.id = id_;
  proof.commit = fair::commitment(secret_);
  proof.seeds.resize(static_cast<std::size_t>(game_->seat_count()));
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (!places_[i].seed.empty()) proof.seeds[i] = *fair::from_hex<16>(places_[i].seed, "the seed");
  }
  if (stage_ == Stage::finished) proof.secret = secret_;
  std::string extras = "\"names\":[";
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (i > 0) extras += ',';
    json::append_string(extras, places_[i].name);
  }
  extras += "],";
  fair::append_member(extras, proof);
  std::string out;
  const std::string_view options(setup_.options);
  record::write_header(out, setup_.game, setup_.edition, options.substr(1, options.size() - 2),
                       extras);
  // Entries only; what was taken back is left out.
  std::vector<std::string_view> entries;
  for (const std::string_view line : split(lines_, '\n')) {
    if (line.empty()) continue;
    const json::Fields fields{json::Value(line)};
    const std::string_view what = fields.first_name();
    if (what == "undo" && !entries.empty()) {
      entries.pop_back();
    } else if (fields.has("do") || what == "end" || what == "result" || what == "roll" ||
               what == "first" || what == "dealer" || what == "deal" || what == "decks") {
      entries.push_back(line);
    }
  }
  for (const std::string_view entry : entries) {
    out += entry;
    out += '\n';
  }
  return out;
}

}  // namespace hotaka::table
