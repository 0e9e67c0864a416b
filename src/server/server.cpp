#include "server/server.h"

#include <algorithm>
#include <thread>

#include "base/text.h"
#include "server/crypto.h"
#include "wire/messages.h"

namespace hotaka::server {

namespace {

// Bots take what is left over; a login does not wait for them.
constexpr int bots_niceness = 19;
constexpr int passwords_niceness = 5;

int threads_for_bots(const Config& config) {
  if (config.bot_threads > 0) return config.bot_threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
}

}  // namespace

Server::Server(Config config, std::unique_ptr<store::Store> store)
    : config_(std::move(config)),
      store_(std::move(store)),
      connections_(loop_, *this, config_),
      outbox_(*store_, *this, metrics_),
      files_(config_.web),
      bots_(threads_for_bots(config_), bots_niceness),
      passwords_(1, passwords_niceness),
      accounts_(*store_, passwords_, *this),
      tables_(*store_, outbox_, bots_, *this, metrics_, config_),
      api_(accounts_, *this, config_,
           {.lobby_json = [this] { return tables_.lobby_json(); },
            .metrics =
                [this] {
                  return metrics_.text({.connections = connections_.size(),
                                        .tables = tables_.size(),
                                        .unread_tables = tables_.count_unread(),
                                        .timers = tables_.armed_timers(),
                                        .waiting_bots = bots_.waiting()});
                },
            .record = [this](const std::string& table,
                             auto done) { tables_.record(table, std::move(done)); },
            .file = [this](const Request& request) { return files_.get(request); }}) {}

Server::~Server() {
  passwords_.stop();  // they write to the store
  bots_.stop();
  store_.reset();  // stores what waits, while those who are told are there
}

MaybeError Server::open() {
  if (!init_crypto()) return Error{"no_randomness", "this machine gives no random numbers"};
  if (auto error = tables_.open()) return error;
  return connections_.listen();
}

void Server::run() {
  loop_.run([this] { return run_iteration(); });
  say_goodbye();
}

int Server::run_iteration() {
  constexpr std::int64_t sweep_pause = 5000;
  const table::Time next = tables_.run_due();
  const table::Time now = wall_clock();
  if (now - swept_at_ > sweep_pause) {
    swept_at_ = now;
    connections_.sweep(now);
  }
  outbox_.submit();
  connections_.flush(now);
  return static_cast<int>(std::max<table::Time>(0, next - now));
}

void Server::say_goodbye() {
  connections_.stop_listening();
  const std::string bye = wire::bye_message({"stopping", "the server is being stopped"}, true);
  connections_.each([&](Connection& connection) {
    connection.send(bye);
    connection.close(CloseCode::going_away, "the server is being stopped");
  });
  connections_.flush(wall_clock());
}

// --- The environment of the parts

void Server::send(ConnectionId to, std::string_view text) {
  if (Connection* found = connections_.find(to)) found->send(text);
}

void Server::measure_delay(ConnectionId of) {
  if (Connection* found = connections_.find(of)) found->ping(wall_clock());
}

void Server::respond(ConnectionId to, const Response& response) {
  if (Connection* found = connections_.find(to)) found->respond(response);
}

void Server::open_socket(ConnectionId id, const std::string& key, const store::Person& person) {
  Connection* const connection = connections_.find(id);
  if (connection == nullptr) return;
  connection->session =
      std::make_unique<Session>(person.id, person.name, !person.claimed.empty(),
                                RateLimit(config_.messages_per_second, wall_clock()));
  connection->upgrade(key);
  connection->send(wire::welcome_message({person.id, person.name, !person.claimed.empty()},
                                         tables_.seats_of(person.id), wall_clock()));
}

Session* Server::session(ConnectionId id) {
  Connection* const found = connections_.find(id);
  return found == nullptr ? nullptr : found->session.get();
}

// --- Connections

void Server::on_request(Connection& connection, const Request& request) {
  ++metrics_.requests;
  if (connections_.identify(connection, request))
    api_.handle(connection.number(), connection.client(), request);
}

bool Server::is_within_rate(Connection& connection, Session& session) {
  constexpr int most_refused = 500;
  if (session.rate.take(connection.last_heard())) return true;
  if (session.rate.refused() > most_refused) {
    connection.send(wire::bye_message({"too_many_messages", "too many messages"}, false));
    connection.close(CloseCode::policy, "too many messages");
  } else {
    connection.send(wire::refusal({"too_many_messages", "too many messages at once: slow down"}));
  }
  return false;
}

void Server::on_message(Connection& connection, std::string_view text) {
  ++metrics_.messages;
  if (!is_within_rate(connection, *connection.session)) return;
  wire::ClientMessage message = wire::read_message(text);
  const auto* const ping_wanted =
      message.request ? std::get_if<wire::Ping>(&*message.request) : nullptr;
  const auto* const rename_wanted =
      message.request ? std::get_if<wire::Rename>(&*message.request) : nullptr;
  if (ping_wanted != nullptr) {
    ping(connection, *ping_wanted, message.number);
  } else if (rename_wanted != nullptr) {
    rename(connection, rename_wanted->name, message.number);
  } else {
    tables_.execute(connection.number(), std::move(message));
  }
}

void Server::ping(Connection& connection, const wire::Ping& ping,
                  std::optional<std::int64_t> number) {
  const table::Time now = wall_clock();
  connection.ping(now);  // a client that measures its delay is measured too
  connection.send(wire::pong_message(ping.echo, now, number));
}

void Server::rename(Connection& connection, const std::string& name,
                    std::optional<std::int64_t> number) {
  accounts_.rename(connection.session->person, name,
                   [this, id = connection.number(), name, number](const MaybeError& error) {
                     Session* const found = session(id);
                     if (found == nullptr) return;
                     if (error) {
                       ++metrics_.refused;
                     } else {
                       found->name = name;
                     }
                     send(id, error ? wire::refusal(*error, number) : wire::ok_message(number));
                   });
}

void Server::on_pong(Connection& connection, std::int64_t sent) {
  if (connection.session) connection.session->round_trip.add(wall_clock() - sent);
}

void Server::on_closed(Connection& connection) {
  if (connection.session) tables_.on_disconnect(connection.number(), connection.session->person);
  connections_.freed(connection);
}

}  // namespace hotaka::server
