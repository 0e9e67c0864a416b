// The lobby, the ratings and the bots of a server, each by itself.

#include <chrono>
#include <thread>

#include "base/text.h"
#include "server/bot_scheduler.h"
#include "server/crypto.h"
#include "server/fakes.h"
#include "server/lobby.h"
#include "server/ratings.h"

namespace hotaka::server::test {
namespace {

std::unique_ptr<table::Table> make_table(std::string_view id, std::string_view setup,
                                         table::Time now) {
  json::Fields fields;
  EXPECT_FALSE(fields.read(setup));
  auto read = table::read_setup(fields);
  EXPECT_TRUE(read);
  auto made = table::Table::make(id, std::move(*read), {"pann", "Ann"}, fair::Secret(), now);
  EXPECT_TRUE(made);
  return std::move(*made);
}

constexpr auto rated_dragons =
    R"("game":"dragons","rated":true,"time":{"kind":"relaxed","bank":600,"move":10})";

std::unique_ptr<table::Table> two_people(std::string_view id, table::Time now) {
  auto table = make_table(id, std::string("{") + rated_dragons + "}", now);
  EXPECT_FALSE(table->sit(0, {"pann", "Ann", true}, "", now));
  EXPECT_FALSE(table->sit(1, {"pben", "Ben", true}, "", now));
  EXPECT_FALSE(table->set_ready(0, true, now));
  EXPECT_FALSE(table->set_ready(1, true, now));
  return table;
}

// Until both have acted so often.
void play(table::Table& table, int least) {
  const auto enough = [&](const table::Place& place) { return place.actions >= least; };
  while (!std::ranges::all_of(table.places(), enough)) {
    std::vector<std::string> legal;
    table.game().legal_texts(table.turn().seat, legal);
    ASSERT_FALSE(table.act(table.turn().player,
                           {.version = table.version(), .seat = {}, .action = legal[0], .t = {}},
                           1));
  }
}

class Parts : public testing::Test {
 protected:
  FakeEnvironment environment_;
  FakeStore store_;
};

// --- Ratings

// What the end of a game makes of these ratings.
std::vector<store::Rating> rated(const store::Finish& finish, std::vector<store::Rating> ratings) {
  finish.rate(ratings);
  return ratings;
}

TEST(Ratings, who_wins_gains_what_the_other_loses) {
  const auto table = two_people("t", 1);
  play(*table, 5);
  ASSERT_FALSE(table->resign(1, 2));
  const store::Finish finish = finish_of(*table, 3);
  ASSERT_EQ(finish.players, (std::vector<std::string>{"pann", "pben"}));
  EXPECT_EQ(finish.game, "dragons");
  const auto first = rated(finish, {{"pann", "dragons"}, {"pben", "dragons"}});
  EXPECT_GT(first[0].rating, 1500) << "one without a rating begins with 1500";
  EXPECT_NEAR(first[0].rating + first[1].rating, 3000, 0.01);
  EXPECT_EQ(first[0].games, 1);
  const auto second = rated(finish, first);
  EXPECT_GT(second[0].rating, first[0].rating);
  EXPECT_LT(second[0].rating - first[0].rating, first[0].rating - 1500) << "it was expected";
  EXPECT_EQ(second[0].games, 2);
}

TEST(Ratings, who_gives_up_before_everybody_has_played_loses_nothing) {
  const auto table = two_people("t", 1);
  play(*table, 4);
  ASSERT_FALSE(table->resign(1, 2));
  EXPECT_TRUE(finish_of(*table, 3).players.empty());
}

TEST(Ratings, a_bots_rating_is_a_constant) {
  const auto table = make_table("t", std::string("{") + rated_dragons + "}", 1);
  ASSERT_FALSE(table->put_bot(1, "master", 1));
  ASSERT_FALSE(table->sit(0, {"pann", "Ann", true}, "", 1));
  EXPECT_EQ(rated_places(*table).bots, (std::vector<int>{0, 2087}));
  ASSERT_FALSE(table->set_ready(0, true, 1));
  play(*table, 5);
  ASSERT_FALSE(table->resign(0, 2));
  const store::Finish finish = finish_of(*table, 3);
  ASSERT_EQ(finish.players, std::vector<std::string>{"pann"});
  const auto ratings = rated(finish, {{"pann", "dragons"}});
  EXPECT_LT(ratings[0].rating, 1500);
  EXPECT_GT(ratings[0].rating, 1470) << "nobody expected anything else";
}

TEST(Ratings, only_rated_games_have_any) {
  const auto table = make_table("t", R"({"game":"dragons"})", 1);
  EXPECT_TRUE(rated_places(*table).people.empty());
  EXPECT_TRUE(finish_of(*table, 3).players.empty());
  EXPECT_EQ(shown_rating({{"pann", "spirits", 1600}}, "dragons"), 1500);
  EXPECT_EQ(shown_rating({{"pann", "spirits", 1600.5}}, "spirits"), 1600);
}

// --- The lobby

TEST_F(Parts, the_lobby_lists_what_can_be_joined_newest_first) {
  TableRegistry registry(
      store_, environment_,
      {.on_read = [](LiveTable&) {}, .on_gone = [](const auto&, const auto&) {}});
  Subscriptions subscriptions;
  Lobby lobby(registry, subscriptions, environment_);
  EXPECT_EQ(lobby.json(), "[]");
  const auto add = [&](std::string_view id, std::string_view setup) {
    environment_.time += 10;
    registry.add(make_table(id, setup, environment_.time));
    lobby.on_change();
  };
  add("aa", R"({"game":"dragons"})");
  add("bb", R"({"game":"dragons","open":false})");
  add("cc", R"({"game":"spirits"})");
  const std::string list = lobby.json();
  EXPECT_EQ(list.find("\"bb\""), std::string::npos) << "it is not open";
  EXPECT_LT(list.find("\"cc\""), list.find("\"aa\""));

  lobby.watch(7, true);
  lobby.on_change();
  EXPECT_EQ(lobby.flush(), std::nullopt);
  EXPECT_EQ(environment_.take(7), "") << "it has that list";
  add("dd", R"({"game":"dragons"})");
  EXPECT_NE(lobby.flush(), std::nullopt) << "twice a second at most";
  EXPECT_EQ(environment_.take(7), "");
  environment_.time += 500;
  EXPECT_EQ(lobby.flush(), std::nullopt);
  const std::string told = environment_.take(7);
  EXPECT_NE(told.find(R"("changed":[{"table":"dd")"), std::string::npos) << told;
  EXPECT_NE(told.find(R"("gone":[])"), std::string::npos) << told;
  EXPECT_EQ(told.find("\"aa\""), std::string::npos) << "only what has changed: " << told;
  EXPECT_EQ(told.find("pann"), std::string::npos) << "it names nobody";
  registry.forget("aa");
  add("ee", R"({"game":"dragons"})");
  add("ff", R"({"game":"dragons"})");
  EXPECT_EQ(lobby.json().find("\"cc\""), std::string::npos) << "a host fills no list";
  environment_.time += 500;
  (void)lobby.flush();
  EXPECT_NE(environment_.take(7).find(R"("gone":["aa","cc"])"), std::string::npos);
  environment_.time += 500;
  lobby.on_change();
  (void)lobby.flush();
  EXPECT_EQ(environment_.take(7), "") << "nothing has changed";
  environment_.time += 3'600'000;
  EXPECT_EQ(lobby.json(), "[]") << "nobody has come within an hour";
}

// --- Bots

class Bots : public testing::Test {
 protected:
  // Waits for the decisions of the threads.
  void wait_for(std::size_t decisions) {
    for (int i = 0; i < 20'000 && made_.size() < decisions; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      std::function<void()> task;
      {
        const std::lock_guard lock(mutex_);
        if (tasks_.empty()) continue;
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      task();
    }
    ASSERT_EQ(made_.size(), decisions);
  }

  class Clock final : public Environment {
   public:
    explicit Clock(Bots& test) : test_(test) {}
    table::Time now() const override { return test_.time_; }
    void post(std::function<void()> task) override {
      const std::lock_guard lock(test_.mutex_);
      test_.tasks_.push_back(std::move(task));
    }
    void send(ConnectionId, const SharedText&) override {}
    bool is_behind(ConnectionId) override { return false; }
    void charge(ConnectionId, double) override {}
    void measure_delay(ConnectionId) override {}
    void respond(ConnectionId, const Response&) override {}
    void open_socket(ConnectionId, const std::string&, const store::SignedIn&) override {}
    void close_sockets(const store::SessionEnd&, Replaced) override {}
    Session* session(ConnectionId) override { return nullptr; }

   private:
    Bots& test_;
  };

  LiveTable& table_of(bool with_person, const std::string& id = "t",
                      std::string_view person = "pann") {
    LiveTable& live = tables_[id];
    live.id = id;
    live.account = person;
    live.table = make_table(id, R"({"game":"dragons","options":{"first":"white"}})", 1);
    EXPECT_FALSE(live.table->put_bot(0, "novice", 1));
    if (with_person) {
      EXPECT_FALSE(live.table->sit(1, {person, "Name"}, "", 1));
    } else {
      EXPECT_FALSE(live.table->put_bot(1, "novice", 1));
    }
    EXPECT_FALSE(live.table->start(1));
    return live;
  }

  table::Time time_ = 1000;
  std::mutex mutex_;
  std::deque<std::function<void()>> tasks_;
  std::vector<BotScheduler::Decision> made_;
  Clock environment_{*this};
  Workers workers_{1, 0};
  std::map<std::string, LiveTable> tables_;
  BotScheduler bots_{workers_,
                     1,
                     environment_,
                     {.find =
                          [this](const std::string& id) {
                            const auto found = tables_.find(id);
                            return found == tables_.end() ? nullptr : &found->second;
                          },
                      .is_watched = [](const std::string& id) { return id != "unwatched"; }},
                     [this](const BotScheduler::Decision& made) { made_.push_back(made); }};
};

TEST_F(Bots, a_bot_is_asked_once_for_a_position) {
  LiveTable& live = table_of(true);
  bots_.consider(live);
  bots_.consider(live);
  EXPECT_EQ(live.bot_move_at, 0);
  wait_for(1);
  EXPECT_EQ(made_[0].table, "t");
  EXPECT_EQ(made_[0].version, live.table->version());
  table::Act act;
  act.seat = made_[0].seat;
  act.action = made_[0].action;
  EXPECT_FALSE(live.table->act(0, act, 2)) << act.action;
}

TEST_F(Bots, what_is_no_longer_so_is_not_thought_about) {
  LiveTable& live = table_of(true);
  LiveTable& other = table_of(true, "u", "pben");
  bots_.consider(live);
  bots_.consider(other);
  EXPECT_EQ(bots_.waiting(), 1U) << "there is one thread";
  for (int i = 0; i < 100; ++i) {  // asked again and again, there is one request
    for (LiveTable* one : {&live, &other}) {
      ASSERT_FALSE(one->table->come_back(1, 1) && one->table->leave(1, "club", 1));
      bots_.consider(*one);
    }
  }
  EXPECT_EQ(bots_.waiting(), 1U);
  wait_for(2);
  for (const BotScheduler::Decision& made : made_)
    EXPECT_EQ(made.version, tables_[made.table].table->version());
}

TEST_F(Bots, whoever_has_many_tables_waits_for_others_in_between) {
  std::vector<std::string> ids;
  for (int i = 0; i < 20; ++i) {
    ids.push_back("many" + std::to_string(i));
    bots_.consider(table_of(true, ids.back(), "peve"));
  }
  bots_.consider(table_of(true, "unwatched", "pben"));
  bots_.consider(table_of(true, "one", "pann"));
  wait_for(22);
  EXPECT_EQ(made_.back().table, "unwatched");
  const auto place = std::ranges::find(made_, "one", &BotScheduler::Decision::table);
  EXPECT_LE(place - made_.begin(), 2);
}

TEST_F(Bots, where_only_bots_play_each_waits_a_moment) {
  LiveTable& live = table_of(false);
  bots_.consider(live);
  ASSERT_GT(live.bot_move_at, time_);
  const table::Time first = live.bot_move_at;
  time_ += 100;
  bots_.consider(live);
  EXPECT_EQ(live.bot_move_at, first) << "being looked at does not put it off";
  EXPECT_EQ(bots_.waiting(), 0U);
  time_ = first;
  bots_.consider(live);
  EXPECT_EQ(live.bot_move_at, 0);
  wait_for(1);
}

}  // namespace
}  // namespace hotaka::server::test
