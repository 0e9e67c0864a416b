// What follows from a change at a table: it is stored and sent; time, bots and ends of games.

#include <algorithm>

#include "server/log.h"
#include "server/table_service.h"
#include "wire/messages.h"

namespace hotaka::server {

using table::Place;
using table::Stage;
using table::Table;

// --- Steps

void TableService::commit(LiveTable& live, const From& from, Send what) {
  Table& table = *live.table;
  Outbox::Step step{.table = live.id};
  if (what != Send::update) read_ratings(live);
  if (!table.setup().watch && table.stage() == Stage::running) dismiss_spectators(live, from, step);
  table::Step news = table.take_step();
  const auto subscribers = subscriptions_.of(live.id);
  std::optional<wire::Update> update;
  SharedText for_spectators;
  if (what == Send::update && !subscribers.empty()) update.emplace(table, news, environment_.now());
  for (const Subscriber& one : subscribers) {
    const int player = table.place_of(one.person);
    const bool is_reply = one.connection == from.connection;
    if (update && !is_reply && !update->concerns(player)) continue;
    Outbox::Message message{.connection = one.connection};
    if (is_reply) {
      message.kind = Outbox::Kind::reply;
      message.is_answer = true;
      message.reply_to = from.number;
    }
    // All spectators are told the same.
    const bool is_shared = player == nobody && !is_reply;
    if (!is_shared || !for_spectators) {
      std::string text;
      if (update) {
        update->append(text, player, message.reply_to);
      } else {
        text = table_message(live, one.person, std::nullopt, message.reply_to,
                             what == Send::seats ? Extent::state : Extent::everything);
      }
      message.text = share(std::move(text));
      if (is_shared) for_spectators = message.text;
    } else {
      message.text = for_spectators;
    }
    step.messages.push_back(std::move(message));
  }
  if (!news.empty()) step.write.entries.push_back({live.id, news.first, std::move(news.lines)});
  store_row(live, step.write);
  step.stores =
      !step.write.entries.empty() || !step.write.tables.empty() || !step.write.finishes.empty();
  outbox_.add(std::move(step));
  bots_.consider(live);
  arm(live);
}

// The game has begun, and nobody may watch it.
void TableService::dismiss_spectators(LiveTable& live, const From& from, Outbox::Step& step) {
  const Error error{"no_spectators",
                    "the game has started, and this table does not allow spectators"};
  std::vector<ConnectionId> spectators;
  for (const Subscriber& one : subscriptions_.of(live.id)) {
    if (live.table->place_of(one.person) == nobody) spectators.push_back(one.connection);
  }
  for (const ConnectionId connection : spectators) {
    subscriptions_.remove(connection, live.id);
    if (connection == from.connection) {  // a host without a place, who started it
      step.messages.push_back({.connection = connection,
                               .text = share(wire::ok_message(from.number)),
                               .kind = Outbox::Kind::reply,
                               .is_answer = true,
                               .reply_to = from.number});
    }
    step.messages.push_back({.connection = connection,
                             .text = share(wire::refusal(error, {}, live.id)),
                             .is_answer = true});
  }
}

// What the store knows of a table beside its journal, if that has changed.
void TableService::store_row(LiveTable& live, store::Write& write) {
  const Stage stage = live.table->stage();
  const bool is_new_stage = live.stored_stage != stage;
  if (!is_new_stage && stage != Stage::waiting) return;
  lobby_.on_change();
  if (!registry_.update_people(live) && !is_new_stage) return;
  live.stored_stage = stage;
  metrics_.games_started += is_new_stage && stage == Stage::running ? 1 : 0;
  metrics_.games_finished += stage == Stage::finished ? 1 : 0;
  if (stage == Stage::finished) {
    write.finishes.push_back(finish_of(*live.table, environment_.now()));
  } else {
    write.tables.push_back(
        {live.id, live.table->setup().game,
         stage == Stage::running ? store::TableState::running : store::TableState::waiting,
         live.table->created(), environment_.now(), live.people});
  }
}

// What is shown of the players of a rated game. They may have changed when the answer comes.
void TableService::read_ratings(LiveTable& live) {
  const RatedPlaces rated = rated_places(*live.table);
  if (rated == live.rated) return;
  live.rated = rated;
  live.ratings = {};
  using Shown = std::array<int, max_players>;
  const auto ask = [rated, game = live.table->setup().game](store::Store& store) -> Result<Shown> {
    Shown shown{};
    for (std::size_t i = 0; i < rated.people.size(); ++i) {
      shown[i] = rated.bots[i];
      if (rated.people[i].empty()) continue;
      const auto ratings = store.ratings(rated.people[i]);
      if (!ratings) return ratings.error();
      shown[i] = shown_rating(*ratings, game);
    }
    return shown;
  };
  read<Shown>(store_, environment_, ask, [this, id = live.id, rated](const Result<Shown>& shown) {
    LiveTable* const found = registry_.find(id);
    if (!shown || found == nullptr || found->rated != rated) return;
    found->ratings = *shown;
    commit(*found, {}, Send::seats);
  });
}

// A table is in memory, at a start or after it could not be stored.
void TableService::on_read(LiveTable& live) {
  live.table->resume(live.alive_at, environment_.now());
  lobby_.on_change();
  commit(live, {}, Send::everything);  // subscribers may have missed something
}

// The table is damaged, or was never stored.
void TableService::on_gone(const std::string& id, const Error& error) {
  for (const Subscriber& one : subscriptions_.of(id))
    environment_.send(one.connection, wire::refusal(error, {}, id));
  subscriptions_.remove_table(id);
}

// What was not stored has not happened.
void TableService::on_failure(const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    LiveTable* const live = registry_.find(id);
    if (live == nullptr) continue;
    timers_.arm(id, std::nullopt);
    for (const runner::Press& press : live->real_time.take_presses()) {
      refuse({press.sender, press.reply_to}, Outbox::not_stored(), id);
    }
    registry_.reload(*live, outbox_.stored_at());
  }
}

