#include "table/table.h"

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "base/text.h"
#include "fair/hex.h"
#include "fair/proof.h"
#include "record/writer.h"

namespace hotaka::table {

namespace {

constexpr Time count_down = 3500;   // games with time: from the deal to the first action
constexpr Time round_pause = 6000;  // and between two rounds

constexpr std::array<std::string_view, 5> levels{"novice", "casual", "club", "expert", "master"};

MaybeError check_level(std::string_view level) {
  if (std::ranges::find(levels, level) != levels.end()) return std::nullopt;
  return Error{"unknown_level", "there is no level " + in_quotes(level) +
                                    "; the levels are novice, casual, club, expert and master"};
}

std::string at_member(Time at) { return "\"at\":" + to_text(at); }

// Playing a card shows it, and what was shown cannot be taken back.
bool shows_nothing(const AnyGame& game, std::string_view action) {
  if (game.name() == "spirits") return action.starts_with("ask");
  return game.name() == "dragons";
}

}  // namespace

std::string_view word(Stage stage) {
  switch (stage) {
    case Stage::waiting: return "waiting";
    case Stage::running: return "running";
    case Stage::finished: return "finished";
  }
  return "";
}

Result<std::unique_ptr<Table>> Table::make(std::string_view id, Setup setup, const Person& host,
                                           const fair::Secret& secret, Time now) {
  auto game = new_game(setup);
  if (!game) return game.error();
  std::unique_ptr<Table> table(new Table);
  table->id_ = id;
  table->setup_ = std::move(setup);
  table->secret_ = secret;
  table->host_ = host.id;
  table->created_ = now;
  table->game_ = std::move(*game);
  table->places_.resize(static_cast<std::size_t>(table->game_->player_count()));
  std::string line = "{\"table\":";
  json::append_string(line, id);
  line += ",\"v\":1,";
  append_setup(line, table->setup_);
  line += ",\"host\":";
  json::append_string(line, host.id);
  line += ",\"secret\":\"" + fair::to_hex(secret.bytes) + "\"," + at_member(now) + '}';
  table->write(line);
  return table;
}

// --- The journal

std::size_t Table::begin_line() {
  constexpr std::size_t usual = 160;
  if (fresh_.empty()) {
    fresh_.reserve(usual);
  } else {
    fresh_ += '\n';
  }
  return fresh_.size();
}

void Table::end_line(std::size_t start) {
  ++version_;
  if (stage_ == Stage::waiting || version_ < first_line_) return;
  lines_.append(fresh_, start);
  lines_ += '\n';
}

void Table::write(std::string_view line) {
  const std::size_t start = begin_line();
  fresh_ += line;
  end_line(start);
}

template <class Writer>
void Table::write_entry(std::optional<Time> at, Writer&& writer) {
  const std::size_t start = begin_line();
  writer(fresh_);
  fresh_.pop_back();  // the end of the line
  if (at) {
    fresh_.back() = ',';
    fresh_ += "\"at\":";
    append_number(fresh_, *at);
    fresh_ += '}';
  }
  end_line(start);
}

// --- Who sits where

int Table::place_of(std::string_view person) const {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (places_[i].kind == Place::Kind::person && places_[i].person == person)
      return static_cast<int>(i);
  }
  return nobody;
}

Seat Table::seat_of(int place) const {
  for (Seat seat = 0; seat < game_->seat_count(); ++seat) {
    if (game_->player_in(seat) == place) return seat;
  }
  return nobody;
}

int Table::decider(Seat seat) const { return game_->player_in(game_->decides_for(seat)); }

bool Table::awaits(int place) const {
  if (stage_ != Stage::running || place == nobody) return false;
  if (held_ != nobody) return held_ == place;
  for (Seat seat = 0; seat < game_->seat_count(); ++seat) {
    if (game_->acting().has(seat) && decider(seat) == place) return true;
  }
  return false;
}

Viewer Table::viewer(int place) const {
  return place == nobody ? Viewer::spectator() : Viewer::seat(seat_of(place));
}

bool Table::two_sided() const { return game_->player_count() % 2 == 0 && !game_->timed(); }

