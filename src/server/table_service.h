#pragma once
// What clients want of tables, and what happens at tables by itself. Each change is a step: stored
// first (Outbox), then sent to the subscribers.

#include <string>
#include <string_view>

#include "server/bot_scheduler.h"
#include "server/budget.h"
#include "server/config.h"
#include "server/lobby.h"
#include "server/metrics.h"
#include "server/outbox.h"
#include "server/ratings.h"
#include "server/report_limit.h"
#include "server/subscriptions.h"
#include "server/table_registry.h"
#include "server/timers.h"
#include "wire/client_message.h"
#include "wire/messages.h"

namespace hotaka::server {

class TableService {
 public:
  TableService(store::Store& store, Outbox& outbox, Workers& bots, int bot_threads,
               Environment& environment, Metrics& metrics, const Config& config);

  // Begins with the tables that were open when the server stopped.
  MaybeError open() { return registry_.open(); }

  // A message of a client, other than those that are about the connection itself.
  void execute(ConnectionId from, wire::ClientMessage message);
  void on_disconnect(ConnectionId connection, const std::string& person);
  // It has taken everything that it was sent: whatever was left out is made up for.
  void on_caught_up(ConnectionId connection);
  // What is due now. Returns when to come back.
  table::Time run_due();

  // --- For hosts
  // Ends a table for good, whatever its state, and sends its players away. A finished one stays.
  // `change` is stored with it.
  void close(const std::string& id, store::Moderation change,
             std::function<void(const MaybeError&)> done);
  template <class F>
  void each(F&& f) {
    registry_.each(std::forward<F>(f));
  }
  std::int64_t count_subscribers(const std::string& table) const {
    return std::ssize(subscriptions_.of(table));
  }
  std::int64_t count_joined(ConnectionId connection) const {
    return std::ssize(subscriptions_.tables_of(connection));
  }

  // --- Looking
  std::size_t size() const { return registry_.size(); }
  std::size_t count_unread() const { return registry_.count_unread(); }
  std::size_t waiting_bots() const { return bots_.waiting(); }
  std::size_t armed_timers() const { return timers_.size(); }
  const std::string& lobby_json() { return lobby_.json(); }
  // The tables that are not over and have a seat of this person's.
  std::vector<std::string> seats_of(const std::string& person);
  // The record of a game, or why it cannot be had.
  using OnRecord = std::function<void(const Result<std::string>&)>;
  void record(const std::string& id, OnRecord done);

 private:
  // The client that waits for an answer.
  struct From {
    ConnectionId connection = 0;
    wire::Number number;
  };

  // Each does what a client wants, or says why not.
  MaybeError take(const From& from, const Session& session, const wire::Create& wanted);
  MaybeError take(const From& from, const Session& session, const wire::WatchLobby& wanted);
  MaybeError take(const From&, const Session&, const wire::Ping&) { return {}; }  // the server's
  MaybeError take(const From&, const Session&, const wire::Rename&) { return {}; }
  MaybeError take(const From& from, const Session& session, LiveTable& live, const wire::Join&);
  MaybeError take(const From& from, const Session& session, LiveTable& live, const wire::Part&);
  MaybeError take(const From& from, const Session& session, LiveTable& live, const wire::AtTable&);
  MaybeError take(const From& from, const Session& session, LiveTable& old, const wire::Rematch&);
  MaybeError take(const From& from, const Session& session, LiveTable& live, const wire::Chat&);
  MaybeError take(const From& from, const Session& session, LiveTable& live, const wire::Report&);
  // Does so when the table is in memory, unless the client is gone by then.
  template <class Wanted>
  void take_at_table(const From& from, Wanted wanted);

  // The table is gone: nothing of it stays in memory.
  void drop(const std::string& id);
  // A connection of this person's no longer sees the table.
  void look_away(ConnectionId connection, const std::string& person, const std::string& table);

  // --- Answers
  void refuse(const From& from, const Error& error, std::string_view table = {});
  // After the steps of this table that are not durable yet.
  void answer(const From& from, const std::string& table, std::string text,
              Outbox::Kind kind = Outbox::Kind::stands_alone);
  double listening(const LiveTable& live) const;  // what it costs to tell them
  void send_to_subscribers(const LiveTable& live, const std::string& text);
  void send_presence(const LiveTable& live, const std::string& person, bool here);
  // With everything that was said and done, or what is the case now.
  enum class Extent : std::uint8_t { everything, state };
  std::string table_message(const LiveTable& live, const std::string& person, wire::Number since,
                            wire::Number reply_to, Extent extent = Extent::everything) const;

  // --- Steps
  // After a change: stores it, sends it, and sees to what follows. Subscribers get an update, or
  // the table without its chat as its seats may have changed, or all of it.
  enum class Send : std::uint8_t { update, seats, everything };
  void commit(LiveTable& live, const From& from, Send what);
  void dismiss_spectators(LiveTable& live, const From& from, Outbox::Step& step);
  void store_row(LiveTable& live, store::Write& write);
  void on_read(LiveTable& live);
  void on_gone(const std::string& id, const Error& error);
  void on_failure(const std::vector<std::string>& ids);
  void read_ratings(LiveTable& live);

  // --- Time and bots
  void arm(LiveTable& live);
  void on_timer(LiveTable& live);
  bool run_real_time(LiveTable& live);
  void on_decision(const BotScheduler::Decision& decision);
  table::Time max_delay(const LiveTable& live) const;
  void sweep();

  store::Store& store_;
  Outbox& outbox_;
  Environment& environment_;
  Metrics& metrics_;
  const Config& config_;
  TableRegistry registry_;
  Subscriptions subscriptions_;
  Timers timers_;
  Lobby lobby_;
  ReportLimit report_limit_;
  BotScheduler bots_;
  table::Time swept_at_ = 0;
  table::Time heartbeat_at_ = 0;
};

}  // namespace hotaka::server
