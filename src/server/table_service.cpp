#include "server/table_service.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "runner/bots_exist.h"
#include "server/accounts.h"
#include "server/crypto.h"
#include "wire/messages.h"

namespace hotaka::server {

using table::Place;
using table::Stage;
using table::Table;

TableService::TableService(store::Store& store, Outbox& outbox, Workers& bots,
                           Environment& environment, Metrics& metrics, const Config& config)
    : outbox_(outbox),
      environment_(environment),
      metrics_(metrics),
      config_(config),
      registry_(store, environment,
                {.on_read = [this](LiveTable& live) { on_read(live); },
                 .on_gone = [this](const std::string& id) { subscriptions_.remove_table(id); }}),
      lobby_(registry_, subscriptions_, environment),
      ratings_(store, environment),
      bots_(bots, environment, [this](const auto& decision) { on_decision(decision); }) {
  outbox_.on_failure([this](const std::vector<std::string>& ids) { on_failure(ids); });
}

// --- Messages

void TableService::execute(ConnectionId connection, wire::ClientMessage message) {
  const From from{connection, message.number};
  if (!message.request) {
    refuse(from, message.request.error(), message.table);
    return;
  }
  std::visit([&](const auto& wanted) { take(from, wanted); }, *message.request);
}

template <class Use>
void TableService::with_table(const From& from, const std::string& id, Use use) {
  registry_.with(id, [this, from, id, use = std::move(use)](const Result<LiveTable*>& found) {
    Session* const session = environment_.session(from.connection);
    if (session == nullptr) return;
    if (found) {
      use(*session, **found);
    } else {
      refuse(from, found.error(), id);
    }
  });
}

namespace {

Error too_many_tables() {
  return {"too_many_tables",
          "you have too many open tables: finish one, or stand up and part where it waits"};
}

Error not_joined() { return {"not_joined", "join the table first"}; }

}  // namespace

std::vector<std::string> TableService::seats_of(const std::string& person) {
  std::vector<std::string> tables = registry_.tables_of(person);
  std::erase_if(tables, [&](const std::string& id) {
    const LiveTable* const live = registry_.find(id);  // of others the store has said so
    return live != nullptr && live->table->place_of(person) == nobody;
  });
  return tables;
}

void TableService::take(const From& from, const wire::Create& wanted) {
  const Session& session = *environment_.session(from.connection);
  if (std::cmp_greater_equal(registry_.tables_of(session.person).size(),
                             config_.tables_per_person)) {
    refuse(from, too_many_tables());
    return;
  }
  auto made = Table::make(new_id("", 8), wanted.setup, {session.person, session.name}, new_secret(),
                          environment_.now());
  if (!made) {
    refuse(from, made.error());
    return;
  }
  LiveTable& live = registry_.add(std::move(*made));
  subscriptions_.add(live.id, {from.connection, session.person});
  Outbox::Step step;
  store_stage(live, step.write);
  commit(live, from, Send::whole, std::move(step));
}

void TableService::take(const From& from, const wire::Join& wanted) {
  with_table(from, wanted.table,
             [this, from, since = wanted.since](Session& session, LiveTable& live) {
               join(from, session, live, since);
             });
}

void TableService::join(const From& from, Session& session, LiveTable& live, Number since) {
  constexpr std::size_t most_joined = 20;
  const Table& table = *live.table;
  const int player = table.place_of(session.person);
  const bool plays = player != nobody;
  const std::int64_t version = table.version_for(player);
  const bool is_new = !subscriptions_.has(from.connection, live.id);
  if (!plays && !table.setup().watch && table.stage() != Stage::waiting) {
    refuse(from, {"no_spectators", "nobody may watch this table"}, live.id);
    return;
  }
  if (since && *since > version) {
    refuse(from,
           {"version_ahead", "the table is only at version " + to_text(version) +
                                 ": join without since, or with a version that you have seen"},
           live.id);
    return;
  }
  if (is_new && subscriptions_.tables_of(from.connection).size() >= most_joined) {
    refuse(from, {"too_many_joined", "you look at too many tables at once: part from one first"},
           live.id);
    return;
  }
  if (is_new) subscriptions_.add(live.id, {from.connection, session.person});
  if (table.game().is_real_time()) environment_.measure_delay(from.connection);
  answer(from, live.id, table_message(live, session.person, since, from.number), true);
  if (is_new && plays) send_presence(live, session.person, true);
}

void TableService::take(const From& from, const wire::Part& wanted) {
  const Session& session = *environment_.session(from.connection);
  if (!subscriptions_.has(from.connection, wanted.table)) {
    refuse(from, {"not_joined", "you have not joined this table"}, wanted.table);
    return;
  }
  subscriptions_.remove(from.connection, wanted.table);
  if (LiveTable* live = registry_.find(wanted.table)) {
    live->unwatched_since = environment_.now();
    send_presence(*live, session.person, false);
  }
  std::string text;
  wire::append_ok(text, from.number);
  answer(from, wanted.table, std::move(text), false);
}

void TableService::on_disconnect(ConnectionId connection) {
  lobby_.watch(connection, false);
  for (const std::string& id : subscriptions_.tables_of(connection)) {
    const auto all = subscriptions_.of(id);
    const std::string person = std::ranges::find(all, connection, &Subscriber::connection)->person;
    subscriptions_.remove(connection, id);
    LiveTable* live = registry_.find(id);
    if (live == nullptr) continue;
    live->unwatched_since = environment_.now();
    send_presence(*live, person, false);
  }
}

void TableService::take(const From& from, const wire::AtTable& wanted) {
  if (LiveTable* live = registry_.find(wanted.table)) {  // most often, and without a copy
    command(from, *environment_.session(from.connection), *live, wanted.command);
    return;
  }
  with_table(from, wanted.table, [this, from, wanted](Session& session, LiveTable& live) {
    command(from, session, live, wanted.command);
  });
}

void TableService::command(const From& from, const Session& session, LiveTable& live,
                           const table::Command& command) {
  Table& table = *live.table;
  if (!subscriptions_.has(from.connection, live.id)) {
    refuse(from, not_joined(), live.id);
    return;
  }
  const table::Time now = environment_.now();
  const auto* const act = std::get_if<table::Act>(&command);
  if (act != nullptr && table.game().is_real_time()) {
    runner::Press press = runner::make_press(table, *act, {session.person, session.name}, now,
                                             session.round_trip.delay());
    press.sender = from.connection;
    press.reply_to = from.number;
    live.real_time.hold(std::move(press));
    on_timer(live);
    return;
  }
  if (table.game().is_real_time()) (void)run_real_time(live);
  const bool sits = std::holds_alternative<table::Sit>(command);
  if (sits && std::cmp_greater_equal(seats_of(session.person).size(), config_.tables_per_person)) {
    refuse(from, too_many_tables(), live.id);
    return;
  }
  if (auto error = runner::check_bots(table, command)) {
    refuse(from, *error, live.id);
    return;
  }
  const Stage before = table.stage();
  if (auto error = table.execute(command, {session.person, session.name}, now)) {
    refuse(from, *error, live.id);
    return;
  }
  if (act != nullptr) ++metrics_.actions;
  Outbox::Step step;
  if (before == Stage::waiting) {
    const auto people = live.people;
    registry_.update_people(live);
    if (people != live.people && table.stage() == Stage::waiting) store_row(live, step.write);
    read_ratings(live);
  }
  const bool seats_changed = before == Stage::waiting ||
                             std::holds_alternative<table::Leave>(command) ||
                             std::holds_alternative<table::Return>(command);
  commit(live, from, seats_changed ? Send::whole : Send::update, std::move(step));
}

void TableService::take(const From& from, const wire::Rematch& wanted) {
  with_table(from, wanted.table,
             [this, from](Session& session, LiveTable& live) { rematch(from, session, live); });
}

void TableService::rematch(const From& from, const Session& session, LiveTable& old) {
  if (old.table->place_of(session.person) == nobody) {
    refuse(from, {"players_only", "only those who played can ask for another game"}, old.id);
    return;
  }
  if (old.table->stage() != Stage::finished) {
    refuse(from, {"not_over", "the game is not over yet"}, old.id);
    return;
  }
  if (old.table->rematch().empty()) {
    const table::Time now = environment_.now();
    auto made = Table::make(new_id("", 8), old.table->setup(), {session.person, session.name},
                            new_secret(), now);
    Table& next = **made;
    const auto& places = old.table->places();
    for (std::size_t i = 0; i < places.size(); ++i) {  // everybody moves on by one place
      const Place& before = places[(i + places.size() - 1) % places.size()];
      const int player = static_cast<int>(i);
      if (before.kind == Place::Kind::bot) (void)next.put_bot(player, before.level, now);
      if (before.kind == Place::Kind::person)
        (void)next.sit(player, {before.person, before.name}, "", now);
    }
    (void)old.table->offer_rematch(next.id(), now);
    LiveTable& live = registry_.add(std::move(*made));
    read_ratings(live);
    Outbox::Step step;
    store_stage(live, step.write);
    commit(live, {}, Send::whole, std::move(step));
    commit(old, Send::update);
  }
  std::string text;
  wire::append_ok(text, from.number, old.table->rematch());
  answer(from, old.table->rematch(), std::move(text), true);
}

void TableService::take(const From& from, const wire::Chat& wanted) {
  constexpr std::size_t most_bytes = 1200;
  constexpr std::ptrdiff_t most_letters = 300;
  constexpr std::size_t most_lines = 50;
  const std::string& text = wanted.text;
  if (!subscriptions_.has(from.connection, wanted.table)) {
    refuse(from, not_joined(), wanted.table);
    return;
  }
  if (text.empty() || text.size() > most_bytes || count_characters(text) > most_letters ||
      !is_well_formed(text)) {
    refuse(from, {"bad_chat", "a line of chat has 1 to 300 characters"}, wanted.table);
    return;
  }
  with_table(from, wanted.table, [this, from, text](const Session& session, LiveTable& live) {
    std::string said;
    wire::append_chat(said, *live.table, {session.person, session.name}, text, environment_.now());
    if (live.chat.size() >= most_lines) live.chat.pop_front();
    live.chat.push_back(said);
    send_to_subscribers(live, said);
    std::string ok;
    wire::append_ok(ok, from.number);
    answer(from, live.id, std::move(ok), false);
  });
}

void TableService::take(const From& from, const wire::WatchLobby& wanted) {
  lobby_.watch(from.connection, wanted.on);
  std::string text;
  if (wanted.on) {
    wire::append_lobby(text, lobby_.json(), from.number);
  } else {
    wire::append_ok(text, from.number);
  }
  environment_.send(from.connection, text);
}

void TableService::record(const std::string& id, OnRecord done) {
  registry_.with(id, [done = std::move(done)](const Result<LiveTable*>& found) {
    if (!found) {
      done(found.error());
      return;
    }
    const Table& table = *(*found)->table;
    const bool runs = table.stage() == Stage::running;
    if (table.stage() == Stage::waiting) {
      done(Error{"not_started", "the game has not started yet"});
    } else if (runs && !table.setup().watch) {
      done(Error{"record_hidden",
                 "nobody may watch this table: its record can be had when the game is over"});
    } else if (runs && table.has_secrets()) {
      done(Error{"record_hidden",
                 "the record has hidden cards in it: it can be had when the game is over"});
    } else {
      done(table.record());
    }
  });
}

// --- Answers

void TableService::refuse(const From& from, const Error& error, std::string_view table) {
  ++metrics_.refused;
  std::string text;
  const bool is_id = std::ranges::all_of(
      table, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
  wire::append_refused(text, error, from.number, is_id ? table : "");
  answer(from, std::string(table), std::move(text), false);
}

void TableService::answer(const From& from, const std::string& table, std::string text,
                          bool is_reply) {
  outbox_.add(table, {.connection = from.connection,
                      .text = std::move(text),
                      .is_reply = is_reply,
                      .reply_to = is_reply ? from.number : std::nullopt,
                      .stands_alone = !is_reply});
}

void TableService::send_to_subscribers(const LiveTable& live, const std::string& text) {
  for (const Subscriber& one : subscriptions_.of(live.id))
    outbox_.add(live.id, {.connection = one.connection, .text = text, .stands_alone = true});
}

// Another tab of the same person changes nothing.
void TableService::send_presence(const LiveTable& live, const std::string& person, bool here) {
  const int player = live.table->place_of(person);
  if (player == nobody || subscriptions_.count(live.id, person) > (here ? 1 : 0)) return;
  std::string text;
  wire::append_presence(text, *live.table, player, here);
  send_to_subscribers(live, text);
}

std::string TableService::table_message(const LiveTable& live, const std::string& person,
                                        Number since, Number reply_to) const {
  const std::vector<std::string> chat(live.chat.begin(), live.chat.end());
  wire::Beside beside;
  for (const Subscriber& one : subscriptions_.of(live.id)) {
    const int player = live.table->place_of(one.person);
    if (player != nobody) beside.here.add(player);
  }
  beside.ratings = live.ratings;
  beside.chat = chat;
  std::string text;
  wire::append_table(text, *live.table, live.table->place_of(person), beside, since, reply_to,
                     environment_.now());
  return text;
}

}  // namespace hotaka::server