MaybeError Table::seated(int place) const {
  if (place < 0 || place >= static_cast<int>(places_.size()))
    return Error{"not_seated", "you have no place at this table: take one, or watch"};
  return std::nullopt;
}

MaybeError Table::playing(int place) const {
  if (auto error = seated(place)) return error;
  if (stage_ == Stage::waiting) return Error{"not_started", "the game has not started yet"};
  if (stage_ == Stage::finished) return Error{"game_over", "the game is over"};
  return std::nullopt;
}

void Table::put_person(int place, const Person& person, std::string_view seed) {
  Place& here = places_[static_cast<std::size_t>(place)];
  here = Place();
  here.kind = Place::Kind::person;
  here.person = person.id;
  here.name = person.name;
  here.seed = seed;
}

MaybeError Table::sit(int place, const Person& person, std::string_view seed, Time now) {
  if (stage_ != Stage::waiting)
    return Error{"too_late_to_sit", "the game has started already: you can watch it"};
  if (place < 0 || place >= static_cast<int>(places_.size()))
    return Error{"no_such_place", "there is no such place: the places are 0 to " +
                                      to_text(static_cast<std::int64_t>(places_.size()) - 1)};
  const Place& wanted = places_[static_cast<std::size_t>(place)];
  if (wanted.kind != Place::Kind::open)
    return Error{"place_taken", "this place is taken: choose another one"};
  if (place_of(person.id) != nobody)
    return Error{"already_seated", "you have a place already: stand up first to take another one"};
  if (!seed.empty()) {
    if (const auto read = fair::from_hex<16>(seed, "the seed"); !read) return read.error();
  }
  put_person(place, person, seed);
  std::string rest = ",\"person\":";
  json::append_string(rest, person.id);
  rest += ",\"name\":";
  json::append_string(rest, person.name);
  rest += ",\"seed\":\"" + std::string(seed) + '"';
  write_place("sit", place, rest, now);
  return std::nullopt;
}

MaybeError Table::stand(int place, Time now) {
  if (auto error = seated(place)) return error;
  if (stage_ != Stage::waiting)
    return Error{"too_late_to_stand", "the game has started: leave your place to a bot, or resign"};
  places_[static_cast<std::size_t>(place)] = Place();
  write_place("stand", place, "", now);
  return std::nullopt;
}

MaybeError Table::set_ready(int place, bool ready, Time now) {
  if (auto error = seated(place)) return error;
  if (stage_ != Stage::waiting) return Error{"already_started", "the game has started already"};
  places_[static_cast<std::size_t>(place)].ready = ready;
  write_place("ready", place, ready ? ",\"yes\":true" : ",\"yes\":false", now);
  start_if_ready(now);
  return std::nullopt;
}

MaybeError Table::put_bot(int place, std::string_view level, Time now) {
  if (stage_ != Stage::waiting) return Error{"already_started", "the game has started already"};
  if (auto error = seated(place)) return Error{"no_such_place", "there is no such place"};
  Place& here = places_[static_cast<std::size_t>(place)];
  if (here.kind == Place::Kind::person) return Error{"place_taken", "somebody sits there"};
  if (level.empty()) {
    if (here.kind == Place::Kind::open)
      return Error{"no_bot_there", "there is no bot in that place"};
    here = Place();
  } else {
    if (auto error = check_level(level)) return error;
    here = Place();
    here.kind = Place::Kind::bot;
    here.level = here.name = level;
  }
  std::string rest = ",\"level\":";
  json::append_string(rest, level);
  write_place("bot", place, rest, now);
  start_if_ready(now);
  return std::nullopt;
}

void Table::start_if_ready(Time now) {
  bool anybody = false;
  for (const Place& place : places_) {
    if (place.kind == Place::Kind::open) return;
    if (place.kind == Place::Kind::person && !place.ready) return;
    anybody |= place.kind == Place::Kind::person;
  }
  if (anybody) (void)start(now);
}

