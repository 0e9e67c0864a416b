#include "server/server.h"

#include <algorithm>
#include <thread>

#include "base/text.h"
#include "server/address.h"
#include "server/crypto.h"
#include "wire/messages.h"

namespace hotaka::server {

namespace {

// Bots take what is left over; a login does not wait for them.
constexpr int bots_niceness = 19;
constexpr int passwords_niceness = 5;

constexpr double seconds_saved = 5;
constexpr double people_per_address = 10;

int threads_for_bots(const Config& config) {
  if (config.bot_threads > 0) return config.bot_threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
}

}  // namespace

Server::Server(Config config, std::unique_ptr<store::Store> store)
    : config_(std::move(config)),
      people_(config_.work_per_second, seconds_saved),
      addresses_(people_per_address * config_.work_per_second, seconds_saved),
      store_(std::move(store)),
      connections_(loop_, *this, config_),
      outbox_(*store_, *this, metrics_),
      files_(config_.web),
      bots_(threads_for_bots(config_), bots_niceness),
      passwords_(1, passwords_niceness),
      accounts_(*store_, passwords_, *this, config_.guests_per_address, {}),
      tables_(*store_, outbox_, bots_, threads_for_bots(config_), *this, metrics_, config_),
      moderation_(*store_, *this),
      readiness_(*store_, outbox_, *this, [this] { return tables_.count_unread() == 0; }),
      api_(accounts_, *this, config_,
           {.lobby_json = [this] { return tables_.lobby_json(); },
            .metrics =
                [this] { return snapshot_.get(wall_clock(), [this] { return metrics_text(); }); },
            .readiness = [this](auto done) { readiness_.ask(std::move(done)); },
            .record = [this](const std::string& table,
                             auto done) { tables_.record(table, std::move(done)); },
            .file = [this](const Request& request) { return files_.get(request); }}),
      admin_(loop_, config_,
             [this](ConnectionId from, const std::string& actor, const Request& request) {
               admin_api_.handle(from, actor, request);
             }),
      admin_api_({.store = *store_,
                  .environment = *this,
                  .moderation = moderation_,
                  .accounts = accounts_,
                  .tables = tables_,
                  .connections = connections_,
                  .metrics = metrics_,
                  .metrics_text = [this] { return metrics_text(); },
                  .respond = [this](ConnectionId to,
                                    const Response& response) { admin_.respond(to, response); }}) {
  connections_.set_gate(
      [this](const std::string& client) { return moderation_.check_address(client); });
  accounts_.set_gate(
      [this](const std::string& person) { return moderation_.check_person(person); });
}

Server::~Server() {
  passwords_.stop();  // they write to the store
  bots_.stop();
  store_.reset();  // stores what waits, while those who are told are there
}

MaybeError Server::open() {
  if (!init_crypto()) return Error{"no_randomness", "this machine gives no random numbers"};
  if (auto error = tables_.open()) return error;
  if (auto error = moderation_.open()) return error;
  if (auto error = connections_.listen()) return error;
  const std::string socket = admin_socket_path(config_);
  return socket.empty() ? std::nullopt : admin_.listen(socket);
}

void Server::run() {
  loop_.run([this] { return run_iteration(); });
  say_goodbye();
}

int Server::run_iteration() {
  constexpr std::int64_t sweep_pause = 5000;
  constexpr std::int64_t prune_pause = 60'000;
  table::Time next = tables_.run_due();
  const table::Time now = wall_clock();
  if (const auto resumed = connections_.resume_due(now)) next = std::min(next, *resumed);
  if (const auto resumed = admin_.resume_due(now)) next = std::min(next, *resumed);
  if (now - swept_at_ > sweep_pause) {
    swept_at_ = now;
    connections_.sweep(now);
    people_.sweep(now);
    addresses_.sweep(now);
    close_replaced(now);
    admin_.sweep(now);
    moderation_.sweep();
  }
  if (now - pruned_at_ > prune_pause) {
    pruned_at_ = now;
    accounts_.prune();
  }
  outbox_.submit();
  connections_.flush(now);
  admin_.flush(now);
  metrics_.iteration.add(std::chrono::steady_clock::now() - loop_.woke_at());
  return static_cast<int>(std::max<table::Time>(0, next - now));
}

std::string Server::metrics_text() {
  Metrics::Gauges gauges{.connections = connections_.size(),
                         .tables = tables_.size(),
                         .unread_tables = tables_.count_unread(),
                         .timers = tables_.armed_timers(),
                         .waiting_bots = tables_.waiting_bots()};
  connections_.each([&](const Connection& connection) {
    gauges.queued_bytes += connection.queued();
    gauges.max_queued_bytes = std::max(gauges.max_queued_bytes, connection.queued());
  });
  return metrics_.text(gauges);
}

void Server::say_goodbye() {
  connections_.stop_listening();
  admin_.close();
  const std::string bye = wire::bye_message({"stopping", "the server is being stopped"}, true);
  connections_.each([&](Connection& connection) {
    connection.send(bye);
    connection.close(CloseCode::going_away, "the server is being stopped");
  });
  connections_.flush(wall_clock());
}

// --- The environment of the parts

void Server::send(ConnectionId to, const SharedText& text) {
  if (Connection* found = connections_.find(to)) found->send(text);
}

bool Server::is_behind(ConnectionId connection) {
  Connection* const found = connections_.find(connection);
  return found != nullptr && found->is_behind();
}

void Server::charge(ConnectionId from, double units) {
  if (Connection* found = connections_.find(from)) spend(*found, units);
}

void Server::spend(Connection& connection, double units) {
  const table::Time now = wall_clock();
  table::Time free_at = now;
  if (connection.session) {
    people_.spend(connection.session->person, units, now);
    free_at = people_.free_at(connection.session->person, now);
  }
  if (!is_loopback(connection.client())) {
    const std::string address = limit_key(connection.client());
    addresses_.spend(address, units, now);
    free_at = std::max(free_at, addresses_.free_at(address, now));
  }
  if (free_at > now) connection.pause(free_at);
}

void Server::measure_delay(ConnectionId of) {
  if (Connection* found = connections_.find(of)) found->ping();
}

void Server::respond(ConnectionId to, const Response& response) {
  if (Connection* found = connections_.find(to)) found->respond(response);
}

void Server::open_socket(ConnectionId id, const std::string& key, const store::SignedIn& who) {
  Connection* const connection = connections_.find(id);
  if (connection == nullptr) return;
  const store::Person& person = who.person;
  connection->session = std::make_unique<Session>(person.id, person.name, !person.claimed.empty());
  connection->session->token_hash = who.token.hash;
  connection->session->account =
      is_loopback(connection->client()) ? person.id : limit_key(connection->client());
  connection->session->muted_until = moderation_.muted_until(person.id);
  connection->upgrade(key);
  connection->send(wire::welcome_message({person.id, person.name, !person.claimed.empty()},
                                         tables_.seats_of(person.id), wall_clock()));
}

void Server::close_sockets(const store::SessionEnd& of, Replaced replaced) {
  constexpr table::Time pause = 5000;
  const table::Time now = wall_clock();
  const std::string bye =
      wire::bye_message({"logged_out", "this session has ended: sign in again"}, false);
  connections_.each([&](Connection& connection) {
    const Session* const session = connection.session.get();
    if (session == nullptr || !is_ended_by(of, session->person, session->token_hash)) return;
    if (replaced == Replaced::yes) {
      connection.session->closes_at = now + pause;
    } else {
      connection.send(bye);
      connection.close(CloseCode::policy, "this session has ended");
    }
  });
}

void Server::close_replaced(table::Time now) {
  const std::string bye = wire::bye_message(
      {"session_replaced", "your token was replaced: come back with the new one"}, true);
  connections_.each([&](Connection& connection) {
    if (!connection.session || connection.session->closes_at == 0 ||
        connection.session->closes_at > now)
      return;
    connection.send(bye);
    connection.close(CloseCode::policy, "the token was replaced");
  });
}

Session* Server::session(ConnectionId id) {
  Connection* const found = connections_.find(id);
  return found == nullptr ? nullptr : found->session.get();
}

// --- Connections

void Server::on_request(Connection& connection, const Request& request) {
  ++metrics_.requests;
  if (!connections_.identify(connection, request)) return;
  spend(connection, request.path.starts_with("/api/") ? cost::api_request : cost::request);
  api_.handle(connection.number(), connection.client(), request);
}

void Server::on_message(Connection& connection, std::string_view text) {
  ++metrics_.messages;
  spend(connection, cost::message * (1 + static_cast<double>(text.size()) / 1024));
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
  connection.ping();  // a client that measures its delay is measured too
  connection.send(wire::pong_message(ping.echo, now, number));
}

void Server::rename(Connection& connection, const std::string& name,
                    std::optional<std::int64_t> number) {
  spend(connection, cost::name);
  accounts_.rename(connection.session->person, name,
                   [this, id = connection.number(), number](const Result<std::string>& renamed) {
                     Session* const found = session(id);
                     if (found == nullptr) return;
                     if (!renamed) {
                       ++metrics_.refused[renamed.error().code];
                       return send(id, wire::refusal(renamed.error(), number));
                     }
                     found->name = *renamed;
                     send(id, wire::ok_message(number));
                   });
}

// Nobody gains by answering late: the system's own measure of the way bounds what is believed.
// Behind a proxy it measures another way.
void Server::on_pong(Connection& connection, std::int64_t took) {
  constexpr std::int64_t for_the_client = 20;  // to wake up and answer
  if (!connection.session) return;
  const auto network = config_.behind_proxy ? std::nullopt : connection.network_round_trip();
  connection.session->round_trip.add(network ? std::min(took, *network + for_the_client) : took);
}

void Server::on_caught_up(Connection& connection) { tables_.on_caught_up(connection.number()); }

void Server::on_closed(Connection& connection) {
  if (connection.session) tables_.on_disconnect(connection.number(), connection.session->person);
  connections_.freed(connection);
}

}  // namespace hotaka::server
