#include "server/server.h"

#include <algorithm>
#include <thread>

#include "base/text.h"
#include "server/log.h"
#include "server/secrets.h"
#include "wire/commands.h"
#include "wire/messages.h"

namespace hotaka::server {

namespace {

// Bots take what is left over; whoever logs in does not wait for them.
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
      outbox_(*store_, metrics_),
      files_(config_.web),
      bots_(threads_for_bots(config_), bots_niceness),
      passwords_(1, passwords_niceness),
      people_(loop_, *store_, passwords_),
      tables_(loop_, *store_, outbox_, connections_, bots_, metrics_, config_) {}

Server::~Server() { store_.reset(); }  // stores what waits, while those who are told are there

MaybeError Server::open() {
  if (!prepare_secrets()) return Error{"no_randomness", "this machine gives no random numbers"};
  if (auto error = tables_.load()) return error;
  return connections_.listen();
}

void Server::run() {
  loop_.run([this] { return turn(); });
  say_goodbye();
}

int Server::turn() {
  constexpr std::int64_t sweep_pause = 5000;
  const std::int64_t now = wall_clock();
  const int wait = tables_.go_on(now);
  if (now - swept_ > sweep_pause) {
    swept_ = now;
    connections_.sweep(now);
  }
  outbox_.submit();
  connections_.flush(now);
  return wait;
}

void Server::say_goodbye() {
  connections_.stop_listening();
  connections_.each([](Connection& connection) {
    connection.send(
        "{\"type\":\"bye\",\"code\":\"stopping\",\"why\":\"the server is being "
        "stopped\",\"again\":true}");
    connection.close(CloseCode::going_away, "the server is being stopped");
  });
  connections_.flush(wall_clock());
}

// --- WebSocket

bool Server::within_limits(Connection& connection, Session& session) {
  const std::int64_t now = connection.last_heard();
  const double rate = config_.messages_per_second;
  session.credit = std::min(
      2 * rate, session.credit + static_cast<double>(now - session.credited) * rate / 1000);
  session.credited = now;
  if (session.credit >= 1) {
    session.credit -= 1;
    return true;
  }
  constexpr int patience = 500;
  if (++session.ignored > patience) {
    connection.send(
        "{\"type\":\"bye\",\"code\":\"too_many_messages\",\"why\":\"too many "
        "messages\",\"again\":false}");
    connection.close(CloseCode::policy, "too many messages");
  } else {
    connection.send(
        "{\"type\":\"refused\",\"code\":\"too_many_messages\",\"why\":\"too many messages at once: "
        "slow down\"}");
  }
  return false;
}

void Server::on_message(Connection& connection, std::string_view text) {
  auto& session = *connection.session;
  ++metrics_.messages;
  if (!within_limits(connection, session)) return;
  const auto refuse = [&](const Error& why, std::optional<std::int64_t> to) {
    ++metrics_.refused;
    std::string out;
    wire::append_refused(out, why, to, "");
    connection.send(out);
  };
  constexpr int most_levels = 8;
  json::Fields message;
  if (const auto problem = message.read(text, most_levels)) {
    refuse({"bad_json", "this message cannot be read as JSON: " + problem->what}, std::nullopt);
    return;
  }
  const auto to = message.whole("n");
  const std::string_view type = message.text("type").value_or("");
  if (type.empty()) {
    refuse({"bad_message", "a message is a JSON object with a type"}, to);
    return;
  }
  const auto id = [&] { return message.text("table").value_or(""); };
  if (wire::is_command(type)) {
    tables_.command(connection, type, message, to);
  } else if (type == "ping") {
    connection.ping(wall_clock());  // whoever measures the way is measured too
    const auto c = message.value("c");
    const bool number = c && c->is(json::Kind::number);
    connection.send("{\"type\":\"pong\",\"c\":" + (number ? std::string(c->raw()) : "null") +
                    (to ? ",\"to\":" + to_text(*to) : "") + ",\"now\":" + to_text(wall_clock()) +
                    '}');
  } else if (type == "join") {
    if (id().empty()) {
      refuse({"bad_field", "table must be the id of a table"}, to);
    } else if (message.has("since") && message.whole("since").value_or(-1) < 0) {
      refuse({"bad_field", "since must be a version that you have seen"}, to);
    } else {
      tables_.join(connection, id(), message.whole("since"), to);
    }
  } else if (type == "part") {
    tables_.part(connection, id(), to);
  } else if (type == "create") {
    tables_.create(connection, message, to);
  } else if (type == "rematch") {
    tables_.rematch(connection, id(), to);
  } else if (type == "chat") {
    tables_.chat(connection, id(), message.text("text").value_or(""), to);
  } else if (type == "lobby" || type == "unlobby") {
    tables_.lobby(connection, type == "lobby", to);
  } else if (type == "name") {
    rename(connection, message, to);
  } else {
    refuse({"unknown_message",
            "there is no message of the type " + in_quotes(type) + ": see docs/protocol.md"},
           to);
  }
}

void Server::rename(Connection& connection, const json::Fields& message,
                    std::optional<std::int64_t> to) {
  auto& session = *connection.session;
  const std::string name(message.text("name").value_or(""));
  const auto answer = [this, to](std::uint64_t number, const MaybeError& error,
                                 const std::string& taken) {
    Connection* found = connections_.find(number);
    if (found == nullptr) return;
    std::string out;
    if (error) {
      wire::append_refused(out, *error, to, "");
    } else {
      found->session->name = taken;
      wire::append_ok(out, to);
    }
    found->send(out);
  };
  if (auto error = check_name(name)) {
    answer(connection.number(), error, "");
    return;
  }
  const auto person = store_->person(session.person);
  if (!person || !*person) {
    answer(connection.number(),
           Error{"unavailable", "this cannot be done at the moment: try again soon"}, "");
    return;
  }
  people_.rename(**person, name, [answer, name, number = connection.number()](const auto& error) {
    answer(number, error, name);
  });
}

void Server::on_pong(Connection& connection, std::int64_t sent) {
  if (!connection.session) return;
  auto& session = *connection.session;
  const std::int64_t trip = std::max<std::int64_t>(0, wall_clock() - sent);
  session.round_trip = session.measured ? std::min(session.round_trip, trip) : trip;
  session.measured = true;
}

void Server::on_closed(Connection& connection) {
  if (connection.session) tables_.gone(connection);
  connections_.freed(connection);
}

}  // namespace hotaka::server