MaybeError Table::start(Time now) {
  if (stage_ != Stage::waiting) return Error{"already_started", "the game has started already"};
  for (const Place& place : places_) {
    if (place.kind == Place::Kind::open)
      return Error{"place_free", "a place is still free: wait for somebody, or put a bot there"};
  }
  begin(now);
  write("{\"start\":true," + at_member(now) + '}');
  go_on(now);
  return std::nullopt;
}

void Table::begin(Time now) {
  stage_ = Stage::running;
  std::vector<fair::Seed> seeds(static_cast<std::size_t>(game_->seat_count()));
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (places_[i].seed.empty()) continue;
    seeds[i] = *fair::from_hex<16>(places_[i].seed, "the seed");
  }
  dealer_.emplace(fair::make_key(secret_, id_, seeds));
  clocks_.begin(setup_.time);
  first_line_ = version_ + 1;
  last_move_ = first_line_;
  round_start_ = now;
}

// --- The game

MaybeError Table::act(const Act& act, Time now) {
  if (auto error = playing(act.place)) return error;
  if (held_ != nobody)
    return Error{"turn_held", "the turn is played: end it with done, or take something back"};
  Seat seat = act.seat ? *act.seat : nobody;
  if (!act.seat) {  // the one that waits for this player, or else the own one
    seat = seat_of(act.place);
    for (Seat other = 0; other < game_->seat_count(); ++other) {
      if (game_->acting().has(other) && decider(other) == act.place) seat = other;
    }
  }
  if (seat < 0 || seat >= game_->seat_count() || decider(seat) != act.place)
    return Error{"not_your_seat", "you do not decide for that seat"};
  std::optional<Time> t;
  if (game_->timed()) {
    t = act.t ? *act.t : now - round_start_;
    if (next_round_ != 0) return Error{"round_over", "the round is over: the next one begins soon"};
    if (*t < 0)
      return Error{"round_not_begun", "the round has not begun yet: wait for the count-down"};
    // Others may have acted since: no hand comes before what is done.
    if (const auto* state = state_of<ratuki::Ratuki>(*game_)) t = std::max(*t, state->now);
  } else if (act.version && *act.version > version_) {
    return Error{"version_ahead", "the table is only at version " + to_text(version_) +
                                      ": give the one you have seen"};
  } else if (act.version && *act.version < last_move_) {
    return Error{"version_behind", "the table has moved on, it is at version " + to_text(version_) +
                                       ": look again, and decide anew"};
  }
  if (auto error = take_action(seat, act.action, t, act.hold, now)) {
    if (t) {
      if (const auto by = slot_times_.beaten_by(act.action, *t))
        return Error{error->code, "beaten by " + to_text(*by) + " ms: " + error->message, *by};
    }
    return error;
  }
  const std::string_view extras = act.hold ? "\"hold\":true" : "";
  write_entry(now,
              [&](std::string& line) { record::write_action(line, seat, act.action, t, extras); });
  last_move_ = version_;
  go_on(now);
  return std::nullopt;
}

MaybeError Table::take_action(Seat seat, std::string_view action, std::optional<Time> t, bool hold,
                              Time now) {
  const int place = decider(seat);
  const bool keep = shows_nothing(*game_, action);
  auto before = keep ? game_->clone() : nullptr;
  if (auto error = game_->act(seat, action, t)) return error;
  if (game_->name() == spirits::Spirits::name) trail_.push_back({seat, std::string(action)});
  if (!keep || past_owner_ != place) forget_past();
  if (keep) {
    past_owner_ = place;
    past_.push_back(std::move(before));
  }
  undo_asked_ = nobody;
  if (hold && game_->current_phase() == Phase::chance) held_ = place;
  slot_times_.look(*game_);
  run_clock(now, true);
  return std::nullopt;
}

MaybeError Table::done(int place, Time now) {
  if (auto error = playing(place)) return error;
  if (held_ != place) return Error{"no_turn_to_end", "there is no turn of yours to end"};
  held_ = nobody;
  write_place("done", place, "", now);
  run_clock(now, true);
  go_on(now);
  return std::nullopt;
}

