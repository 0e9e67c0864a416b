// What each event does to a table. Play and restore come through here alike.

#include "base/hash.h"
#include "base/levels.h"
#include "base/text.h"
#include "fair/hex.h"
#include "table/table.h"

namespace hotaka::table {

namespace {

constexpr Time round_pause = 6000;  // real-time games: between two rounds

template <class E, class... Others>
constexpr bool is_one_of = (std::same_as<E, Others> || ...);
// What the game itself goes on by.
template <class E>
constexpr bool changes_game =
    is_one_of<E, Drew, Acted, TurnEnded, Undone, TimePassed, Ended, Resulted>;

Error damaged(std::string_view message) { return {"bad_journal", std::string(message)}; }

}  // namespace

// Returns the event's line, until the step changes.
std::string_view Table::add_to_step(Stamped stamped, const Audience& audience) {
  if (step_.events.empty()) {
    step_.first = version_;
  } else {
    step_.lines += '\n';
  }
  constexpr std::size_t usual = 200;  // an action and the roll behind it
  step_.lines.reserve(usual);
  step_.audience.add(audience);
  const std::size_t start = step_.lines.size();
  step_.events.push_back(std::move(stamped));
  append_line(step_.lines, step_.events.back());
  return std::string_view(step_.lines).substr(start);
}

// Actions and deadlines of a real-time game are for those whose view they change, and everything
// else is for everybody.
Audience Table::note_audience(const Event& event) {
  if (stage_ == Stage::waiting || !game_->is_real_time()) return Audience::everybody();
  const auto* acted = std::get_if<Acted>(&event);
  const bool is_public = acted == nullptr && !std::holds_alternative<TimePassed>(event);
  const int actor = acted == nullptr ? nobody : decider(acted->seat);
  Audience audience;
  for (int player = nobody; player < static_cast<int>(places_.size()); ++player) {
    Unseen& own = unseen_[static_cast<std::size_t>(player) + 1];
    const auto view = Hasher().add(game_->view_for(viewer(player))).value();
    const bool is_own = player != nobody && player == actor;
    if (is_public || is_own || view != own.view) {
      audience.add(player);
    } else {
      ++own.events;
    }
    own.view = view;
  }
  return audience;
}

Audience Table::audience(std::int64_t line) const {
  const auto index = static_cast<std::size_t>(line - first_line_);
  return index < audiences_.size() ? audiences_[index].shown : Audience::everybody();
}

Audience Table::who_may_know(const Event& event) const {
  Audience all;
  const auto* drew = std::get_if<Drew>(&event);
  const auto* acted = std::get_if<Acted>(&event);
  if (game_ == nullptr || (drew == nullptr && acted == nullptr)) return all;
  const ViewerSet viewers = drew != nullptr
                                ? game_->chance_shown_to(drew->key, json::Value(drew->value))
                                : game_->action_shown_to(acted->seat, acted->action);
  for (int player = nobody; player < static_cast<int>(places_.size()); ++player) {
    if (viewers.has(viewer(player))) all.add(player);
  }
  return all;
}

bool Table::may_know(std::int64_t version, int player) const {
  if (stage_ == Stage::finished) return true;
  const auto index = static_cast<std::size_t>(version - first_line_);
  return index < audiences_.size() && audiences_[index].may_know.has(player);
}

void Table::update_timing(Time at, bool earned) {
  if (stage_ != Stage::running) return;
  if (game_->is_real_time()) {
    if (next_round_ == 0 && game_->current_phase() == Phase::chance && dealer_->drawn() > 0)
      next_round_ = at + round_pause;
    return;
  }
  const Turn awaited = turn();
  clocks_.run(awaited.by_bot ? nobody : awaited.player, at, earned);
}

// --- Before the start

template <>
MaybeError Table::apply(const Created& event, Time at) {
  auto game = new_game(event.setup);
  if (!game) return game.error();
  id_ = event.id;
  setup_ = event.setup;
  secret_ = event.secret;
  host_ = event.host;
  created_ = at;
  game_ = std::move(*game);
  places_.resize(static_cast<std::size_t>(game_->player_count()));
  return std::nullopt;
}

template <>
MaybeError Table::apply(const Sat& event, Time) {
  Place& here = slot(event.player);
  here = Place();
  here.kind = Place::Kind::person;
  here.person = event.person;
  here.name = event.name;
  here.seed = event.seed;
  return std::nullopt;
}

template <>
MaybeError Table::apply(const Stood& event, Time) {
  slot(event.player) = Place();
  return std::nullopt;
}

template <>
MaybeError Table::apply(const SaidReady& event, Time) {
  slot(event.player).ready = event.ready;
  return std::nullopt;
}

template <>
MaybeError Table::apply(const BotSet& event, Time) {
  Place& here = slot(event.player);
  here = Place();
  if (event.level.empty()) return std::nullopt;
  here.kind = Place::Kind::bot;
  here.level = here.name = event.level;
  return std::nullopt;
}

template <>
MaybeError Table::apply(const Started&, Time at) {
  if (stage_ != Stage::waiting) return damaged("the game has started before");
  std::vector<fair::Seed> seeds(static_cast<std::size_t>(game_->seat_count()));
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (places_[i].seed.empty()) continue;
    const auto seed = fair::from_hex<16>(places_[i].seed, "the seed");
    if (!seed) return seed.error();
    seeds[i] = *seed;
  }
  stage_ = Stage::running;
  dealer_.emplace(fair::make_key(secret_, id_, seeds));
  clocks_.begin(setup_.time);
  first_line_ = version_ + 1;
  game_begins_ = lines_.size();
  round_start_ = at;
  return std::nullopt;
}

