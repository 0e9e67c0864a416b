// What happens at tables by itself: time, bots, the end; and the list of those that one can join.

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>

#include "base/text.h"
#include "bots/any_bot.h"
#include "server/glicko.h"
#include "server/log.h"
#include "server/tables.h"
#include "wire/commands.h"
#include "wire/messages.h"

namespace hotaka::server {

using table::Place;
using table::Stage;
using table::Table;

// --- Alarms

void Tables::set_alarm(Actor& actor) {
  ++actor.wakes;
  const bool real_time = actor.table->game().is_real_time();
  std::optional<std::int64_t> at =
      real_time ? actor.queue.next_time(*actor.table) : actor.table->wake();
  const auto sooner = [&](std::optional<std::int64_t> time) {
    if (time && (!at || *time < *at)) at = time;
  };
  if (real_time && at) *at += lag(actor);
  if (actor.ask_at != 0) sooner(actor.ask_at);
  if (at) alarms_.push({*at, actor.wakes, actor.id});
}

int Tables::go_on(std::int64_t now) {
  constexpr std::int64_t sweep_pause = 5000;
  constexpr std::int64_t keep_alone = 60'000;
  // Those that are due now, once: whatever they lead to, clients are heard before it goes on.
  std::vector<Alarm> due;
  while (!alarms_.empty() && alarms_.top().at <= now) {
    due.push_back(alarms_.top());
    alarms_.pop();
  }
  for (const Alarm& alarm : due) {
    const auto found = actors_.find(alarm.table);
    if (found == actors_.end()) continue;
    Actor& actor = *found->second;
    if (actor.wakes == alarm.wakes && actor.table) ring(actor, now);
  }
  // Tables come to life bit by bit, so that nobody waits for all of them.
  constexpr std::size_t several = 4;
  if (to_load_.size() >= several && read_ahead_.empty() && now - store_failed_ >= 500) read_ahead();
  const auto begun = std::chrono::steady_clock::now();
  while (!to_load_.empty() && now - store_failed_ >= 500 &&
         std::chrono::steady_clock::now() - begun < std::chrono::milliseconds(2)) {
    const auto found = actors_.find(to_load_.back());
    to_load_.pop_back();
    if (found == actors_.end() || found->second->table) continue;
    const auto error = revive(*found->second);
    if (!error) continue;
    if (wall_clock() - store_failed_ < 500) {
      to_load_.push_back(found->first);
    } else if (const auto row = store_.table(found->first); row && !*row) {
      never_was(*found->second);
    }
  }
  std::erase_if(new_ratings_, [&](const NewRating& one) { return !outbox_.waits(one.table); });
  if (now - swept_ > sweep_pause) {
    swept_ = now;
    std::vector<Actor*> unused;
    std::vector<Actor*> deserted;
    for (auto& [id, actor] : actors_) {
      if (!actor->table || !actor->watchers.empty() || outbox_.waits(id)) continue;
      const Stage stage = actor->table->stage();
      const std::int64_t alone = now - actor->alone_since;
      if (stage == Stage::finished && alone > keep_alone) unused.push_back(actor.get());
      const bool seated = std::ranges::any_of(actor->table->places(), [](const Place& place) {
        return place.kind == Place::Kind::person;
      });
      const std::int64_t keep = config_.keep_waiting * std::int64_t{1000};
      if (stage == Stage::waiting && alone > (seated ? keep : std::min(keep, keep_alone)))
        deserted.push_back(actor.get());
    }
    for (Actor* actor : unused) forget(*actor);
    for (Actor* actor : deserted) close(*actor);
  }
  tell_lobby(now);
  if (!to_load_.empty()) return now - store_failed_ < 500 ? 100 : 0;
  std::int64_t wait = lobby_changed_ && !in_lobby_.empty() ? 100 : sweep_pause;
  if (!alarms_.empty()) wait = std::min(wait, std::max<std::int64_t>(0, alarms_.top().at - now));
  return static_cast<int>(wait);
}

// It never began, and nobody has looked at it for a long time.
void Tables::close(Actor& actor) {
  for (const Place& place : actor.table->places()) {
    if (place.kind == Place::Kind::person) no_longer_of(place.person, actor.id);
  }
  no_longer_hosted(actor.table->host_person());
  Outbox::Step step{.table = actor.id};
  step.write.closed_tables.push_back(actor.id);
  outbox_.add(std::move(step));
  lobby_changed_ = true;
  forget(actor);
}

void Tables::ring(Actor& actor, std::int64_t now) {
  const bool news =
      actor.table->game().is_real_time() ? run_real_time(actor, now) : actor.table->tick(now);
  if (news) {
    changed(actor, nullptr, std::nullopt, false);
  } else {
    ask_bot(actor);
    if (actor.ask_at <= now) actor.ask_at = 0;  // somebody came back, or the game is over
    set_alarm(actor);
  }
}

// --- Real-time games: a press waits as long as a faster one may be on its way

std::int64_t Tables::lag(const Actor& actor) const {
  std::int64_t longest = 0;
  for (Connection* watcher : actor.watchers) {
    const Session& own = session(*watcher);
    if (actor.table->place_of(own.person) != nobody) longest = std::max(longest, own.delay());
  }
  return longest;
}

void Tables::hold_press(Actor& actor, Connection& connection, table::Act act, To to,
                        std::int64_t now) {
  const Session& own = session(connection);
  auto press =
      runner::make_press(*actor.table, std::move(act), {own.person, own.name}, now, own.delay());
  press.sender = connection.number();
  press.reply_to = to;
  actor.queue.hold(std::move(press));
  if (lag(actor) == 0) {
    ring(actor, now);
  } else {
    set_alarm(actor);
  }
}

bool Tables::run_real_time(Actor& actor, std::int64_t now) {
  const std::int64_t until = now - lag(actor);
  bool news = false;
  while (const auto due = actor.queue.next(*actor.table, until)) {
    const auto error = runner::execute(*actor.table, *due);
    const auto* press = std::get_if<runner::Press>(&*due);
    if (press == nullptr) {
      news |= !error;
      if (!error && std::holds_alternative<runner::BotMove>(*due)) ++metrics_.actions;
      continue;
    }
    Connection* connection = connections_.find(press->sender);
    if (!error) {
      ++metrics_.actions;
      changed(actor, connection, press->reply_to, false);
      news = false;
    } else if (connection != nullptr) {
      refuse(*connection, *error, press->reply_to, actor.id);
    }
  }
  return news;
}

// --- Bots in games with turns

// Where only bots are left to play, each waits a moment, so that whoever looks can follow, and
// whoever left can come back to the same game.
bool Tables::let_people_see(Actor& actor) {
  constexpr std::int64_t moment = 700;
  if (!std::ranges::all_of(actor.table->places(), &Place::by_bot)) return true;
  const std::int64_t now = wall_clock();
  if (actor.ask_at != 0 && now >= actor.ask_at) {
    actor.ask_at = 0;
    return true;
  }
  if (actor.ask_at == 0) {
    actor.ask_at = now + moment;
    set_alarm(actor);
  }
  return false;
}

void Tables::ask_bot(Actor& actor) {
  Table& table = *actor.table;
  const table::Turn turn = table.turn();
  if (!turn.by_bot || turn.is_held || actor.thinking_at == table.version()) return;
  if (!let_people_see(actor)) return;
  const Place& place = table.places()[static_cast<std::size_t>(turn.player)];
  actor.thinking_at = table.version();
  bots_.post([this, id = actor.id, version = table.version(), seat = turn.seat, level = place.level,
              name = table.setup().game, trail = table.trail(), seed = table.bot_seed(turn.seat),
              game = std::shared_ptr<const AnyGame>(table.game().clone())] {
    // Each thread keeps the bots that it has made: they remember nothing between two questions.
    static thread_local std::map<std::pair<std::string, std::string>, std::unique_ptr<bots::AnyBot>>
        known;
    auto& bot = known[{name, level}];
    if (!bot) bot = bots::make_any_bot(name, level);
    using Clock = std::chrono::steady_clock;
    const auto begun = Clock::now();
    constexpr auto longest = std::chrono::milliseconds(1500);
    constexpr std::uint64_t slice = 256;
    bot->begin(*game, seat, trail, seed);
    std::uint64_t work = 0;
    while (bot->think(slice) && (work += slice) < bots::usual_work &&
           Clock::now() - begun < longest)
      std::this_thread::yield();  // some systems look only every few ms whether others are waiting
    const auto ms =
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun).count();
    loop_.post([this, id, version, seat, action = bot->best(), ms] {
      bot_decided(id, version, seat, action, ms);
    });
  });
}

