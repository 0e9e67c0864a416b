#include "table/table.h"

#include <algorithm>

#include "base/hash.h"
#include "base/levels.h"
#include "base/text.h"
#include "fair/hex.h"
#include "fair/proof.h"
#include "record/entry.h"

namespace hotaka::table {

namespace {

MaybeError check_seed(std::string_view seed) {
  if (seed.empty()) return std::nullopt;
  if (const auto read = fair::from_hex<16>(seed, "the seed"); !read) return read.error();
  return std::nullopt;
}

MaybeError check_level(std::string_view level) {
  if (is_level(level)) return std::nullopt;
  return Error{"unknown_level",
               "there is no level " + in_quotes(level) + "; the levels are " + join_names(levels)};
}

}  // namespace

Error claim_first() {
  return {"claim_first",
          "a rated game needs a name that is yours: claim one with a password first"};
}

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
  std::unique_ptr<Table> table(new Table);
  if (auto error = check_rated(setup)) return *error;
  Created created{std::string(id), std::move(setup), std::string(host.id), secret};
  if (auto error = table->commit(std::move(created), now)) return *error;
  return table;
}

// --- Commands

namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace

MaybeError Table::execute(const Command& command, const Person& person, Time now) {
  const int own = place_of(person.id);
  const bool is_host = host_ == person.id;
  const auto as_host = [&](std::string_view what, auto&& run) -> MaybeError {
    if (is_host) return run();
    return Error{"host_only", "only the host " + std::string(what)};
  };
  if (stage_ == Stage::running && own != nobody) {
    if (auto error = not_resigned(own)) return error;
  }
  // Whatever ends something or goes on with the game is always possible.
  constexpr auto is_free = []<class C>(const C&) {
    return std::same_as<C, Act> || std::same_as<C, EndTurn> || std::same_as<C, Start> ||
           std::same_as<C, Resign> || std::same_as<C, Stand>;
  };
  if (!std::visit(is_free, command)) {
    if (auto error = may_change(person.id)) return error;
  }
  return std::visit(
      Overloaded{
          [&](const Sit& sit_) { return sit(sit_.player, person, sit_.seed, now); },
          [&](const Stand&) { return stand(own, now); },
          [&](const SetReady& set) { return set_ready(own, set.ready, now, set.seed); },
          [&](const SetBot& set) -> MaybeError {
            if (!is_host) return Error{"host_sets_bots", "only the host puts bots in places"};
            return put_bot(set.player, set.level, now);
          },
          [&](const Remove& wanted) {
            return as_host("sends people away", [&] { return remove(wanted.player, now); });
          },
          [&](const HandOver& wanted) {
            return as_host("can hand the table over",
                           [&] { return hand_over(wanted.player, now); });
          },
          [&](const Start&) -> MaybeError {
            if (!is_host)
              return Error{"host_starts", "only the host starts the game; others say ready"};
            if (auto error = others_ready()) return error;
            return start(now);
          },
          [&](const Act& wanted) -> MaybeError {
            if (own != nobody && slot(own).away)
              return Error{"away", "a bot plays for you: come back first"};
            if (!wanted.version && !game_->is_real_time())
              return Error{"bad_field", "version must be the one you have seen"};
            return act(own, wanted, now);
          },
          [&](const EndTurn&) { return done(own, now); },
          [&](const Undo&) { return undo(own, now); },
          [&](const AnswerUndo& answer) { return answer_undo(own, answer.agree, now); },
          [&](const Resign&) { return resign(own, now); },
          [&](const Leave& wanted) { return leave(own, wanted.level, now); },
          [&](const Return&) { return come_back(own, now); },
      },
      command);
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

Turn Table::turn() const {
  Turn turn{.player = held_, .is_held = held_ != nobody};
  const SeatSet acting = acting_seats();
  if (!game_->is_real_time() && !acting.empty()) {
    turn.seat = acting.lowest();  // there is one
    turn.player = decider(turn.seat);
  }
  turn.by_bot = turn.player != nobody && slot(turn.player).by_bot();
  return turn;
}

SeatSet Table::acting_seats() const {
  return stage_ == Stage::running && held_ == nobody ? game_->acting() : SeatSet();
}

SeatSet Table::acting_seats(int player) const {
  const SeatSet acting = acting_seats();
  SeatSet own;
  for (Seat seat = 0; seat < game_->seat_count(); ++seat) {
    if (acting.has(seat) && decider(seat) == player) own.add(seat);
  }
  return own;
}

Viewer Table::viewer(int place) const {
  return place == nobody ? Viewer::spectator() : Viewer::seat(seat_of(place));
}

bool Table::two_sided() const {
  SeatSet sides;
  for (int player = 0; player < game_->player_count(); ++player) sides.add(game_->side(player));
  return sides.size() == 2;
}

MaybeError Table::seated(int place) const {
  if (!has_place(place))
    return Error{"not_seated", "you have no place at this table: take one, or watch"};
  return std::nullopt;
}

MaybeError Table::playing(int place) const {
  if (auto error = seated(place)) return error;
  if (stage_ == Stage::waiting) return Error{"not_started", "the game has not started yet"};
  if (stage_ == Stage::finished) return Error{"game_over", "the game is over"};
  return std::nullopt;
}

MaybeError Table::not_resigned(int place) const {
  if (auto error = playing(place)) return error;
  if (slot(place).resigned != 0)
    return Error{"has_resigned", "you have resigned: a bot plays for you to the end"};
  return std::nullopt;
}

MaybeError Table::sit(int place, const Person& person, std::string_view seed, Time now) {
  if (stage_ != Stage::waiting)
    return Error{"too_late_to_sit", "the game has started already: you can watch it"};
  if (!has_place(place))
    return Error{"no_such_place", "there is no such place: the places are 0 to " +
                                      to_text(static_cast<std::int64_t>(places_.size()) - 1)};
  if (slot(place).kind != Place::Kind::open)
    return Error{"place_taken", "this place is taken: choose another one"};
  if (place_of(person.id) != nobody)
    return Error{"already_seated", "you have a place already: stand up first to take another one"};
  if (std::ranges::find(removed_, person.id) != removed_.end())
    return Error{"sent_away", "the host has sent you away from this table: you can watch it"};
  if (setup_.rated && !person.claimed) return claim_first();
  if (auto error = check_seed(seed)) return error;
  return commit(Sat{place, std::string(person.id), std::string(person.name), std::string(seed),
                    person.claimed},
                now);
}

MaybeError Table::stand(int place, Time now) {
  if (auto error = seated(place)) return error;
  if (stage_ != Stage::waiting)
    return Error{"too_late_to_stand", "the game has started: let a bot play for you, or resign"};
  return commit(Stood{place}, now);
}

MaybeError Table::set_ready(int place, bool ready, Time now, std::string_view seed) {
  if (auto error = seated(place)) return error;
  if (stage_ != Stage::waiting) return Error{"already_started", "the game has started already"};
  if (auto error = check_seed(seed)) return error;
  if (auto error = commit(SaidReady{place, ready, std::string(seed)}, now)) return error;
  start_if_ready(now);
  return std::nullopt;
}

MaybeError Table::put_bot(int place, std::string_view level, Time now) {
  if (stage_ != Stage::waiting) return Error{"already_started", "the game has started already"};
  if (auto error = seated(place)) return Error{"no_such_place", "there is no such place"};
  const Place& here = slot(place);
  if (here.kind == Place::Kind::person) return Error{"place_taken", "somebody sits there"};
  if (level.empty()) {
    if (here.kind == Place::Kind::open)
      return Error{"no_bot_there", "there is no bot in that place"};
  } else if (auto error = check_level(level)) {
    return error;
  }
  return commit(BotSet{place, std::string(level)}, now);
}

MaybeError Table::remove(int place, Time now) {
  if (stage_ != Stage::waiting) return Error{"already_started", "the game has started already"};
  if (auto error = seated(place)) return Error{"no_such_place", "there is no such place"};
  if (slot(place).kind != Place::Kind::person)
    return Error{"nobody_there", "nobody sits in that place"};
  if (slot(place).person == host_)
    return Error{"nobody_there", "you sit there yourself: stand up instead"};
  return commit(Removed{place}, now);
}

MaybeError Table::hand_over(int place, Time now) {
  if (stage_ != Stage::waiting) return Error{"already_started", "the game has started already"};
  if (auto error = seated(place)) return Error{"no_such_place", "there is no such place"};
  if (slot(place).kind != Place::Kind::person)
    return Error{"nobody_there", "nobody sits in that place"};
  if (slot(place).person == host_)
    return Error{"nobody_there", "you are the host: give the place of somebody else"};
  return commit(HostChanged{place}, now);
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

// Nobody is in a game without having said yes to it. The host does so by starting it.
MaybeError Table::others_ready() const {
  for (const Place& place : places_) {
    if (place.kind == Place::Kind::person && !place.ready && place.person != host_)
      return Error{"not_ready", "not everybody has said ready: wait for " + place.name};
  }
  return std::nullopt;
}

MaybeError Table::start(Time now) {
  if (stage_ != Stage::waiting) return Error{"already_started", "the game has started already"};
  for (const Place& place : places_) {
    if (place.kind == Place::Kind::open)
      return Error{"place_free", "a place is still empty: wait for a player, or add a bot"};
  }
  if (auto error = commit(Started{}, now)) return error;
  follow(now);
  return std::nullopt;
}

// --- The game

MaybeError Table::act(int place, const Act& act, Time now) {
  if (auto error = playing(place)) return error;
  if (held_ != nobody)
    return Error{"turn_held", "your turn is complete: end it with \"done\", or undo"};
  // The one that waits for this player, or else the own one.
  const Turn awaited = turn();
  const Seat seat = act.seat.value_or(awaited.player == place ? awaited.seat : seat_of(place));
  if (seat < 0 || seat >= game_->seat_count())
    return Error{"no_such_seat", "there is no such seat"};
  if (decider(seat) != place) return Error{"not_your_seat", "you do not decide for that seat"};
  std::optional<Time> t;
  if (game_->is_real_time()) {
    t = act.t ? *act.t : now - round_start_;
    if (next_round_ != 0) return Error{"round_over", "the round is over: the next one begins soon"};
    if (*t < 0)
      return Error{"round_not_begun", "the round has not begun yet: wait for the count-down"};
    t = std::max(*t, game_->time());  // others may have acted since
  } else if (act.version && *act.version > version_) {
    return Error{"version_ahead", "the table is only at version " + to_text(version_) +
                                      ": give the one you have seen"};
  } else if (act.version && *act.version < last_move_) {
    return Error{"version_behind", "the table has moved on, it is at version " + to_text(version_) +
                                       ": decide again on the new position"};
  }
  Acted acted{seat, act.action, t, act.hold, ""};
  if (slot(place).away) acted.bot = slot(place).level;
  if (auto error = commit(std::move(acted), now)) return error;
  follow(now);
  return std::nullopt;
}

MaybeError Table::done(int place, Time now) {
  if (auto error = playing(place)) return error;
  if (held_ != place) return Error{"no_turn_to_end", "you have no finished turn to end"};
  if (auto error = commit(TurnEnded{place}, now)) return error;
  follow(now);
  return std::nullopt;
}

void Table::follow(Time now) {
  while (stage_ == Stage::running && held_ == nobody && next_round_ == 0 &&
         game_->current_phase() == Phase::chance) {
    draw(now);
  }
  if (stage_ == Stage::running && game_->current_phase() == Phase::over)
    (void)commit(Resulted{game_->result()}, now);
}

void Table::draw(Time now) {
  fair::Dealer dealer = *dealer_;  // the event itself counts the draw
  (void)commit(Drew::from_member(dealer.next(*game_)),
               game_->is_real_time() ? now + count_down : now);
}

MaybeError Table::leave(int place, std::string_view level, Time now) {
  if (auto error = not_resigned(place)) return error;
  if (setup_.rated)
    return Error{"rated_game", "no bot plays for you in a rated game: play on, or resign"};
  if (auto error = check_level(level)) return error;
  if (slot(place).kind != Place::Kind::person || slot(place).away)
    return Error{"already_away", "a bot plays for you already"};
  if (held_ == place) (void)done(place, now);  // the turn was the player's own
  return commit(WentAway{place, std::string(level)}, now);
}

MaybeError Table::come_back(int place, Time now) {
  if (auto error = not_resigned(place)) return error;
  if (!slot(place).away) return Error{"not_away", "you play yourself already"};
  return commit(CameBack{place}, now);
}

MaybeError Table::offer_rematch(std::string_view id, Time now) {
  if (stage_ != Stage::finished) return Error{"not_over", "the game is not over yet"};
  if (!rematch_.empty()) return Error{"rematch_made", "there is a next table already"};
  return commit(RematchMade{std::string(id)}, now);
}

// --- Time

std::optional<Time> Table::wake() const {
  if (stage_ != Stage::running) return std::nullopt;
  if (next_round_ != 0) return next_round_;
  if (const auto due = game_->deadline()) return round_start_ + *due;
  return clocks_.deadline();
}

void Table::resume(Time alive_at, Time now) {
  // A round goes on at its last event. If not everybody was shown that one, its time would tell of
  // it: so the next deadline comes first, which settles it.
  if (stage_ == Stage::running && game_->time_for(Viewer::spectator()) != game_->time()) {
    if (const auto due = game_->deadline()) (void)commit(TimePassed{*due}, now);
    follow(now);
  }
  if (stage_ == Stage::running && (game_->is_real_time() || clocks_.running() != nobody))
    (void)commit(Resumed{alive_at}, now);
}

bool Table::tick(Time now) {
  const auto due = wake();
  if (!due || now < *due) return false;
  if (next_round_ != 0) {
    draw(now);
    return true;
  }
  if (game_->is_real_time()) {
    (void)commit(TimePassed{*due - round_start_}, *due);
    follow(*due);
    return true;
  }
  const int late = clocks_.running();
  if (two_sided()) {
    (void)commit(Ended{"time", seat_of(late)}, now);
    follow(now);
    return true;
  }
  if (held_ == late) (void)done(late, now);
  const std::string level = slot(late).away ? slot(late).level : std::string(default_level);
  if (setup_.rated) {
    (void)commit(Resigned{late, level}, now);
  } else {
    (void)commit(WentAway{late, level}, now);
  }
  return true;
}

// --- Undo

Table::UndoRight Table::can_undo(int place) const {
  if (stage_ != Stage::running || place == nobody || past_.empty() || past_owner_ != place ||
      slot(place).resigned != 0)
    return UndoRight::no;
  if (turn().player == place) return UndoRight::free;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (static_cast<int>(i) != place && !places_[i].by_bot()) return UndoRight::ask;
  }
  return setup_.rated ? UndoRight::no : UndoRight::free;
}

MaybeError Table::undo(int place, Time now) {
  if (auto error = not_resigned(place)) return error;
  switch (can_undo(place)) {
    case UndoRight::no: return Error{"nothing_to_undo", "there is nothing to undo"};
    case UndoRight::free: return commit(Undone{place}, now);
    case UndoRight::ask:
      if (undo_asked_ != nobody)
        return Error{"undo_pending", "you have asked already: wait for the answer"};
      return commit(UndoRequested{place}, now);
  }
  return std::nullopt;
}

bool Table::all_agreed() const {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const int other = static_cast<int>(i);
    if (other != undo_asked_ && !places_[i].by_bot() && !undo_agreed_.has(other)) return false;
  }
  return true;
}

MaybeError Table::answer_undo(int place, bool yes, Time now) {
  if (auto error = not_resigned(place)) return error;
  if (undo_asked_ == nobody || undo_asked_ == place)
    return Error{"no_undo_request", "nobody has asked you"};
  if (undo_agreed_.has(place))
    return Error{"already_answered", "you have answered already: wait for the others"};
  if (auto error = commit(UndoAnswered{place, yes}, now)) return error;
  if (undo_asked_ != nobody && all_agreed()) return commit(Undone{undo_asked_}, now);
  return std::nullopt;
}

std::vector<DoneText> Table::history_for(Seat seat) const {
  std::vector<DoneText> known;
  for (const Done& done : history_) {
    if (may_know(done.version, decider(seat))) known.push_back(done.action);
  }
  return known;
}

std::uint64_t Table::bot_seed(Seat seat) const {
  Hasher hasher;
  for (const std::uint8_t byte : secret_.bytes) hasher.add(byte);
  hasher.add(static_cast<std::uint64_t>(version_for(decider(seat))));
  hasher.add(static_cast<std::uint64_t>(seat));
  return hasher.value();
}

}  // namespace hotaka::table
