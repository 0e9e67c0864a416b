#include "server/tables.h"

#include <algorithm>

#include "base/text.h"
#include "server/log.h"
#include "server/people.h"
#include "server/secrets.h"
#include "wire/commands.h"
#include "wire/messages.h"

namespace hotaka::server {

using table::Place;
using table::Stage;
using table::Table;

namespace {

Error no_such_table() {
  return {"no_such_table", "there is no such table: the link may be wrong or old"};
}

bool looks_like_id(std::string_view id) {
  constexpr std::size_t most = 40;
  return !id.empty() && id.size() <= most && std::ranges::all_of(id, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  });
}

// Nothing if this session has not joined it.
Actor* joined_at(const Session& session, std::string_view id) {
  const auto found =
      std::ranges::find_if(session.joined, [&](const Actor* actor) { return actor->id == id; });
  return found == session.joined.end() ? nullptr : *found;
}

}  // namespace

Tables::Tables(Loop& loop, store::Store& store, Outbox& outbox, Connections& connections,
               Workers& bots, Metrics& metrics, const Config& config)
    : loop_(loop),
      store_(store),
      outbox_(outbox),
      connections_(connections),
      bots_(bots),
      metrics_(metrics),
      config_(config) {
  outbox_.set_hooks({
      .send =
          [this](std::uint64_t number, std::string_view text) {
            if (Connection* found = connections_.find(number)) found->send(text);
          },
      .post = [this](Loop::Task task) { loop_.post(std::move(task)); },
      .on_failure = [this](const std::vector<std::string>& ids,
                           bool unavailable) { broken(ids, unavailable); },
  });
}

void Tables::answer(Connection& connection, std::string_view text, To to,
                    const std::string& table) {
  outbox_.add(table, {.connection = connection.number(),
                      .text = std::string(text),
                      .is_reply = true,
                      .reply_to = to});
}

void Tables::refuse(Connection& connection, const Error& error, To to, std::string_view id) {
  ++metrics_.refused;
  std::string text;
  wire::append_refused(text, error, to, looks_like_id(id) ? id : "");
  outbox_.add(std::string(id),
              {.connection = connection.number(), .text = std::move(text), .stands_alone = true});
}

// --- Finding

MaybeError Tables::load() {
  const auto rows = store_.open_tables();
  if (!rows) return rows.error();
  for (const store::Table& row : *rows) {
    auto actor = std::make_unique<Actor>();
    actor->id = row.id;
    to_load_.push_back(row.id);
    actors_.emplace(row.id, std::move(actor));
  }
  return std::nullopt;
}

void Tables::read_ahead() {
  for (const std::string& id : to_load_) read_ahead_.try_emplace(id);
  const auto read =
      store_.open_journals([&](const std::string& id, std::vector<store::Entry> entries) {
        if (const auto found = read_ahead_.find(id); found != read_ahead_.end())
          found->second = std::move(entries);
      });
  if (read) return;
  store_failed_ = wall_clock();
  read_ahead_.clear();
}

Result<Actor*> Tables::find(std::string_view id) {
  if (!looks_like_id(id)) return no_such_table();
  const std::string key(id);
  const auto found = actors_.find(key);
  if (found != actors_.end()) {
    if (auto error = revive(*found->second)) return *error;
    return found->second.get();
  }
  const auto row = store_.table(key);
  if (!row) return Error{"unavailable", "this table cannot be read at the moment: try again soon"};
  if (!*row) return no_such_table();
  auto actor = std::make_unique<Actor>();
  actor->id = key;
  actor->finished_before = (*row)->state == store::TableState::finished;
  if (auto error = revive(*actor)) return *error;
  return actors_.emplace(key, std::move(actor)).first->second.get();
}