void Tables::bot_decided(const std::string& id, std::int64_t version, Seat seat,
                         const std::string& action, std::int64_t ms) {
  ++metrics_.bot_decisions;
  metrics_.bot_ms += static_cast<std::uint64_t>(ms);
  const auto found = actors_.find(id);
  if (found == actors_.end() || !found->second->table) return;
  Actor& actor = *found->second;
  Table& table = *actor.table;
  if (actor.thinking_at == version) actor.thinking_at = -1;
  if (table.version() != version) {
    ask_bot(actor);
    return;
  }
  table::Act act;
  act.seat = seat;
  act.action = action;
  if (auto error = table.act(table.decider(seat), act, wall_clock())) {
    log("bot refused", {{"table", id}, {"action", action}, {"why", error->message}});
    return;
  }
  ++metrics_.actions;
  changed(actor, nullptr, std::nullopt, false);
}

// --- Ratings

namespace {

// A bot is somebody with ratings too.
std::string rated_name(const Place& place) {
  return place.kind == Place::Kind::bot ? "bot-" + place.level : place.person;
}

}  // namespace

// As it was stored, or will be: two games of the same bot may end at once.
store::Rating Tables::rating_of(const std::string& name, const std::string& game) {
  const auto same = [&](const store::Rating& rating) {
    return rating.person == name && rating.game == game;
  };
  const auto on_its_way = std::ranges::find_if(new_ratings_, same, &NewRating::rating);
  if (on_its_way != new_ratings_.end()) return on_its_way->rating;
  const Strength unknown;
  store::Rating rating{name, game, unknown.rating, unknown.deviation, unknown.volatility, 0};
  if (const auto stored = store_.ratings(name)) {
    const auto found = std::ranges::find_if(*stored, same);
    if (found != stored->end()) rating = *found;
  }
  return rating;
}

