#pragma once
// All tables of a server: finds them, carries out what clients want, tells everybody who looks,
// lets bots and time go on.

#include <functional>
#include <queue>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/json_fields.h"
#include "server/actor.h"
#include "server/config.h"
#include "server/connections.h"
#include "server/metrics.h"
#include "server/outbox.h"
#include "server/session.h"
#include "server/workers.h"
#include "store/store.h"

namespace hotaka::server {

class Tables {
 public:
  Tables(Loop& loop, store::Store& store, Outbox& outbox, Connections& connections, Workers& bots,
         Metrics& metrics, const Config& config);

  // Reads which tables were open when the server stopped; they come to life bit by bit.
  MaybeError load();

  using To = std::optional<std::int64_t>;
  // --- Messages of clients; each answers
  void create(Connection& connection, const json::Fields& message, To to);
  void join(Connection& connection, std::string_view id, std::optional<std::int64_t> since, To to);
  void part(Connection& connection, std::string_view id, To to);
  void command(Connection& connection, std::string_view type, const json::Fields& message, To to);
  void rematch(Connection& connection, std::string_view id, To to);
  void chat(Connection& connection, std::string_view id, std::string_view text, To to);
  void lobby(Connection& connection, bool in, To to);

  void gone(Connection& connection);
  // What is due now, and how many ms until there is more to do; -1 for ever.
  int go_on(std::int64_t now);

  // --- Looking
  std::size_t size() const { return actors_.size(); }
  std::string lobby_text() const;
  std::vector<std::string> tables_of(const std::string& person) const;
  // The record of a game, or a sentence that says why not yet.
  Result<std::string> record(const std::string& id);

 private:
  struct Alarm {
    std::int64_t at;
    std::uint64_t wakes;
    std::string table;  // it may be forgotten before the alarm rings
    bool operator>(const Alarm& other) const { return at > other.at; }
  };

  static Session& session(Connection& connection) { return *connection.session; }
  // `table`: whose steps that are not durable yet it tells of.
  void answer(Connection& connection, std::string_view text, To to, const std::string& table);
  void refuse(Connection& connection, const Error& error, To to, std::string_view id = {});

  // Nothing and a sentence if there is no such table, or it cannot be read now.
  Result<Actor*> find(std::string_view id);
  MaybeError revive(Actor& actor);
  // Reads the journals of all tables that are to be loaded.
  void read_ahead();
  Actor& add(std::unique_ptr<table::Table> table);
  // Whether there may be one more than so many.
  MaybeError one_more(std::size_t tables) const;
  void forget(Actor& actor);
  void close(Actor& actor);
  void never_was(Actor& actor);
  void no_longer_of(const std::string& person, const std::string& id);
  void no_longer_hosted(const std::string& person);
  void broken(const std::vector<std::string>& ids, bool unavailable);

  // After a step, which may have something to store already: store, tell, set the alarm, ask bots.
  void changed(Actor& actor, Connection* by, To to, bool whole, Outbox::Step step = {});
  void show_out(Actor& actor, Outbox::Step& step);
  void store_stage(Actor& actor, store::Write& write);
  void finish(Actor& actor, store::Write& write);
  // Tells everybody who looks at the table what changes nothing in it.
  void tell_watchers(const Actor& actor, const std::string& text);
  void read_ratings(Actor& actor);
  store::Rating rating_of(const std::string& name, const std::string& game);
  void set_alarm(Actor& actor);
  void ring(Actor& actor, std::int64_t now);
  bool run_real_time(Actor& actor, std::int64_t now);
  void ask_bot(Actor& actor);
  bool let_people_see(Actor& actor);
  void bot_decided(const std::string& id, std::int64_t version, Seat seat,
                   const std::string& action, std::int64_t ms);
  void hold_press(Actor& actor, Connection& connection, table::Act act, To to, std::int64_t now);
  std::int64_t lag(const Actor& actor) const;
  SeatSet here(const Actor& actor) const;
  // Somebody's connection has come or is gone; another tab of the same person is no news.
  void tell_presence(Actor& actor, const std::string& person, bool come);
  void table_message(std::string& out, const Actor& actor, const Session& to,
                     std::optional<std::int64_t> since, To number) const;
  void tell_lobby(std::int64_t now);

  Loop& loop_;
  store::Store& store_;
  Outbox& outbox_;
  Connections& connections_;
  Workers& bots_;
  Metrics& metrics_;
  const Config& config_;
  std::unordered_map<std::string, std::unique_ptr<Actor>> actors_;
  std::unordered_map<std::string, std::vector<std::string>> by_person_;
  std::priority_queue<Alarm, std::vector<Alarm>, std::greater<>> alarms_;
  std::unordered_map<std::string, int> hosted_;  // by person: tables made that still wait
  struct NewRating {
    std::string table;
    store::Rating rating;
  };
  std::vector<NewRating> new_ratings_;  // on their way to the store
  std::vector<std::string> to_load_;
  std::unordered_map<std::string, std::vector<store::Entry>> read_ahead_;  // of those
  std::vector<Connection*> in_lobby_;
  bool lobby_changed_ = false;
  std::int64_t lobby_told_ = 0;
  std::int64_t store_failed_ = 0;
  std::int64_t swept_ = 0;
};

}  // namespace hotaka::server