MaybeError Tables::revive(Actor& actor) {
  if (actor.table) return std::nullopt;
  const std::int64_t now = wall_clock();
  if (now - store_failed_ < 500)
    return Error{"unavailable", "the store does not answer at the moment: try again soon"};
  const auto found = read_ahead_.find(actor.id);
  const auto entries =
      found == read_ahead_.end() ? store_.journal(actor.id, 0) : std::move(found->second);
  if (found != read_ahead_.end()) read_ahead_.erase(found);
  if (!entries) {
    store_failed_ = now;
    return Error{"unavailable", "this table cannot be read at the moment: try again soon"};
  }
  if (entries->empty()) return no_such_table();
  std::vector<std::string> lines;
  for (const store::Entry& entry : *entries) {
    for (const std::string_view line : split(entry.line, '\n')) lines.emplace_back(line);
  }
  auto restored = Table::restore(lines);
  if (!restored) {
    log("table damaged", {{"table", actor.id}, {"why", restored.error().message}});
    return Error{"table_damaged", "this table is damaged: tell whoever runs the server"};
  }
  actor.table = std::move(*restored);
  actor.table->resume(now, 0);
  if (table::Step news = actor.table->take_step(); !news.empty()) {
    Outbox::Step step{.table = actor.id};
    step.write.entries.push_back({actor.id, news.first, std::move(news.lines)});
    outbox_.add(std::move(step));
  }
  actor.stored = actor.table->stage();
  actor.thinking_at = -1;
  actor.alone_since = now;
  if (actor.table->stage() == Stage::waiting) ++hosted_[actor.table->host_person()];
  if (actor.table->stage() != Stage::finished) {
    for (const Place& place : actor.table->places()) {
      if (place.kind != Place::Kind::person) continue;
      auto& own = by_person_[place.person];
      if (std::ranges::find(own, actor.id) == own.end()) own.push_back(actor.id);
    }
  } else if (!actor.finished_before) {
    // The server may have died between the last line and the ratings.
    Outbox::Step step{.table = actor.id};
    finish(actor, step.write);
    outbox_.add(std::move(step));
  }
  read_ratings(actor);
  set_alarm(actor);
  ask_bot(actor);
  lobby_changed_ = true;
  // Whoever looks at it may have missed something while it could not be read.
  if (!actor.watchers.empty()) changed(actor, nullptr, std::nullopt, true);
  return std::nullopt;
}

Actor& Tables::add(std::unique_ptr<Table> table) {
  auto actor = std::make_unique<Actor>();
  actor->id = table->id();
  actor->table = std::move(table);
  actor->alone_since = wall_clock();
  ++hosted_[actor->table->host_person()];
  Actor& added = *actors_.emplace(actor->id, std::move(actor)).first->second;
  return added;
}

// What was not stored has not happened: these tables are read again before they go on.
void Tables::broken(const std::vector<std::string>& ids, bool unavailable) {
  if (unavailable) store_failed_ = wall_clock();
  for (const std::string& id : ids) {
    std::erase_if(new_ratings_, [&](const NewRating& one) { return one.table == id; });
    const auto found = actors_.find(id);
    if (found == actors_.end() || !found->second->table) continue;
    Actor& actor = *found->second;
    for (const Place& place : actor.table->places()) {
      if (place.kind == Place::Kind::person) no_longer_of(place.person, id);
    }
    if (actor.stored == Stage::waiting) no_longer_hosted(actor.table->host_person());
    actor.table.reset();
    for (const runner::Press& press : actor.queue.take_presses()) {
      if (Connection* connection = connections_.find(press.sender))
        refuse(*connection, {"not_stored", "what came before could not be stored: try again"},
               press.reply_to, id);
    }
    to_load_.push_back(id);
  }
}

void Tables::no_longer_of(const std::string& person, const std::string& id) {
  const auto own = by_person_.find(person);
  if (own == by_person_.end()) return;
  std::erase(own->second, id);
  if (own->second.empty()) by_person_.erase(own);
}

void Tables::no_longer_hosted(const std::string& person) {
  const auto hosted = hosted_.find(person);
  if (hosted != hosted_.end() && --hosted->second <= 0) hosted_.erase(hosted);
}

// The table was made, and that could not be stored.
void Tables::never_was(Actor& actor) {
  for (Connection* watcher : actor.watchers) std::erase(session(*watcher).joined, &actor);
  forget(actor);
}

MaybeError Tables::one_more(std::size_t tables) const {
  if (tables < static_cast<std::size_t>(config_.tables_per_person)) return std::nullopt;
  return Error{"too_many_tables",
               "you have too many open tables: finish one, or stand up and part where it waits"};
}

void Tables::forget(Actor& actor) {
  const std::string id = actor.id;
  actors_.erase(id);
}

std::vector<std::string> Tables::tables_of(const std::string& person) const {
  const auto found = by_person_.find(person);
  return found == by_person_.end() ? std::vector<std::string>() : found->second;
}

Result<std::string> Tables::record(const std::string& id) {
  const auto actor = find(id);
  if (!actor) return actor.error();
  const Table& table = *(*actor)->table;
  if (table.stage() == Stage::waiting) return Error{"not_started", "the game has not started yet"};
  if (table.stage() == Stage::running && !table.setup().watch)
    return Error{"record_hidden",
                 "nobody may watch this table: its record can be had when the game is over"};
  if (table.stage() == Stage::running && table.has_secrets())
    return Error{"record_hidden",
                 "the record has hidden cards in it: it can be had when the game is over"};
  return table.record();
}