// --- Time

void TableService::arm(LiveTable& live) {
  std::optional<table::Time> at = live.table->wake();
  if (live.table->game().is_real_time()) {
    at = live.real_time.next_time(*live.table);
    if (at) *at += max_delay(live);
  }
  if (live.bot_move_at != 0 && (!at || live.bot_move_at < *at)) at = live.bot_move_at;
  timers_.arm(live.id, at);
}

table::Time TableService::run_due() {
  constexpr table::Time sweep_pause = 5000;
  constexpr table::Time heartbeat_pause = 1000;
  const table::Time now = environment_.now();
  // Each once: whatever they lead to, clients are heard before it goes on.
  for (const std::string& id : timers_.take_due(now)) {
    if (LiveTable* live = registry_.find(id)) on_timer(*live);
  }
  table::Time next = now + sweep_pause;
  const auto at = [&](std::optional<table::Time> time) {
    if (time) next = std::min(next, *time);
  };
  at(registry_.retry_reads());
  at(lobby_.flush());
  if (now - swept_at_ >= sweep_pause) sweep();
  // After a crash, running clocks are charged up to the last heartbeat. One is on its way at a
  // time, however slow the store is.
  const bool beats = timers_.size() > 0 && !outbox_.waits(Outbox::heartbeat);
  if (beats && now - heartbeat_at_ >= heartbeat_pause) {
    heartbeat_at_ = now;
    Outbox::Step step{.table = Outbox::heartbeat};
    step.write.alive_at = now;
    outbox_.add(std::move(step));
  }
  at(timers_.next());
  if (timers_.size() > 0) at((beats ? heartbeat_at_ : now) + heartbeat_pause);
  return next;
}

void TableService::on_timer(LiveTable& live) {
  if (live.table->game().is_real_time()) {
    if (run_real_time(live)) return;
  } else if (live.table->tick(environment_.now()))
    return commit(live, {}, Send::update);
  bots_.consider(live);
  arm(live);
}

// How long an action of a player may be on its way.
table::Time TableService::max_delay(const LiveTable& live) const {
  table::Time longest = 0;
  for (const Subscriber& one : subscriptions_.of(live.id)) {
    const Session* session = environment_.session(one.connection);
    if (session != nullptr && live.table->place_of(one.person) != nobody)
      longest = std::max(longest, session->round_trip.delay());
  }
  return longest;
}

// Commits each by itself: one message for two of them would tell others that a hidden one lies
// between. Returns whether anything happened.
bool TableService::run_real_time(LiveTable& live) {
  bool news = false;
  const table::Time until = environment_.now() - max_delay(live);
  while (const auto due = live.real_time.next(*live.table, until)) {
    const MaybeError error = runner::execute(*live.table, *due);
    const auto* const press = std::get_if<runner::Press>(&*due);
    const From from = press == nullptr ? From() : From{press->sender, press->reply_to};
    if (!error) {
      if (!std::holds_alternative<runner::Deadline>(*due)) ++metrics_.actions;
      commit(live, from, Send::update);
      news = true;
    } else if (press != nullptr) {
      refuse(from, *error, live.id);
    }
  }
  return news;
}

// --- Bots

void TableService::on_decision(const BotScheduler::Decision& decision) {
  metrics_.decision.add(decision.took);
  LiveTable* const live = registry_.find(decision.table);
  if (live == nullptr) return;
  Table& table = *live->table;
  if (table.version() != decision.version) {
    bots_.consider(*live);
    arm(*live);
    return;
  }
  table::Act act;
  act.seat = decision.seat;
  act.action = decision.action;
  if (auto error = table.act(table.decider(decision.seat), act, environment_.now())) {
    log("bot refused", {{"table", live->id}, {"action", decision.action}, {"why", error->message}});
    return;
  }
  ++metrics_.actions;
  commit(*live, {}, Send::update);
}

// --- Tables that nobody looks at

void TableService::sweep() {
  constexpr table::Time keep_finished = 60'000;
  swept_at_ = environment_.now();
  const table::Time keep = config_.keep_waiting * table::Time{1000};
  std::vector<LiveTable*> unused;
  registry_.each([&](LiveTable& live) {
    const Stage stage = live.table->stage();
    if (!subscriptions_.of(live.id).empty()) return;
    if (stage != Stage::running && outbox_.waits(live.id)) return;
    const bool has_people = std::ranges::any_of(
        live.table->places(), [](const Place& place) { return place.kind == Place::Kind::person; });
    const table::Time stays = stage == Stage::finished ? keep_finished
                              : has_people             ? keep
                                                       : std::min(keep, keep_finished);
    // Where only bots play, they play for those who look.
    if ((stage != Stage::running || !has_people) && swept_at_ - live.unwatched_since > stays)
      unused.push_back(&live);
  });
  for (LiveTable* live : unused) {
    const std::string id = live->id;
    if (live->table->stage() != Stage::finished) {
      store::Moderation closing;
      closing.closed_tables.push_back(id);
      Outbox::Step step{.table = id};
      step.write.moderation = std::make_shared<const store::Moderation>(std::move(closing));
      outbox_.add(std::move(step));
      lobby_.on_change();
    }
    timers_.arm(id, std::nullopt);
    registry_.forget(id);
  }
}

}  // namespace hotaka::server
