// What each event does to a table. Play and restore come through here alike.

#include <algorithm>

#include "base/hash.h"
#include "base/levels.h"
#include "base/text.h"
#include "fair/hex.h"
#include "table/table.h"

namespace hotaka::table {

namespace {

constexpr Time round_pause = 6000;  // real-time games: between two rounds
constexpr Time count_down = Table::count_down;

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
  if (const auto* offered = std::get_if<ResignationOffered>(&event)) {
    for (int player = 0; player < static_cast<int>(places_.size()); ++player) {
      if (game_->side(player) == game_->side(offered->player)) all.add(player);
    }
    return all;
  }
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

// The person who changed something around the game. The game itself has an end; this has none.
std::string Table::author_of(const Event& event) const {
  const auto author = [&]<class E>(const E& one) -> std::string {
    if constexpr (is_one_of<E, BotSet, HostChanged>) {
      return host_;
    } else if constexpr (std::same_as<E, Sat>) {
      return one.person;
    } else if constexpr (is_one_of<E, Stood, SaidReady, UndoRequested, UndoAnswered, Undone,
                                   WentAway, CameBack, ResignationOffered>) {
      return has_place(one.player) ? slot(one.player).person : "";
    } else {
      return "";
    }
  };
  return std::visit(author, event);
}

MaybeError Table::may_change(std::string_view person) const {
  constexpr int most = 300;
  constexpr int most_in_all = 3000;
  const auto found = changes_.find(person);
  int in_all = 0;
  for (const auto& [author, count] : changes_) in_all += count;
  if ((found == changes_.end() || found->second < most) && in_all < most_in_all)
    return std::nullopt;
  return Error{"too_many_changes",
               "you have changed your mind too often at this table: play on, or make a new one"};
}

void Table::update_timing(Time at, bool earned) {
  if (stage_ != Stage::running) return;
  if (game_->is_real_time()) {
    if (next_round_ == 0 && game_->current_phase() == Phase::chance && dealer_->drawn() > 0)
      next_round_ = at + round_pause;
    return;
  }
  const Turn awaited = turn();
  clocks_.run(has_clock(awaited.player, at) ? awaited.player : nobody, at, earned);
}

// A clock neither stops nor starts again because a bot plays for its person meanwhile; but when it
// is out, that bot goes on without one.
bool Table::has_clock(int player, Time at) const {
  if (player == nobody || slot(player).kind != Place::Kind::person) return false;
  if (slot(player).resigned != 0) return false;
  return !slot(player).away || clocks_.left(player, at) > 0;
}

void Table::clear_ready() {
  for (Place& place : places_) place.ready = false;
}

void Table::clear_undo() {
  past_.clear();
  past_owner_ = nobody;
  undo_asked_ = nobody;
}

void Table::replace_by_bot(int player, std::string_view level) {
  slot(player).away = true;
  slot(player).level = level.empty() ? default_level : level;
  // Nobody is left who could answer, or who asked: those who still want it may take it back.
  if (undo_asked_ == player || all_agreed()) undo_asked_ = nobody;
}

// What each kind of event does. Those that return nothing are always possible.
struct Table::Applier {
  Table& on;
  Time at;

  // --- Before the start

  MaybeError operator()(const Created& event) {
    auto game = new_game(event.setup);
    if (!game) return game.error();
    on.id_ = event.id;
    on.setup_ = event.setup;
    on.secret_ = event.secret;
    on.host_ = event.host;
    on.created_ = at;
    on.game_ = std::move(*game);
    on.places_.resize(static_cast<std::size_t>(on.game_->player_count()));
    return std::nullopt;
  }

  void operator()(const Sat& event) {
    Place& place = on.slot(event.player) = Place();
    place.kind = Place::Kind::person;
    place.person = event.person;
    place.name = event.name;
    place.seed = event.seed;
    place.claimed = event.claimed;
    on.clear_ready();
  }

  void operator()(const Stood& event) {
    on.slot(event.player) = Place();
    on.clear_ready();
  }

  void operator()(const SaidReady& event) {
    on.slot(event.player).ready = event.ready;
    if (!event.seed.empty()) on.slot(event.player).seed = event.seed;
  }

  void operator()(const BotSet& event) {
    Place& place = on.slot(event.player) = Place();
    if (!event.level.empty()) place.kind = Place::Kind::bot;
    place.level = place.name = event.level;
    on.clear_ready();
  }

  void operator()(const Removed& event) {
    on.removed_.push_back(on.slot(event.player).person);
    on.slot(event.player) = Place();
    on.clear_ready();
  }

  void operator()(const HostChanged& event) {
    on.host_ = on.slot(event.player).person;
    on.clear_ready();
  }

  MaybeError operator()(const Started&) {
    if (on.stage_ != Stage::waiting) return damaged("the game has started before");
    std::vector<fair::Seed> seeds(static_cast<std::size_t>(on.game_->seat_count()));
    for (std::size_t i = 0; i < on.places_.size(); ++i) {
      if (on.places_[i].seed.empty()) continue;
      const auto seed = fair::from_hex<16>(on.places_[i].seed, "the seed");
      if (!seed) return seed.error();
      seeds[i] = *seed;
    }
    on.stage_ = Stage::running;
    on.dealer_.emplace(fair::make_key(on.secret_, on.id_, seeds));
    on.clocks_.begin(on.setup_.time);
    on.first_line_ = on.version_ + 1;
    on.game_begins_ = on.lines_.size();
    on.round_start_ = at;
    return std::nullopt;
  }