void Table::go_on(Time now) {
  while (stage_ == Stage::running && held_ == nobody && next_round_ == 0 &&
         game_->current_phase() == Phase::chance) {
    if (game_->timed() && dealer_->drawn() > 0) {
      next_round_ = now + round_pause;
    } else {
      draw(now);
    }
  }
  if (stage_ == Stage::running && game_->current_phase() == Phase::over) finish();
  run_clock(now);
}

void Table::draw(Time now) {
  const Time begins = game_->timed() ? now + count_down : now;
  const std::string member = dealer_->next(*game_);
  const auto colon = member.find(':');
  const std::string_view key(member.data() + 1, colon - 2);
  (void)take_chance(key, json::Value(std::string_view(member).substr(colon + 1)), begins);
  write_entry(begins, [&](std::string& line) { record::write_chance(line, member, ""); });
  last_move_ = version_;
}

MaybeError Table::take_chance(std::string_view key, json::Value value, Time now) {
  if (auto error = game_->chance(key, value)) return error;
  forget_past();
  trail_.clear();
  next_round_ = 0;
  if (game_->timed()) round_start_ = now;
  slot_times_.look(*game_);
  return std::nullopt;
}

void Table::finish() {
  write_entry(std::nullopt,
              [&](std::string& line) { record::write_result(line, game_->result(), ""); });
  stage_ = Stage::finished;
  forget_past();
  held_ = nobody;
}

void Table::run_clock(Time now, bool earned) {
  if (!setup_.time.on()) return;
  int place = held_;
  if (stage_ != Stage::running) {
    place = nobody;
  } else if (place == nobody && !game_->acting().empty()) {
    place = decider(game_->acting().lowest());
  }
  if (place != nobody && places_[static_cast<std::size_t>(place)].by_bot()) place = nobody;
  clocks_.run(place, now, earned);
}

MaybeError Table::take_end(Seat seat, std::string_view how) {
  held_ = nobody;
  next_round_ = 0;
  forget_past();
  return game_->give_up(seat, how);
}

MaybeError Table::resign(int place, Time now) {
  if (auto error = playing(place)) return error;
  const Seat seat = seat_of(place);
  if (auto error = take_end(seat, "resign")) return error;
  write_entry(now, [&](std::string& line) { record::write_end(line, "resign", seat, ""); });
  go_on(now);
  return std::nullopt;
}

MaybeError Table::leave(int place, std::string_view level, Time now) {
  if (auto error = playing(place)) return error;
  if (auto error = check_level(level)) return error;
  Place& here = places_[static_cast<std::size_t>(place)];
  if (here.kind != Place::Kind::person || here.away)
    return Error{"already_away", "a bot plays for you already"};
  here.away = true;
  here.level = level;
  if (undo_asked_ == place) undo_asked_ = nobody;
  std::string rest = ",\"level\":";
  json::append_string(rest, level);
  write_place("away", place, rest, now);
  if (held_ == place) (void)done(place, now);
  run_clock(now);
  return std::nullopt;
}

MaybeError Table::come_back(int place, Time now) {
  if (auto error = playing(place)) return error;
  Place& here = places_[static_cast<std::size_t>(place)];
  if (!here.away) return Error{"not_away", "you play yourself already"};
  here.away = false;
  here.level.clear();
  write_place("back", place, "", now);
  run_clock(now);
  return std::nullopt;
}

MaybeError Table::offer_rematch(std::string_view id, Time now) {
  if (stage_ != Stage::finished) return Error{"not_over", "the game is not over yet"};
  if (!rematch_.empty()) return Error{"rematch_made", "there is a next table already"};
  rematch_ = id;
  std::string line = "{\"rematch\":";
  json::append_string(line, id);
  write(line + ',' + at_member(now) + '}');
  return std::nullopt;
}

// --- Time

std::optional<Time> Table::wake() const {
  if (stage_ != Stage::running) return std::nullopt;
  if (next_round_ != 0) return next_round_;
  if (const auto due = game_->deadline()) return round_start_ + *due;
  return clocks_.deadline();
}