// --- Messages

void Tables::create(Connection& connection, const json::Fields& message, To to) {
  Session& own = session(connection);
  const auto waiting = hosted_.find(own.person);
  const int hosted = waiting == hosted_.end() ? 0 : waiting->second;
  if (auto error =
          one_more(std::max(tables_of(own.person).size(), static_cast<std::size_t>(hosted)))) {
    refuse(connection, *error, to);
    return;
  }
  auto setup = table::read_setup(message);
  if (!setup) {
    refuse(connection, setup.error(), to);
    return;
  }
  auto made = Table::make(new_id("", 8), std::move(*setup), {own.person, own.name}, new_secret(),
                          wall_clock());
  if (!made) {
    refuse(connection, made.error(), to);
    return;
  }
  Actor& actor = add(std::move(*made));
  actor.watchers.push_back(&connection);
  own.joined.push_back(&actor);
  Outbox::Step step;
  store_stage(actor, step.write);
  changed(actor, &connection, to, true, std::move(step));
}

void Tables::join(Connection& connection, std::string_view id, std::optional<std::int64_t> since,
                  To to) {
  const auto found = find(id);
  if (!found) {
    refuse(connection, found.error(), to, id);
    return;
  }
  Actor& actor = **found;
  Session& own = session(connection);
  const bool plays = actor.table->place_of(own.person) != nobody;
  if (!plays && !actor.table->setup().watch && actor.table->stage() != Stage::waiting) {
    refuse(connection, {"no_spectators", "nobody may watch this table"}, to, actor.id);
    return;
  }
  constexpr std::size_t most_joined = 20;
  const bool news = std::ranges::find(actor.watchers, &connection) == actor.watchers.end();
  if (news && own.joined.size() >= most_joined) {
    refuse(connection,
           {"too_many_joined", "you look at too many tables at once: part from one first"}, to,
           actor.id);
    return;
  }
  if (news) {
    actor.watchers.push_back(&connection);
    own.joined.push_back(&actor);
  }
  if (actor.table->game().is_real_time()) connection.ping(wall_clock());
  std::string text;
  table_message(text, actor, own, since, to);
  answer(connection, text, to, actor.id);
  if (news && plays) tell_presence(actor, own.person, true);
}

void Tables::part(Connection& connection, std::string_view id, To to) {
  Session& own = session(connection);
  Actor* joined = joined_at(own, id);
  if (joined == nullptr) {
    refuse(connection, {"not_joined", "you have not joined this table"}, to, id);
    return;
  }
  Actor& actor = *joined;
  std::erase(own.joined, joined);
  std::erase(actor.watchers, &connection);
  if (actor.watchers.empty()) actor.alone_since = wall_clock();
  tell_presence(actor, own.person, false);
  std::string text;
  wire::append_ok(text, to);
  outbox_.add(actor.id, {.connection = connection.number(), .text = text, .stands_alone = true});
}

void Tables::gone(Connection& connection) {
  Session& own = session(connection);
  for (Actor* actor : own.joined) {
    std::erase(actor->watchers, &connection);
    if (actor->watchers.empty()) actor->alone_since = wall_clock();
    tell_presence(*actor, own.person, false);
  }
  own.joined.clear();
  std::erase(in_lobby_, &connection);
}

void Tables::command(Connection& connection, std::string_view type, const json::Fields& message,
                     To to) {
  const auto id = message.text("table");
  if (!id) {
    refuse(connection, {"bad_field", "table must be the id of a table"}, to);
    return;
  }
  Session& own = session(connection);
  Actor* joined = joined_at(own, *id);
  if (joined == nullptr) {
    const auto found = find(*id);
    refuse(connection, found ? Error{"not_joined", "join the table first"} : found.error(), to,
           *id);
    return;
  }
  Actor& actor = *joined;
  if (auto error = revive(actor)) {
    refuse(connection, *error, to, actor.id);
    return;
  }
  auto command = wire::read_command(type, message);
  if (!command) {
    refuse(connection, command.error(), to, actor.id);
    return;
  }
  const std::int64_t now = wall_clock();
  const bool sits = std::holds_alternative<table::Sit>(*command);
  auto* act = std::get_if<table::Act>(&*command);
  if (act != nullptr && actor.table->game().is_real_time()) {
    hold_press(actor, connection, std::move(*act), to, now);
    return;
  }
  // What was due before comes first.
  if (actor.table->game().is_real_time()) ring(actor, now);
  if (sits) {
    if (auto error = one_more(tables_of(own.person).size())) {
      refuse(connection, *error, to, actor.id);
      return;
    }
  }
  const Stage before = actor.table->stage();
  const int place_before = actor.table->place_of(own.person);
  if (auto error = actor.table->execute(*command, {own.person, own.name}, now)) {
    refuse(connection, *error, to, actor.id);
    return;
  }
  if (act != nullptr) ++metrics_.actions;
  if (sits) by_person_[own.person].push_back(actor.id);
  if (sits || std::holds_alternative<table::SetBot>(*command)) read_ratings(actor);
  if (place_before != nobody && std::holds_alternative<table::Stand>(*command))
    no_longer_of(own.person, actor.id);
  const bool seats_changed = std::holds_alternative<table::Leave>(*command) ||
                             std::holds_alternative<table::Return>(*command);
  changed(actor, &connection, to, before == Stage::waiting || seats_changed);
}

