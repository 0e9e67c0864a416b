// Tables on a server without sockets: messages in, stored steps and messages out.

#include "server/table_service.h"

#include <algorithm>

#include "base/json_fields.h"
#include "base/text.h"
#include "server/crypto.h"
#include "server/fakes.h"

namespace hotaka::server::test {
namespace {

constexpr ConnectionId ann = 1;
constexpr ConnectionId ben = 2;
constexpr ConnectionId cat = 3;

std::string value_of(const std::string& messages, std::string_view name) {
  const std::string key = '"' + std::string(name) + "\":";
  const auto at = messages.find(key);
  if (at == std::string::npos) return "";
  const auto start = at + key.size();
  return messages.substr(start, messages.find_first_of(",}\n", start) - start);
}

bool contains(const std::string& all, std::string_view part) {
  return all.find(part) != std::string::npos;
}

class Service : public testing::Test {
 protected:
  Service() {
    EXPECT_TRUE(init_crypto());
    make();
    environment_.connect(ann, "pann");
    environment_.connect(ben, "pben");
    environment_.connect(cat, "pcat");
  }

  // A new server on the same store.
  void make() {
    service_.reset();
    outbox_ = std::make_unique<Outbox>(store_, environment_, metrics_);
    service_ = std::make_unique<TableService>(store_, *outbox_, workers_, 1, environment_, metrics_,
                                              config_);
    ASSERT_FALSE(service_->open());
  }
  void restart() {
    make();
    settle();
  }
  // Lets happen what is due, and what follows from it, but for what the store holds back.
  void settle() {
    do {
      environment_.run_tasks();
      (void)service_->run_due();
      outbox_->submit();
    } while (!environment_.tasks.empty());
  }
  // Says something and returns what everybody connected to it hears, then what `from` does.
  std::string say(ConnectionId from, const std::string& message) {
    (void)environment_.take(from);
    service_->execute(from, wire::read_message(message));
    settle();
    return environment_.take(from);
  }
  std::string at(const std::string& table, std::string_view type, std::string_view more = "") {
    return R"({"n":1,"type":")" + std::string(type) + R"(","table":")" + table + '"' +
           std::string(more) + '}';
  }
  std::string create(ConnectionId from, std::string_view more = "") {
    const std::string made =
        say(from, R"({"n":1,"type":"create","game":"dragons")" + std::string(more) + '}');
    const std::string id = value_of(made, "table");
    EXPECT_EQ(id.size(), 10U) << made;
    return id.size() == 10 ? id.substr(1, 8) : "";
  }
  // A running game of Ann and Ben.
  std::string begin(std::string_view more = "") {
    const std::string table = create(ann, more);
    say(ben, at(table, "join"));
    say(ann, at(table, "sit", R"(,"place":0)"));
    say(ben, at(table, "sit", R"(,"place":1)"));
    say(ann, at(table, "ready", R"(,"ready":true)"));
    say(ben, at(table, "ready", R"(,"ready":true)"));
    return table;
  }
  // The first legal action of whoever has one.
  struct Move {
    ConnectionId by = 0;
    std::string message;
  };
  Move next_move(const std::string& table) {
    for (const ConnectionId by : {ann, ben}) {
      const std::string state = say(by, at(table, "join"));
      const auto legal = state.find("\"legal\":{\"");
      if (legal == std::string::npos) continue;
      const auto first = state.find("[\"", legal) + 2;
      if (state.find(']', legal) < first) continue;
      return {by, at(table, "act",
                     ",\"version\":" + value_of(state, "version") + ",\"do\":\"" +
                         state.substr(first, state.find('"', first) - first) + '"')};
    }
    ADD_FAILURE() << "nobody can act";
    return {};
  }