void Table::resume(Time now) {
  clocks_.resume(now);
  if (stage_ != Stage::running || !game_->timed()) return;
  if (game_->current_phase() == Phase::chance) next_round_ = now + round_pause;
  if (const auto* state = state_of<ratuki::Ratuki>(*game_)) round_start_ = now - state->now;
}

bool Table::tick(Time now) {
  const auto due = wake();
  if (!due || now < *due) return false;
  if (next_round_ != 0) {
    next_round_ = 0;
    draw(now);
    return true;
  }
  if (game_->timed()) {
    const Time t = now - round_start_;
    game_->advance_to(t);
    slot_times_.look(*game_);
    if (game_->current_phase() != Phase::action) {
      write("{\"tick\":" + to_text(t) + ',' + at_member(now) + '}');
      last_move_ = version_;
      go_on(now);
    }
    return true;
  }
  const int late = clocks_.running();
  if (!two_sided()) return !leave(late, "club", now);
  const Seat seat = seat_of(late);
  (void)take_end(seat, "time");
  write_entry(now, [&](std::string& line) { record::write_end(line, "time", seat, ""); });
  go_on(now);
  return true;
}

// --- Taking back

void Table::forget_past() {
  past_.clear();
  past_owner_ = nobody;
  undo_asked_ = nobody;
}

Table::Undo Table::can_undo(int place) const {
  if (stage_ != Stage::running || place == nobody || past_.empty() || past_owner_ != place)
    return Undo::no;
  if (awaits(place)) return Undo::free;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (static_cast<int>(i) != place && !places_[i].by_bot()) return Undo::ask;
  }
  return setup_.rated ? Undo::no : Undo::free;
}

void Table::take_undo() {
  game_ = std::move(past_.back());
  past_.pop_back();
  if (!trail_.empty()) trail_.pop_back();
  held_ = nobody;
  undo_asked_ = nobody;
}

MaybeError Table::undo(int place, Time now) {
  if (auto error = playing(place)) return error;
  switch (can_undo(place)) {
    case Undo::no: return Error{"nothing_to_undo", "there is nothing that you could take back"};
    case Undo::free:
      take_undo();
      write_place("undo", place, "", now);
      last_move_ = version_;
      run_clock(now);
      return std::nullopt;
    case Undo::ask:
      if (undo_asked_ != nobody)
        return Error{"undo_pending", "you have asked already: wait for the answer"};
      undo_asked_ = place;
      undo_agreed_ = SeatSet();
      write_place("ask", place, "", now);
      return std::nullopt;
  }
  return std::nullopt;
}

void Table::take_answer(int place, bool yes) {
  if (!yes) {
    undo_asked_ = nobody;
    return;
  }
  undo_agreed_.add(place);
}

MaybeError Table::answer_undo(int place, bool yes, Time now) {
  if (auto error = playing(place)) return error;
  if (undo_asked_ == nobody || undo_asked_ == place)
    return Error{"no_undo_request", "nobody has asked you"};
  if (undo_agreed_.has(place))
    return Error{"already_answered", "you have answered already: wait for the others"};
  const int asker = undo_asked_;
  take_answer(place, yes);
  write_place("answer", place, yes ? ",\"yes\":true" : ",\"yes\":false", now);
  if (!yes) return std::nullopt;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const int other = static_cast<int>(i);
    if (other != asker && !places_[i].by_bot() && !undo_agreed_.has(other)) return std::nullopt;
  }
  take_undo();
  write_place("undo", asker, "", now);
  last_move_ = version_;
  run_clock(now);
  return std::nullopt;
}

void Table::write_place(std::string_view what, int place, std::string_view rest, Time now) {
  std::string line = "{\"";
  line += what;
  line += "\":";
  append_number(line, place);
  line += rest;
  line += ',';
  write(line + at_member(now) + '}');
}

std::uint64_t Table::bot_seed(Seat seat) const {
  Hasher hasher;
  for (const std::uint8_t byte : secret_.bytes) hasher.add(byte);
  hasher.add(static_cast<std::uint64_t>(version_));
  hasher.add(static_cast<std::uint64_t>(seat));
  return hasher.value();
}

}  // namespace hotaka::table