void Tables::rematch(Connection& connection, std::string_view id, To to) {
  const auto found = find(id);
  if (!found) {
    refuse(connection, found.error(), to, id);
    return;
  }
  Actor& old = **found;
  Session& own = session(connection);
  if (old.table->place_of(own.person) == nobody) {
    refuse(connection, {"players_only", "only those who played can ask for another game"}, to,
           old.id);
    return;
  }
  if (old.table->stage() != Stage::finished) {
    refuse(connection, {"not_over", "the game is not over yet"}, to, old.id);
    return;
  }
  const std::int64_t now = wall_clock();
  if (old.table->rematch().empty()) {
    auto made =
        Table::make(new_id("", 8), old.table->setup(), {own.person, own.name}, new_secret(), now);
    Table& next = **made;
    const auto& places = old.table->places();
    for (std::size_t i = 0; i < places.size(); ++i) {  // everybody moves on by one place
      const Place& before = places[(i + places.size() - 1) % places.size()];
      const int place = static_cast<int>(i);
      if (before.kind == Place::Kind::bot) (void)next.put_bot(place, before.level, now);
      if (before.kind == Place::Kind::person) {
        (void)next.sit(place, {before.person, before.name}, "", now);
        by_person_[before.person].push_back(next.id());
      }
    }
    (void)old.table->offer_rematch(next.id(), now);
    Actor& actor = add(std::move(*made));
    read_ratings(actor);
    Outbox::Step step;
    store_stage(actor, step.write);
    changed(actor, nullptr, std::nullopt, true, std::move(step));
    changed(old, nullptr, std::nullopt, false);
  }
  std::string text = "{\"type\":\"ok\"";
  if (to) text += ",\"to\":" + to_text(*to);
  text += ",\"table\":\"" + old.table->rematch() + "\"}";
  answer(connection, text, to, old.table->rematch());
}

void Tables::chat(Connection& connection, std::string_view id, std::string_view text, To to) {
  const Session& own = session(connection);
  Actor* joined = joined_at(own, id);
  constexpr std::size_t most_bytes = 1200;
  constexpr std::ptrdiff_t most_letters = 300;
  const auto letters = count_characters(text);
  if (joined == nullptr) {
    refuse(connection, {"not_joined", "join the table first"}, to, id);
    return;
  }
  if (text.empty() || text.size() > most_bytes || letters > most_letters || !is_well_formed(text)) {
    refuse(connection, {"bad_chat", "a line of chat has 1 to 300 characters"}, to, id);
    return;
  }
  Actor& actor = *joined;
  std::string said = "{\"type\":\"chat\",\"table\":\"" + actor.id + "\",\"name\":";
  json::append_string(said, own.name);
  said += ",\"person\":";
  json::append_string(said, own.person);
  said += ",\"text\":";
  json::append_string(said, text);
  said += ",\"at\":" + to_text(wall_clock()) + '}';
  constexpr std::size_t most_lines = 50;
  if (actor.chat.size() >= most_lines) actor.chat.pop_front();
  actor.chat.push_back(said);
  tell_watchers(actor, said);
  std::string ok;
  wire::append_ok(ok, to);
  outbox_.add(actor.id, {.connection = connection.number(), .text = ok, .stands_alone = true});
}

void Tables::lobby(Connection& connection, bool in, To to) {
  std::erase(in_lobby_, &connection);
  std::string text;
  if (in) {
    in_lobby_.push_back(&connection);
    text = "{\"type\":\"lobby\"";
    if (to) text += ",\"to\":" + to_text(*to);
    text += ",\"tables\":" + lobby_text() + '}';
  } else {
    wire::append_ok(text, to);
  }
  connection.send(text);
}