  FakeEnvironment environment_;
  FakeStore store_;
  Metrics metrics_;
  Config config_;
  Workers workers_{1, 0};
  std::unique_ptr<Outbox> outbox_;
  std::unique_ptr<TableService> service_;
};

TEST_F(Service, nothing_is_heard_before_it_is_stored) {
  const std::string table = begin();
  const Move move = next_move(table);
  store_.hold_writes = true;
  EXPECT_EQ(say(move.by, move.message), "");
  store_.answer();
  settle();
  EXPECT_TRUE(contains(environment_.take(ann) + environment_.take(ben), "\"update\""));
}

TEST_F(Service, every_action_replaces_the_deadline_of_its_table) {
  const std::string table = begin(R"(,"time":{"kind":"relaxed","bank":600,"move":5})");
  EXPECT_EQ(service_->armed_timers(), 1U);
  for (int i = 0; i < 100; ++i) {
    const Move move = next_move(table);
    if (move.by == 0) break;
    environment_.time += 10;
    say(move.by, move.message);
    ASSERT_LE(service_->armed_timers(), 1U);
  }
}

TEST_F(Service, a_restart_charges_the_running_clock_up_to_the_last_heartbeat) {
  const std::string table = begin(R"(,"time":{"kind":"relaxed","bank":600,"move":5})");
  const Move move = next_move(table);
  environment_.time += 30'000;   // the player thinks
  settle();                      // and the server lives
  environment_.time += 500'000;  // the server is dead
  restart();
  EXPECT_TRUE(contains(say(move.by, at(table, "join")), "570000"))
      << "half a minute is charged, the outage is not";
  environment_.time += 500'000;  // dead again, without having been used
  restart();
  EXPECT_TRUE(contains(say(move.by, at(table, "join")), "570000"));
}

TEST_F(Service, a_slow_store_has_one_heartbeat_on_its_way) {
  begin(R"(,"time":{"kind":"relaxed","bank":600,"move":5})");
  store_.hold_writes = true;
  const int before = store_.write_calls;
  for (int i = 0; i < 20; ++i) {
    environment_.time += 1000;
    settle();
  }
  EXPECT_EQ(store_.write_calls, before + 1);
  store_.answer_all();
  settle();
  EXPECT_LE(store_.held(), 1U) << "and the others were never made";
  EXPECT_EQ(*store_.alive_at(), environment_.time - 19'000);
}

TEST_F(Service, a_step_that_is_not_stored_has_not_happened) {
  const std::string table = begin();
  const std::string other = create(cat);
  const Move move = next_move(table);
  const std::string version = value_of(say(ann, at(table, "join")), "version");
  store_.write_fails = store::WriteError::unavailable;
  EXPECT_TRUE(contains(say(move.by, move.message), "\"code\":\"not_stored\""));
  store_.write_fails.reset();
  environment_.time += 600;
  settle();
  EXPECT_EQ(value_of(say(ann, at(table, "join")), "version"), version);
  EXPECT_TRUE(contains(say(move.by, move.message), "\"update\"")) << "and it goes on";
  EXPECT_TRUE(contains(say(cat, at(other, "join")), "\"type\":\"table\""));
}

TEST_F(Service, a_press_that_waits_is_answered_when_the_store_fails) {
  const std::string made =
      say(ann, R"({"n":1,"type":"create","game":"ratuki","options":{"players":2}})");
  const std::string table = value_of(made, "table").substr(1, 8);
  say(ben, at(table, "join"));
  say(ann, at(table, "sit", R"(,"place":0)"));
  say(ben, at(table, "sit", R"(,"place":1)"));
  say(ann, at(table, "ready"));
  say(ben, at(table, "ready"));
  environment_.time += 10'000;
  settle();
  environment_.session(ben)->round_trip.add(200);  // a slow player: presses wait for 100 ms
  EXPECT_EQ(say(ann, at(table, "act", R"(,"do":"flip")")), "");
  store_.write_fails = store::WriteError::unavailable;
  say(ben, at(table, "leave"));  // something else fails
  EXPECT_TRUE(contains(environment_.take(ann), "\"code\":\"not_stored\""));
}

TEST_F(Service, a_version_from_the_future_is_refused) {
  const std::string table = begin();
  EXPECT_TRUE(contains(say(ann, at(table, "join", R"(,"since":1000)")), "\"version_ahead\""));
  EXPECT_TRUE(contains(say(ann, at(table, "join", R"(,"since":0)")), "\"type\":\"table\""));
}

TEST_F(Service, limits_know_tables_that_are_not_in_memory) {
  config_.tables_per_person = 2;
  const std::string first = begin();
  create(ann);
  store_.hold_reads = true;
  make();
  EXPECT_EQ(service_->seats_of("pann").size(), 2U);
  EXPECT_TRUE(contains(say(ann, R"({"n":1,"type":"create","game":"dragons"})"), "too_many_tables"));
  EXPECT_EQ(service_->seats_of("pben"), std::vector<std::string>{first});
  store_.answer_all();
}

TEST_F(Service, commands_wait_for_a_table_that_is_being_read) {
  const std::string table = begin();
  const std::string healthy = begin();
  store_.hold_reads = true;
  make();
  EXPECT_EQ(say(ann, at(table, "join")), "") << "it waits";
  EXPECT_EQ(say(ann, at(table, "resign")), "") << "and what follows waits behind it";
  const std::string fresh = create(cat);
  EXPECT_FALSE(fresh.empty()) << "others go on";
  store_.answer_all();
  settle();
  const std::string heard = environment_.take(ann);
  EXPECT_TRUE(contains(heard, "\"type\":\"table\"") && contains(heard, "\"result\"")) << heard;
  EXPECT_TRUE(contains(say(ben, at(healthy, "join")), "\"type\":\"table\""));
}

TEST_F(Service, a_table_that_cannot_be_read_is_tried_again) {
  const std::string table = begin();
  store_.reads_fail = true;
  restart();
  EXPECT_TRUE(contains(say(ann, at(table, "join")), "\"code\":\"unavailable\""));
  EXPECT_TRUE(contains(say(ann, at("zzzzzzzz", "join")), "\"code\":\"unavailable\""));
  store_.reads_fail = false;
  environment_.time += 1000;
  settle();
  EXPECT_TRUE(contains(say(ann, at(table, "join")), "\"type\":\"table\""));
  EXPECT_TRUE(contains(say(ann, at("zzzzzzzz", "join")), "\"code\":\"no_such_table\""));
}

TEST_F(Service, a_table_that_was_never_stored_is_gone) {
  store_.write_fails = store::WriteError::unavailable;
  EXPECT_TRUE(contains(say(ann, R"({"n":1,"type":"create","game":"dragons"})"), "not_stored"));
  EXPECT_TRUE(service_->seats_of("pann").empty());
  store_.write_fails.reset();
  environment_.time += 1000;
  settle();
  EXPECT_EQ(service_->size(), 0U);
}

TEST_F(Service, a_host_without_a_place_is_answered_when_the_game_starts_without_it) {
  const std::string made = say(cat, R"({"n":1,"type":"create","game":"dragons","watch":false})");
  const std::string table = value_of(made, "table").substr(1, 8);
  for (const char* place : {"0", "1"})
    say(cat, at(table, "bot", std::string(R"(,"level":"novice","place":)") + place));
  const std::string told = say(cat, at(table, "start"));
  EXPECT_TRUE(contains(told, R"({"type":"ok","to":)")) << told;
  EXPECT_TRUE(contains(told, "no_spectators")) << told;
}

TEST_F(Service, no_clock_runs_while_nothing_can_be_stored) {
  const std::string table = begin(R"(,"time":{"kind":"relaxed","bank":100,"move":0})");
  const Move move = next_move(table);
  environment_.time += 10'000;
  settle();  // a heartbeat
  store_.write_fails = store::WriteError::unavailable;
  EXPECT_TRUE(contains(say(move.by, move.message), "\"code\":\"not_stored\""));
  for (int second = 0; second < 300; ++second) {
    environment_.time += 1000;
    settle();
  }
  EXPECT_TRUE(contains(say(move.by, at(table, "join")), "\"code\":\"unavailable\""));
  store_.write_fails.reset();
  environment_.time += 1000;
  settle();
  const std::string state = say(move.by, at(table, "join"));
  EXPECT_TRUE(contains(state, "\"left\":[90000,100000]") || contains(state, "[100000,90000]"))
      << state;
}

TEST_F(Service, whoever_loses_the_connection_is_not_ready) {
  const std::string table = create(ann);
  say(ann, at(table, "sit", R"(,"place":0)"));
  say(ben, at(table, "join"));
  say(ben, at(table, "sit", R"(,"place":1)"));
  EXPECT_TRUE(contains(say(ben, at(table, "ready")), R"("ready":true)"));
  environment_.sessions.erase(ben);
  service_->on_disconnect(ben, "pben");
  settle();
  EXPECT_TRUE(contains(say(ann, at(table, "start")), R"("code":"not_ready")"));
}

TEST_F(Service, a_game_counts_though_ratings_cannot_be_shown) {
  constexpr auto rated = R"(,"rated":true,"time":{"kind":"relaxed","bank":600,"move":10})";
  const auto play = [this](const std::string& table) {  // until the game counts
    for (std::map<ConnectionId, int> acted; acted[ann] < 5 || acted[ben] < 5;) {
      const Move move = next_move(table);
      say(move.by, move.message);
      ++acted[move.by];
    }
  };
  const std::string first = begin(rated);
  EXPECT_TRUE(contains(say(ann, at(first, "join")), "\"rating\":1500"));
  play(first);
  say(ben, at(first, "resign"));
  const double won = store_.ratings("pann")->at(0).rating;
  EXPECT_GT(won, 1500);
  store_.ratings_fail = true;
  const std::string second = begin(rated);
  play(second);
  EXPECT_FALSE(contains(say(ann, at(second, "join")), "\"rating\"")) << "unknown, and not 1500";
  EXPECT_TRUE(contains(say(ben, at(second, "resign")), "\"result\""));
  EXPECT_TRUE(store_.open_tables()->empty());
  store_.ratings_fail = false;
  EXPECT_GT(store_.ratings("pann")->at(0).rating, won);
  EXPECT_EQ(store_.ratings("pann")->at(0).games, 2);
}

TEST_F(Service, finished_tables_leave_memory_while_others_are_busy) {
  const std::string over = begin();
  const std::string busy = begin();
  say(ben, at(over, "resign"));
  for (const ConnectionId one : {ann, ben}) say(one, at(over, "part"));
  const std::size_t with_it = service_->size();
  store_.hold_writes = true;  // from now on something of another table is always on its way
  const Move move = next_move(busy);
  say(move.by, move.message);
  environment_.time += 70'000;
  settle();
  EXPECT_EQ(service_->size(), with_it - 1);
  store_.answer_all();
}

TEST_F(Service, a_person_who_is_gone_gets_no_answer_to_what_waited) {
  const std::string table = begin();
  store_.hold_reads = true;
  make();
  say(ann, at(table, "join"));
  environment_.sessions.erase(ann);
  service_->on_disconnect(ann, "pann");
  store_.answer_all();
  settle();
  EXPECT_EQ(environment_.take(ann), "");
}

TEST_F(Service, spectators_are_dismissed_where_nobody_may_watch) {
  const std::string table = create(ann, R"(,"watch":false)");
  say(ben, at(table, "join"));
  say(cat, at(table, "join"));
  say(ann, at(table, "sit", R"(,"place":0)"));
  say(ben, at(table, "sit", R"(,"place":1)"));
  say(ann, at(table, "ready"));
  (void)environment_.take(cat);
  say(ben, at(table, "ready"));
  EXPECT_TRUE(contains(environment_.take(cat), "\"code\":\"no_spectators\""));
  const Move move = next_move(table);
  say(move.by, move.message);
  EXPECT_EQ(environment_.take(cat), "");
}

}  // namespace
}  // namespace hotaka::server::test