// --- The game

template <>
MaybeError Table::apply(const Drew& event, Time at) {
  if (auto error = game_->chance(event.key, json::Value(event.value))) return error;
  (void)dealer_->next();
  clear_undo();
  history_.clear();
  next_round_ = 0;
  if (game_->is_real_time()) round_start_ = at;
  return std::nullopt;
}

template <>
MaybeError Table::apply(const Acted& event, Time) {
  if (event.seat < 0 || event.seat >= game_->seat_count()) return damaged("there is no such seat");
  const int player = decider(event.seat);
  const bool keep = game_->can_take_back(event.action);
  auto before = keep ? game_->clone() : nullptr;
  if (auto error = game_->act(event.seat, event.action, event.t)) return error;
  if (game_->traits().bots_need_history)
    history_.push_back({{event.seat, event.action}, version_ + 1});
  if (!keep || past_owner_ != player) clear_undo();
  if (keep) {
    past_owner_ = player;
    past_.push_back(std::move(before));
  }
  undo_asked_ = nobody;
  if (event.hold && game_->current_phase() == Phase::chance) held_ = player;
  return std::nullopt;
}

template <>
MaybeError Table::apply(const TurnEnded&, Time) {
  held_ = nobody;
  return std::nullopt;
}

template <>
MaybeError Table::apply(const TimePassed& event, Time) {
  game_->advance_to(event.t);
  return std::nullopt;
}

template <>
MaybeError Table::apply(const Resumed& event, Time at) {
  clocks_.resume(event.alive_at, at);
  if (stage_ != Stage::running || !game_->is_real_time()) return std::nullopt;
  next_round_ = 0;  // begins after a pause again, if one is due
  round_start_ = at - game_->time();
  return std::nullopt;
}

template <>
MaybeError Table::apply(const Ended& event, Time) {
  if (auto error = game_->give_up(event.seat, event.how)) return error;
  if (event.how == "resign" && !two_sided())
    slot(game_->player_in(event.seat)).resigned = resignations() + 1;
  held_ = nobody;
  next_round_ = 0;
  clear_undo();
  return std::nullopt;
}

template <>
MaybeError Table::apply(const Resulted&, Time) {
  if (game_->current_phase() != Phase::over) return damaged("the game is not over");
  stage_ = Stage::finished;
  held_ = nobody;
  clear_undo();
  return std::nullopt;
}

template <>
MaybeError Table::apply(const RematchMade& event, Time) {
  rematch_ = event.id;
  return std::nullopt;
}

// --- Undo

void Table::clear_undo() {
  past_.clear();
  past_owner_ = nobody;
  undo_asked_ = nobody;
}

template <>
MaybeError Table::apply(const UndoRequested& event, Time) {
  undo_asked_ = event.player;
  undo_agreed_ = SeatSet();
  return std::nullopt;
}

template <>
MaybeError Table::apply(const UndoAnswered& event, Time) {
  if (event.agreed) {
    undo_agreed_.add(event.player);
  } else {
    undo_asked_ = nobody;
  }
  return std::nullopt;
}

template <>
MaybeError Table::apply(const Undone&, Time) {
  if (past_.empty()) return damaged("there is nothing to take back");
  game_ = std::move(past_.back());
  past_.pop_back();
  if (!history_.empty()) history_.pop_back();
  held_ = nobody;
  undo_asked_ = nobody;
  return std::nullopt;
}

// --- Somebody is away

template <>
MaybeError Table::apply(const WentAway& event, Time) {
  replace_by_bot(event.player, event.level);
  return std::nullopt;
}

template <>
MaybeError Table::apply(const Resigned& event, Time) {
  replace_by_bot(event.player, event.level);
  slot(event.player).resigned = resignations() + 1;
  return std::nullopt;
}

void Table::replace_by_bot(int player, std::string_view level) {
  slot(player).away = true;
  slot(player).level = level.empty() ? default_level : level;
  // Nobody is left who could answer, or who asked: those who still want it may take it back.
  if (undo_asked_ == player || all_agreed()) undo_asked_ = nobody;
}

template <>
MaybeError Table::apply(const CameBack& event, Time) {
  slot(event.player).away = false;
  slot(event.player).level.clear();
  return std::nullopt;
}

// --- All of them

MaybeError Table::commit(Event event, Time at, std::string_view stored_line) {
  const Audience may_know = who_may_know(event);
  bool earned = false;
  bool moved = false;
  const auto apply_it = [&]<class E>(const E& one) -> MaybeError {
    earned = is_one_of<E, Acted, TurnEnded>;
    moved = changes_game<E> || std::same_as<E, Started>;
    if ((game_ == nullptr) != std::same_as<E, Created>)
      return damaged("a journal begins with the table");
    if ((changes_game<E> || std::same_as<E, Resigned>) && stage_ != Stage::running)
      return damaged("the game is not running");
    if constexpr (requires { one.player; }) {
      if (!has_place(one.player)) return damaged("there is no such player");
    }
    return apply(one, at);
  };
  if (auto error = std::visit(apply_it, event)) return error;
  auto* const result = std::get_if<Resulted>(&event);
  if (result != nullptr) result->outcome = game_->result();
  if (result == nullptr) update_timing(at, earned);
  ++version_;
  if (moved) last_move_ = version_;
  const Audience shown = note_audience(event);
  if (stored_line.empty()) stored_line = add_to_step({at, std::move(event)}, shown);
  lines_ += stored_line;
  lines_ += '\n';
  if (stage_ != Stage::waiting) audiences_.push_back({shown, may_know});
  return std::nullopt;
}

}  // namespace hotaka::table
