#include "server/table_service.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "runner/bots_exist.h"
#include "runner/rematch.h"
#include "server/crypto.h"
#include "server/moderation.h"
#include "wire/messages.h"

namespace hotaka::server {

using table::Place;
using table::Stage;
using table::Table;

namespace {

Error too_many_tables() {
  return {"too_many_tables",
          "you have too many open tables: finish a game, or leave one that has not started"};
}

Error server_full() {
  return {"server_full", "this server has as many tables as it can: try again later"};
}

Error not_joined() { return {"not_joined", "join the table first"}; }

}  // namespace

TableService::TableService(store::Store& store, Outbox& outbox, Workers& bots, int bot_threads,
                           Environment& environment, Metrics& metrics, const Config& config)
    : store_(store),
      outbox_(outbox),
      environment_(environment),
      metrics_(metrics),
      config_(config),
      registry_(
          store, environment,
          {.on_read = [this](LiveTable& live) { on_read(live); },
           .on_gone = [this](const std::string& id, const Error& error) { on_gone(id, error); }}),
      lobby_(registry_, subscriptions_, environment),
      bots_(
          bots, bot_threads, environment,
          {.find = [this](const std::string& id) { return registry_.find(id); },
           .is_watched = [this](const std::string& id) { return !subscriptions_.of(id).empty(); }},
          [this](const auto& decision) { on_decision(decision); }) {
  outbox_.set_on_failure([this](const std::vector<std::string>& ids) { on_failure(ids); });
  outbox_.set_on_left_out([this](ConnectionId connection, const std::string& table) {
    (void)subscriptions_.set_lag(connection, table, true);
  });
}

// --- Messages

void TableService::execute(ConnectionId connection, wire::ClientMessage message) {
  const From from{connection, message.number};
  if (!message.request) return refuse(from, message.request.error(), message.table);
  if (outbox_.is_full()) return refuse(from, Outbox::busy(), message.table);
  const auto take_it = [&](auto& wanted) {
    if constexpr (requires(LiveTable& live, Session& of) { take(from, of, live, wanted); }) {
      take_at_table(from, std::move(wanted));
    } else if (auto error = take(from, *environment_.session(connection), wanted)) {
      refuse(from, *error, message.table);
    }
  };
  std::visit(take_it, *message.request);
}

template <class Wanted>
void TableService::take_at_table(const From& from, Wanted wanted) {
  const std::string id = wanted.table;
  registry_.with(id, [this, from, wanted = std::move(wanted)](const Result<LiveTable*>& found) {
    Session* const session = environment_.session(from.connection);
    if (session == nullptr) return;
    const MaybeError error = found ? take(from, *session, **found, wanted) : found.error();
    if (error) refuse(from, *error, wanted.table);
  });
}

std::vector<std::string> TableService::seats_of(const std::string& person) {
  std::vector<std::string> tables = registry_.tables_of(person);
  std::erase_if(tables, [&](const std::string& id) {
    const LiveTable* const live = registry_.find(id);  // of others the store has said so
    return live != nullptr && live->table->place_of(person) == nobody;
  });
  return tables;
}

MaybeError TableService::take(const From& from, const Session& session,
                              const wire::Create& wanted) {
  if (std::cmp_greater_equal(registry_.tables_of(session.person).size(), config_.tables_per_person))
    return too_many_tables();
  if (std::cmp_greater_equal(registry_.size(), config_.tables)) return server_full();
  if (wanted.setup.rated && !session.claimed) return table::claim_first();
  auto made =
      Table::make(new_id("", 8), wanted.setup, session.who(), new_secret(), environment_.now());
  if (!made) return made.error();
  LiveTable& live = registry_.add(std::move(*made));
  subscriptions_.add(live.id, {from.connection, session.person});
  environment_.charge(from.connection, cost::new_table);
  live.account = session.account;
  commit(live, from, Send::everything);
  return std::nullopt;
}

MaybeError TableService::take(const From& from, const Session& session, LiveTable& live,
                              const wire::Join& wanted) {
  constexpr std::size_t most_joined = 20;
  const Table& table = *live.table;
  const int player = table.place_of(session.person);
  const bool plays = player != nobody;
  const std::int64_t version = table.version_for(player);
  const bool is_new = !subscriptions_.has(from.connection, live.id);
  if (!plays && !table.setup().watch && table.stage() != Stage::waiting)
    return Error{"no_spectators", "this table does not allow spectators"};
  if (wanted.since && *wanted.since > version) {
    return Error{"version_ahead", "the table is only at version " + to_text(version) +
                                      ": join without since, or with a version that you have seen"};
  }
  if (is_new && subscriptions_.tables_of(from.connection).size() >= most_joined)
    return Error{"too_many_joined", "you have joined too many tables: part from one first"};
  if (is_new) subscriptions_.add(live.id, {from.connection, session.person});
  if (table.game().is_real_time()) environment_.measure_delay(from.connection);
  std::string text = table_message(live, session.person, wanted.since, from.number);
  environment_.charge(from.connection, cost::sent_kib * static_cast<double>(text.size()) / 1024);
  (void)subscriptions_.set_lag(from.connection, live.id, false);
  answer(from, live.id, std::move(text), Outbox::Kind::state);
  if (is_new && plays) send_presence(live, session.person, true);
  return std::nullopt;
}

MaybeError TableService::take(const From& from, const Session& session, LiveTable& live,
                              const wire::Part&) {
  if (!subscriptions_.has(from.connection, live.id)) return not_joined();
  look_away(from.connection, session.person, live.id);
  answer(from, live.id, wire::ok_message(from.number));
  return std::nullopt;
}

void TableService::on_caught_up(ConnectionId connection) {
  const Session* const session = environment_.session(connection);
  if (session == nullptr) return;
  for (const std::string& id : subscriptions_.tables_of(connection)) {
    const LiveTable* const live = registry_.find(id);
    if (live == nullptr || !subscriptions_.set_lag(connection, id, false)) continue;
    outbox_.add(id, {.connection = connection,
                     .text = share(table_message(*live, session->person, {}, {})),
                     .kind = Outbox::Kind::state});
  }
}

void TableService::on_disconnect(ConnectionId connection, const std::string& person) {
  lobby_.watch(connection, false);
  for (const std::string& id : subscriptions_.tables_of(connection))
    look_away(connection, person, id);
}

void TableService::look_away(ConnectionId connection, const std::string& person,
                             const std::string& table) {
  subscriptions_.remove(connection, table);
  LiveTable* const live = registry_.find(table);
  if (live == nullptr) return;
  live->unwatched_since = environment_.now();
  send_presence(*live, person, false);
  const int player = live->table->place_of(person);
  const bool was_ready = player != nobody && subscriptions_.count(table, person) == 0 &&
                         live->table->places()[static_cast<std::size_t>(player)].ready;
  if (was_ready && live->table->stage() == Stage::waiting &&
      !live->table->set_ready(player, false, environment_.now()))
    commit(*live, {}, Send::seats);
}

MaybeError TableService::take(const From& from, const Session& session, LiveTable& live,
                              const wire::AtTable& wanted) {
  if (!subscriptions_.has(from.connection, live.id)) return not_joined();
  const table::Command& command = wanted.command;
  Table& table = *live.table;
  const table::Time now = environment_.now();
  const auto* const act = std::get_if<table::Act>(&command);
  if (act != nullptr && table.game().is_real_time()) {
    runner::Press press =
        runner::make_press(table, *act, session.who(), now, session.round_trip.delay());
    press.sender = from.connection;
    press.reply_to = from.number;
    live.real_time.hold(std::move(press));
    on_timer(live);
    return std::nullopt;
  }
  if (table.game().is_real_time()) (void)run_real_time(live);
  const bool sits = std::holds_alternative<table::Sit>(command);
  if (sits && std::cmp_greater_equal(seats_of(session.person).size(), config_.tables_per_person))
    return too_many_tables();
  if (auto error = runner::check_bots(table, command)) return error;
  const Stage before = table.stage();
  if (auto error = table.execute(command, session.who(), now)) return error;
  if (act != nullptr) ++metrics_.actions;
  environment_.charge(from.connection, cost::command + listening(live));
  if (table.place_of(session.person) != nobody) live.account = session.account;
  commit(live, from, before == Stage::waiting ? Send::seats : Send::update);
  return std::nullopt;
}

MaybeError TableService::take(const From& from, const Session& session, LiveTable& old,
                              const wire::Rematch&) {
  if (old.table->place_of(session.person) == nobody)
    return Error{"players_only", "only those who played can ask for another game"};
  if (old.table->stage() != Stage::finished) return Error{"not_over", "the game is not over yet"};
  if (old.table->rematch().empty()) {
    if (std::cmp_greater_equal(registry_.size(), config_.tables)) return server_full();
    if (std::cmp_greater_equal(registry_.tables_of(session.person).size(),
                               config_.tables_per_person))
      return too_many_tables();
    const table::Time now = environment_.now();
    auto made = Table::make(new_id("", 8), old.table->setup(), session.who(), new_secret(), now);
    if (!made) return made.error();
    runner::fill_rematch(**made, old.table->places(), now, [&](int place, const Place& who) {
      (void)(*made)->sit(place, {who.person, who.name, who.claimed}, "", now);
    });
    (void)old.table->offer_rematch((*made)->id(), now);
    environment_.charge(from.connection, cost::new_table);
    commit(registry_.add(std::move(*made)), {}, Send::everything);
    commit(old, {}, Send::update);
  }
  const std::string& next = old.table->rematch();
  answer(from, next, wire::ok_message(from.number, next), Outbox::Kind::reply);
  return std::nullopt;
}

MaybeError TableService::take(const From& from, const Session& session, LiveTable& live,
                              const wire::Chat& wanted) {
  constexpr std::size_t most_lines = 50;
  if (!subscriptions_.has(from.connection, live.id)) return not_joined();
  if (session.muted_until > environment_.now()) return muted_error(session.muted_until);
  if (live.chat.size() >= most_lines) live.chat.pop_front();
  live.chat.push_back(
      wire::chat_message(*live.table, session.who(), wanted.text, environment_.now()));
  environment_.charge(from.connection, cost::chat + listening(live));
  send_to_subscribers(live, live.chat.back());
  answer(from, live.id, wire::ok_message(from.number));
  return std::nullopt;
}

MaybeError TableService::take(const From& from, const Session&, const wire::WatchLobby& wanted) {
  environment_.charge(from.connection, wanted.on ? cost::lobby : 0);
  lobby_.watch(from.connection, wanted.on);
  environment_.send(from.connection, wanted.on ? wire::lobby_message(lobby_.json(), from.number)
                                               : wire::ok_message(from.number));
  return std::nullopt;
}

void TableService::record(const std::string& id, OnRecord done) {
  registry_.with(id, [done = std::move(done)](const Result<LiveTable*>& found) {
    if (!found) return done(found.error());
    const Table& table = *(*found)->table;
    const bool runs = table.stage() == Stage::running;
    if (table.stage() == Stage::waiting) {
      done(Error{"not_started", "the game has not started yet"});
    } else if (runs && !table.setup().watch) {
      done(Error{"record_hidden",
                 "this table does not allow spectators: its record is available after the game"});
    } else if (runs && table.has_secrets()) {
      done(Error{"record_hidden",
                 "the record has hidden cards in it: it is available after the game"});
    } else {
      done(table.record());
    }
  });
}

// --- Answers

void TableService::refuse(const From& from, const Error& error, std::string_view table) {
  ++metrics_.refused[error.code];
  answer(from, std::string(table), wire::refusal(error, from.number, table));
}

void TableService::answer(const From& from, const std::string& table, std::string text,
                          Outbox::Kind kind) {
  outbox_.add(table, {.connection = from.connection,
                      .text = share(std::move(text)),
                      .kind = kind,
                      .is_answer = true,
                      .reply_to = from.number});
}

void TableService::send_to_subscribers(const LiveTable& live, const std::string& text) {
  Outbox::Step step{.table = live.id, .stores = false};
  const SharedText shared = share(text);
  for (const Subscriber& one : subscriptions_.of(live.id))
    step.messages.push_back(
        {.connection = one.connection, .text = shared, .kind = Outbox::Kind::stands_alone});
  outbox_.add(std::move(step));
}

double TableService::listening(const LiveTable& live) const {
  return cost::listener * static_cast<double>(subscriptions_.of(live.id).size());
}

// Another tab of the same person changes nothing.
void TableService::send_presence(const LiveTable& live, const std::string& person, bool here) {
  const int player = live.table->place_of(person);
  if (player == nobody || subscriptions_.count(live.id, person) > (here ? 1 : 0)) return;
  send_to_subscribers(live, wire::presence_message(*live.table, player, here));
}

std::string TableService::table_message(const LiveTable& live, const std::string& person,
                                        wire::Number since, wire::Number reply_to,
                                        Extent extent) const {
  const std::vector<std::string> chat(live.chat.begin(), live.chat.end());
  wire::Beside beside;
  for (const Subscriber& one : subscriptions_.of(live.id)) {
    const int player = live.table->place_of(one.person);
    if (player != nobody) beside.here.add(player);
  }
  beside.ratings = live.ratings;
  if (extent == Extent::everything) beside.chat = chat;
  std::string text;
  wire::append_table(text, *live.table, live.table->place_of(person), beside, since, reply_to,
                     environment_.now());
  return text;
}

}  // namespace hotaka::server