  // --- The game

  MaybeError operator()(const Drew& event) {
    if (auto error = on.game_->chance(event.key, json::Value(event.value))) return error;
    (void)on.dealer_->next();
    on.clear_undo();
    on.history_.clear();
    on.next_round_ = 0;
    if (on.game_->is_real_time()) on.round_start_ = at;
    return std::nullopt;
  }

  MaybeError operator()(const Acted& event) {
    if (event.seat < 0 || event.seat >= on.game_->seat_count())
      return damaged("there is no such seat");
    const int player = on.decider(event.seat);
    const bool keep = on.game_->can_take_back(event.action);
    auto before = keep ? on.game_->clone() : nullptr;
    if (auto error = on.game_->act(event.seat, event.action, event.t)) return error;
    if (event.bot.empty()) {
      on.slot(player).resigning = false;
      ++on.slot(player).actions;
    }
    if (on.game_->traits().bots_need_history)
      on.history_.push_back({{event.seat, event.action}, on.version_ + 1});
    if (!keep || on.past_owner_ != player) on.clear_undo();
    if (keep) {
      on.past_owner_ = player;
      on.past_.push_back(std::move(before));
    }
    on.undo_asked_ = nobody;
    if (event.hold && on.game_->current_phase() == Phase::chance) on.held_ = player;
    return std::nullopt;
  }

  void operator()(const TurnEnded&) { on.held_ = nobody; }

  void operator()(const TimePassed& event) { on.game_->advance_to(event.t); }

  void operator()(const Resumed& event) {
    on.clocks_.resume(event.alive_at, at);
    if (on.stage_ != Stage::running || !on.game_->is_real_time()) return;
    on.next_round_ = 0;  // begins after a pause again, if one is due
    // What was left of the count-down is left again, or else the round goes on.
    const Time until_start = std::clamp<Time>(on.round_start_ - event.alive_at, 0, count_down);
    const Time left = on.game_->time() > 0 ? 0 : until_start;
    on.round_start_ = at + left - on.game_->time();
  }

  MaybeError operator()(const Ended& event) {
    if (auto error = on.game_->give_up(event.seat, event.how)) return error;
    on.given_up_ = true;
    if (event.how == "resign" && !on.two_sided())
      on.slot(on.game_->player_in(event.seat)).resigned = on.resignations() + 1;
    on.held_ = nobody;
    on.next_round_ = 0;
    on.clear_undo();
    return std::nullopt;
  }

  MaybeError operator()(const Resulted&) {
    if (on.game_->current_phase() != Phase::over) return damaged("the game is not over");
    on.stage_ = Stage::finished;
    on.held_ = nobody;
    on.clear_undo();
    return std::nullopt;
  }

  void operator()(const RematchMade& event) { on.rematch_ = event.id; }

  // --- Undo

  void operator()(const UndoRequested& event) {
    on.undo_asked_ = event.player;
    on.undo_agreed_ = SeatSet();
  }

  void operator()(const UndoAnswered& event) {
    if (event.agreed) {
      on.undo_agreed_.add(event.player);
    } else {
      on.undo_asked_ = nobody;
    }
  }

  MaybeError operator()(const Undone& event) {
    if (on.past_.empty()) return damaged("there is nothing to take back");
    --on.slot(event.player).actions;
    on.game_ = std::move(on.past_.back());
    on.past_.pop_back();
    if (!on.history_.empty()) on.history_.pop_back();
    on.held_ = nobody;
    on.undo_asked_ = nobody;
    return std::nullopt;
  }

  // --- Somebody is away

  void operator()(const WentAway& event) { on.replace_by_bot(event.player, event.level); }

  void operator()(const ResignationOffered& event) { on.slot(event.player).resigning = true; }

  void operator()(const Resigned& event) {
    on.replace_by_bot(event.player, event.level);
    on.given_up_ = true;
    on.slot(event.player).resigned = on.resignations() + 1;
  }

  void operator()(const CameBack& event) {
    on.slot(event.player).away = false;
    on.slot(event.player).level.clear();
  }
};

MaybeError Table::commit(Event event, Time at, std::string_view stored_line) {
  const Audience may_know = who_may_know(event);
  const std::string changed_by = author_of(event);
  bool earned = false;
  bool moved = false;
  const auto apply_it = [&]<class E>(const E& one) -> MaybeError {
    earned = is_one_of<E, Acted, TurnEnded>;
    if constexpr (std::same_as<E, Acted>) earned = one.bot.empty();
    moved = changes_game<E> || std::same_as<E, Started>;
    if ((game_ == nullptr) != std::same_as<E, Created>)
      return damaged("a journal begins with the table");
    if ((changes_game<E> || std::same_as<E, Resigned>) && stage_ != Stage::running)
      return damaged("the game is not running");
    if constexpr (requires { one.player; }) {
      if (!has_place(one.player)) return damaged("there is no such player");
    }
    Applier applier{*this, at};
    if constexpr (std::is_void_v<decltype(applier(one))>) {
      applier(one);
      return std::nullopt;
    } else {
      return applier(one);
    }
  };
  if (auto error = std::visit(apply_it, event)) return error;
  auto* const result = std::get_if<Resulted>(&event);
  if (!changed_by.empty()) ++changes_[changed_by];
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