void Tables::read_ratings(Actor& actor) {
  const Table& table = *actor.table;
  actor.ratings.fill(0);
  for (std::size_t i = 0; i < table.places().size(); ++i) {
    const Place& place = table.places()[i];
    if (place.kind == Place::Kind::open || !table.setup().rated) continue;
    actor.ratings[i] = static_cast<int>(rating_of(rated_name(place), table.setup().game).rating);
  }
}

void Tables::finish(Actor& actor, store::Write& write) {
  const Table& table = *actor.table;
  store::Finish finish;
  finish.table = actor.id;
  finish.at = wall_clock();
  // A game that nobody played on is not rated: only what people and bots decided counts.
  if (table.setup().rated &&
      table.game().player_count() == static_cast<int>(table.places().size())) {
    struct Side {
      std::string name;
      Strength strength;
      std::int64_t games = 0;
      int rank = 0;
    };
    std::vector<Side> sides;
    for (std::size_t i = 0; i < table.places().size(); ++i) {
      const auto now = rating_of(rated_name(table.places()[i]), table.setup().game);
      sides.push_back({now.person,
                       {now.rating, now.deviation, now.volatility},
                       now.games,
                       table.rank(static_cast<int>(i))});
    }
    for (const Side& side : sides) {
      std::vector<Meeting> meetings;
      for (const Side& other : sides) {
        if (other.rank == side.rank) continue;  // partners, and those who lost together
        meetings.push_back({other.strength, side.rank < other.rank ? 1.0 : 0.0});
      }
      const bool twice = std::ranges::count(sides, side.name, &Side::name) > 1;
      if (meetings.empty() || twice) continue;
      const Strength now = after(side.strength, meetings);
      finish.ratings.push_back({side.name, table.setup().game, now.rating, now.deviation,
                                now.volatility, side.games + 1});
    }
  }
  for (const store::Rating& rating : finish.ratings) {
    std::erase_if(new_ratings_, [&](const NewRating& old) {
      return old.rating.person == rating.person && old.rating.game == rating.game;
    });
    new_ratings_.push_back({actor.id, rating});
  }
  write.finishes.push_back(std::move(finish));
}

// --- The lobby

std::string Tables::lobby_text() const {
  constexpr std::size_t most = 100;
  constexpr std::int64_t old = 3'600'000;
  const std::int64_t now = wall_clock();
  std::vector<const Actor*> shown;
  for (const auto& [id, actor] : actors_) {
    if (!actor->table || !actor->table->setup().open) continue;
    const Stage stage = actor->table->stage();
    const bool waits = stage == Stage::waiting &&
                       (!actor->watchers.empty() || now - actor->table->created() < old);
    const bool runs = stage == Stage::running && actor->table->setup().watch;
    if (waits || (runs && !actor->watchers.empty())) shown.push_back(actor.get());
  }
  std::ranges::sort(shown, [](const Actor* a, const Actor* b) {  // waiting ones first, newest first
    if (a->table->stage() != b->table->stage()) return a->table->stage() < b->table->stage();
    if (a->table->created() != b->table->created())
      return a->table->created() > b->table->created();
    return a->id < b->id;
  });
  if (shown.size() > most) shown.resize(most);
  std::string out = "[";
  for (const Actor* actor : shown) {
    if (out.size() > 1) out += ',';
    wire::append_listing(out, *actor->table);
  }
  return out + ']';
}

void Tables::tell_lobby(std::int64_t now) {
  constexpr std::int64_t pause = 500;
  if (!lobby_changed_ || in_lobby_.empty() || now - lobby_told_ < pause) return;
  lobby_changed_ = false;
  lobby_told_ = now;
  const std::string text = "{\"type\":\"lobby\",\"tables\":" + lobby_text() + '}';
  for (Connection* connection : in_lobby_) connection->send(text);
}

}  // namespace hotaka::server
