#pragma once
// What `hotaka admin` asks of a running server: POST /admin/COMMAND with a JSON object, answered by
// one. Every change is stored together with a line of the audit log.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/json_fields.h"
#include "server/accounts.h"
#include "server/connections.h"
#include "server/metrics.h"
#include "server/moderation.h"
#include "server/table_service.h"

namespace hotaka::server {

class AdminApi {
 public:
  struct Parts {
    store::Store& store;
    Environment& environment;  // the server's; but respond() is that of the host's own connections
    Moderation& moderation;
    Accounts& accounts;
    TableService& tables;
    Connections& connections;  // of clients
    const Metrics& metrics;
    std::function<std::string()> metrics_text;
    std::function<void(ConnectionId, const Response&)> respond;
  };

  explicit AdminApi(Parts parts)
      : parts_(std::move(parts)), started_at_(parts_.environment.now()) {}

  // Answers now or later.
  void handle(ConnectionId from, const std::string& actor, const Request& request);

 private:
  // A command; its texts are its own, as it may wait for the store.
  struct Call {
    ConnectionId from = 0;
    std::string actor;
    std::string command;
    std::string who;   // a person, a name or an address; or a table
    std::string text;  // to look for; or a new name
    std::string why;
    std::int64_t for_ms = 0;
    std::int64_t limit = 0;
    bool online = false;
  };
  // Who a command is about.
  struct Target {
    std::string subject;  // as sanctions have it
    std::string name;     // of a person; empty: it is an address
    std::string words;    // for the answer
    bool has_claimed = false;
  };
  struct Route {
    std::string_view command;
    void (AdminApi::*handler)(const Call& call);
  };
  static const Route routes[];

  // --- Lists
  void status(const Call& call);
  void people(const Call& call);
  void tables(const Call& call);
  void connections(const Call& call);
  void reports(const Call& call);
  void bans(const Call& call);
  void audit(const Call& call);
  void metrics(const Call& call);

  // --- Changes
  void ban(const Call& call) { impose(call, SanctionKind::ban); }
  void mute(const Call& call) { impose(call, SanctionKind::mute); }
  void unban(const Call& call) { lift(call, SanctionKind::ban); }
  void unmute(const Call& call) { lift(call, SanctionKind::mute); }
  void rename(const Call& call);
  void close(const Call& call);
  void erase(const Call& call);
  void impose(const Call& call, SanctionKind kind);
  void lift(const Call& call, SanctionKind kind);

  // Calls use() with whom the host means, or answers why nobody is meant.
  void with_target(const Call& call, std::function<void(const Target&)> use);
  // The same, for commands that are about people only.
  void with_person(const Call& call, std::function<void(const Target&)> use);
  static Result<Target> find_person(store::Store& store, const std::string& who);
  static std::optional<Result<Target>> read_address(const std::string& who);

  // Stores a change with its line of the audit log, does what follows, and answers.
  void change(const Call& call, const std::string& whom, store::Moderation wanted,
              std::function<std::string()> follow);
  store::AuditEntry audit_entry(const Call& call, const std::string& whom) const;
  // Ends what a banned person or address has open; returns what the host should know.
  std::string enforce_ban(const Target& target, const Error& why);

  // Of a WebSocket that is not being closed; nullptr if it is none.
  static const Session* session_of(const Connection& connection) {
    return connection.phase() == Connection::Phase::websocket ? connection.session.get() : nullptr;
  }

  template <class T>
  void ask(const Call& call, std::function<Result<T>(store::Store&)> question,
           std::function<std::string(const T&)> answer);
  void answer(const Call& call, std::string json);
  void answer(const Call& call, const Error& error);
  void answer_done(const Call& call, std::string_view done, std::string_view note = {});

  Parts parts_;
  table::Time started_at_;
};

template <class T>
void AdminApi::ask(const Call& call, std::function<Result<T>(store::Store&)> question,
                   std::function<std::string(const T&)> answer_with) {
  read<T>(parts_.store, parts_.environment, std::move(question),
          [this, call, answer_with = std::move(answer_with)](const Result<T>& found) {
            if (!found) return answer(call, found.error());
            if (std::string json = answer_with(*found); !json.empty())
              answer(call, std::move(json));
          });
}

}  // namespace hotaka::server