// --- Telling

void Tables::tell_watchers(const Actor& actor, const std::string& text) {
  for (Connection* watcher : actor.watchers)
    outbox_.add(actor.id, {.connection = watcher->number(), .text = text, .stands_alone = true});
}

SeatSet Tables::here(const Actor& actor) const {
  SeatSet places;
  for (Connection* watcher : actor.watchers) {
    const int place = actor.table->place_of(session(*watcher).person);
    if (place != nobody) places.add(place);
  }
  return places;
}

void Tables::tell_presence(Actor& actor, const std::string& person, bool come) {
  if (!actor.table) return;
  const int place = actor.table->place_of(person);
  if (place == nobody) return;
  const auto tabs = std::ranges::count_if(
      actor.watchers, [&](Connection* watcher) { return session(*watcher).person == person; });
  if (tabs > (come ? 1 : 0)) return;
  const std::string text = "{\"type\":\"presence\",\"table\":\"" + actor.id +
                           "\",\"place\":" + to_text(place) +
                           (come ? ",\"here\":true}" : ",\"here\":false}");
  tell_watchers(actor, text);
}

void Tables::table_message(std::string& out, const Actor& actor, const Session& to,
                           std::optional<std::int64_t> since, To number) const {
  const std::vector<std::string> chat(actor.chat.begin(), actor.chat.end());
  wire::Beside beside;
  beside.here = here(actor);
  beside.ratings = actor.ratings;
  beside.chat = chat;
  wire::append_table(out, *actor.table, actor.table->place_of(to.person), beside, since, number,
                     wall_clock());
}

void Tables::changed(Actor& actor, Connection* by, To to, bool whole, Outbox::Step step) {
  Table& table = *actor.table;
  step.table = actor.id;
  if (!table.setup().watch && table.stage() == Stage::running) show_out(actor, step);
  table::Step news = table.take_step();
  const std::int64_t now = wall_clock();
  const wire::Update update(table, news, now);
  for (Connection* watcher : actor.watchers) {
    const Session& own = session(*watcher);
    Outbox::Message message{.connection = watcher->number(), .is_reply = watcher == by};
    if (message.is_reply) message.reply_to = to;
    if (whole) {
      table_message(message.text, actor, own, std::nullopt, message.reply_to);
    } else {
      update.append(message.text, table.place_of(own.person), message.reply_to);
    }
    step.messages.push_back(std::move(message));
  }
  if (!news.empty()) step.write.entries.push_back({actor.id, news.first, std::move(news.lines)});
  if (table.stage() != actor.stored) store_stage(actor, step.write);
  step.stores = !step.write.entries.empty() || !step.write.tables.empty();
  outbox_.add(std::move(step));
  set_alarm(actor);
  ask_bot(actor);
}

// The game has begun, and nobody may watch it.
void Tables::show_out(Actor& actor, Outbox::Step& step) {
  for (std::size_t i = actor.watchers.size(); i-- > 0;) {
    Connection& watcher = *actor.watchers[i];
    if (actor.table->place_of(session(watcher).person) != nobody) continue;
    std::string text;
    wire::append_refused(text,
                         {"no_spectators", "the game has begun, and nobody may watch this table"},
                         std::nullopt, actor.id);
    step.messages.push_back({.connection = watcher.number(), .text = std::move(text)});
    std::erase(session(watcher).joined, &actor);
    actor.watchers.erase(actor.watchers.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void Tables::store_stage(Actor& actor, store::Write& write) {
  const Table& table = *actor.table;
  if (table.stage() == Stage::running) ++metrics_.games_started;
  if (actor.stored == Stage::waiting && table.stage() != Stage::waiting)
    no_longer_hosted(table.host_person());
  actor.stored = table.stage();
  lobby_changed_ = true;
  if (table.stage() == Stage::finished) {
    ++metrics_.games_finished;
    finish(actor, write);
    for (const Place& place : table.places()) {
      if (place.kind != Place::Kind::person) continue;
      no_longer_of(place.person, actor.id);
    }
    return;
  }
  store::Table row;
  row.id = actor.id;
  row.game = table.setup().game;
  row.state =
      table.stage() == Stage::running ? store::TableState::running : store::TableState::waiting;
  row.created = table.created();
  row.updated = wall_clock();
  write.tables.push_back(std::move(row));
}

}  // namespace hotaka::server
