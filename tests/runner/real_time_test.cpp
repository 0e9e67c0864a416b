// The order of presses, bots and deadlines at a real-time table, to the millisecond.

#include "runner/real_time.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/text.h"

namespace hotaka::runner {
namespace {

using table::Act;
using table::Person;
using table::Setup;
using table::Stage;
using table::Table;
using table::Time;

constexpr Person ann{"pann", "Ann"};
constexpr Person bob{"pbob", "Bob"};
constexpr Time begun_at = 10'000;
constexpr Time first_round = begun_at + 3500;
constexpr Time smallest = std::numeric_limits<Time>::min();
constexpr Time largest = std::numeric_limits<Time>::max();

// Ann and somebody else, started at `begun_at`; Bob where no level is given.
std::unique_ptr<Table> start_table(std::string_view level = "", std::string_view options = "{}",
                                   std::uint8_t secret = 7) {
  fair::Secret bytes;
  bytes.bytes.fill(secret);
  const std::string text =
      R"({"game":"ratuki","options":)" + std::string(options) + std::string("}");
  auto setup = table::read_setup(json::Fields{json::Value(text)});
  EXPECT_TRUE(setup);
  auto table = std::move(*Table::make("t1", std::move(*setup), ann, bytes, 0));
  EXPECT_FALSE(table->sit(0, ann, "", 1));
  EXPECT_FALSE(level.empty() ? table->sit(1, bob, "", 2) : table->put_bot(1, level, 2));
  EXPECT_FALSE(table->start(begun_at));
  EXPECT_EQ(table->round_start(), first_round);
  return table;
}

Press press_of(const Table& table, Time at, std::string_view action = "out",
               std::uint64_t sender = 0) {
  Act act;
  act.action = action;
  Press press = make_press(table, act, ann, at, 0);
  press.sender = sender;
  return press;
}

// "deadline 13500", "press 13500", "bot 13500"
std::string text_of(const Due& due) {
  if (const auto* deadline = std::get_if<Deadline>(&due))
    return "deadline " + to_text(deadline->at);
  if (const auto* press = std::get_if<Press>(&due)) return "press " + to_text(press->at);
  return "bot " + to_text(std::get<BotMove>(due).at);
}

std::string next_text(RealTimeQueue& queue, Table& table, Time until) {
  const auto due = queue.next(table, until);
  if (!due) return "";
  (void)execute(table, *due);
  return text_of(*due);
}

// All that happens until then.
std::vector<std::string> run(RealTimeQueue& queue, Table& table, Time until) {
  std::vector<std::string> all;
  for (std::string text = next_text(queue, table, until); !text.empty();
       text = next_text(queue, table, until))
    all.push_back(text);
  return all;
}

// The next thing that a bot does if nothing else happens before; INT64_MAX if something does.
Time next_bot_move(const RealTimeQueue& queue, const Table& table) {
  RealTimeQueue copy = queue;
  const auto due = copy.next(table, largest);
  const auto* move = due ? std::get_if<BotMove>(&*due) : nullptr;
  return move == nullptr ? largest : move->at;
}

// --- Presses

TEST(RealTime, a_press_is_believed_within_the_delay) {
  const auto table = start_table();
  const Time now = first_round + 5000;
  const auto pressed_at = [&](std::optional<Time> t, Time delay) {
    Act act;
    act.action = "out";
    act.t = t;
    const Press press = make_press(*table, act, bob, now, delay);
    EXPECT_EQ(press.round_start, first_round);
    EXPECT_EQ(press.act.t, press.at - first_round);
    EXPECT_EQ(press.person, "pbob");
    EXPECT_EQ(press.name, "Bob");
    return press.at - first_round;
  };
  EXPECT_EQ(pressed_at(std::nullopt, 120), 5000);
  EXPECT_EQ(pressed_at(5000, 120), 5000);
  EXPECT_EQ(pressed_at(4881, 120), 4881);
  EXPECT_EQ(pressed_at(4880, 120), 4880);
  EXPECT_EQ(pressed_at(4879, 120), 4880);
  EXPECT_EQ(pressed_at(4999, 0), 5000);
  EXPECT_EQ(pressed_at(5001, 120), 5000);
  EXPECT_EQ(pressed_at(-1, 120), 4880);
  EXPECT_EQ(pressed_at(smallest, 120), 4880);
  EXPECT_EQ(pressed_at(largest, 120), 5000);
}

TEST(RealTime, a_press_before_the_round_is_refused_by_the_table) {
  auto table = start_table();
  Act act;
  act.action = "out";
  act.t = -1;
  const Press early = make_press(*table, act, ann, first_round, 120);
  EXPECT_EQ(early.at, first_round - 1);
  EXPECT_EQ(execute(*table, early)->code, "round_not_begun");
}

TEST(RealTime, presses_happen_in_the_order_of_their_times) {
  auto table = start_table();
  RealTimeQueue queue;
  EXPECT_EQ(queue.next(*table, first_round + 99), std::nullopt);
  const std::vector<std::pair<Time, std::uint64_t>> given{{300, 1}, {100, 2}, {200, 3}, {100, 4},
                                                          {300, 5}, {100, 6}, {101, 7}};
  for (const auto& [t, sender] : given)
    queue.hold(press_of(*table, first_round + t, "discard ?", sender));
  EXPECT_EQ(queue.next_time(*table), first_round + 100);
  EXPECT_FALSE(queue.next(*table, first_round + 99));
  std::vector<std::uint64_t> senders;
  while (const auto due = queue.next(*table, first_round + 200))
    senders.push_back(std::get<Press>(*due).sender);
  EXPECT_EQ(senders, (std::vector<std::uint64_t>{2, 4, 6, 7, 3}));
  EXPECT_EQ(queue.next_time(*table), first_round + 300);
  EXPECT_FALSE(queue.next(*table, first_round + 299));
  EXPECT_EQ(std::get<Press>(*queue.next(*table, first_round + 300)).sender, 1U);
}

TEST(RealTime, a_press_of_a_round_that_is_over_is_refused) {
  auto table = start_table("", R"({"idle_ms":1000})");
  RealTimeQueue queue;
  const Press late = press_of(*table, first_round + 900, "discard ?");
  EXPECT_EQ(execute(*table, late)->code, "bad_action");
  EXPECT_EQ(next_text(queue, *table, largest), "deadline " + to_text(first_round + 1000));
  EXPECT_EQ(execute(*table, late)->code, "round_over") << "a pause";
  EXPECT_EQ(next_text(queue, *table, largest), "deadline " + to_text(first_round + 7000));
  ASSERT_EQ(table->round_start(), first_round + 10'500);
  EXPECT_EQ(execute(*table, late)->code, "round_over") << "another round";
}

TEST(RealTime, all_presses_are_given_back_when_the_table_cannot_go_on) {
  const auto table = start_table();
  RealTimeQueue queue;
  EXPECT_TRUE(queue.take_presses().empty());
  for (const Time t : {30, 10, 20}) {
    Press press = press_of(*table, first_round + t, "out", static_cast<std::uint64_t>(t));
    press.reply_to = t;
    queue.hold(std::move(press));
  }
  std::vector<std::int64_t> numbers;
  for (const Press& press : queue.take_presses()) {
    EXPECT_EQ(press.sender, static_cast<std::uint64_t>(*press.reply_to));
    numbers.push_back(*press.reply_to);
  }
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{10, 20, 30}));
  EXPECT_TRUE(queue.take_presses().empty());
  EXPECT_EQ(queue.next_time(*table), table->wake());
}

TEST(RealTime, a_press_at_a_table_that_is_over_gets_an_answer) {
  auto table = start_table();
  RealTimeQueue queue;
  queue.hold(press_of(*table, first_round + 50));
  ASSERT_FALSE(table->resign(1, first_round + 10));
  ASSERT_EQ(table->stage(), Stage::finished);
  const auto due = queue.next(*table, first_round + 50);
  ASSERT_TRUE(due);
  EXPECT_EQ(execute(*table, *due)->code, "game_over");
  EXPECT_EQ(queue.next_time(*table), std::nullopt);
}

// --- Ties

TEST(RealTime, a_deadline_comes_before_a_press) {
  auto table = start_table("", R"({"idle_ms":1000})");
  RealTimeQueue queue;
  const Time due = first_round + 1000;
  ASSERT_EQ(table->wake(), due);
  queue.hold(press_of(*table, due, "discard ?", 1));
  queue.hold(press_of(*table, due - 1, "discard ?", 2));
  EXPECT_FALSE(queue.next(*table, due - 2));
  EXPECT_EQ(run(queue, *table, due),
            (std::vector<std::string>{"press " + to_text(due - 1), "deadline " + to_text(due),
                                      "press " + to_text(due)}));
}

TEST(RealTime, a_press_comes_before_a_bot) {
  auto table = start_table("master");
  RealTimeQueue queue;
  EXPECT_FALSE(queue.next(*table, first_round));
  const Time at = next_bot_move(queue, *table);
  ASSERT_LT(at, first_round + 10'000);
  queue.hold(press_of(*table, at, "discard ?"));
  queue.hold(press_of(*table, at + 1, "discard ?"));
  EXPECT_FALSE(queue.next(*table, at - 1));
  EXPECT_EQ(run(queue, *table, at),
            (std::vector<std::string>{"press " + to_text(at), "bot " + to_text(at)}));
}

// A card of Ann's is settled in the moment in which a bot moves and she presses again.
TEST(RealTime, a_deadline_then_a_press_then_a_bot) {
  constexpr Time tie_ms = 60;
  auto table = start_table("master");
  RealTimeQueue queue;
  Time now = first_round;
  for (int i = 0; i < 1000 && table->stage() == Stage::running; ++i) {
    run(queue, *table, now);
    const Time at = next_bot_move(queue, *table);
    std::vector<std::string> actions;
    table->game().legal_texts(0, actions);
    const auto play = std::ranges::find_if(
        actions, [](const std::string& action) { return action.starts_with("play"); });
    if (play != actions.end() && at != largest && at - tie_ms > now &&
        !execute(*table, press_of(*table, at - tie_ms, *play)) && table->wake() == at) {
      queue.hold(press_of(*table, at, "discard ?"));
      EXPECT_EQ(run(queue, *table, at),
                (std::vector<std::string>{"deadline " + to_text(at), "press " + to_text(at),
                                          "bot " + to_text(at)}));
      return;
    }
    now += 500;
  }
  FAIL() << "no such moment was met";
}

// --- Bots

TEST(RealTime, bots_play_whole_games) {
  for (const std::string_view level : {"novice", "master"}) {
    auto table = start_table(level, R"({"target":30,"players":2})");
    ASSERT_FALSE(table->leave(0, "club", first_round));
    RealTimeQueue queue;
    int moves = 0;
    Time before = 0;
    for (int i = 0; i < 100'000; ++i) {
      const auto due = queue.next(*table, largest);
      if (!due) break;
      if (const auto* move = std::get_if<BotMove>(&*due)) {
        EXPECT_GE(move->at, before);
        before = move->at;
        ++moves;
      }
      (void)execute(*table, *due);
    }
    EXPECT_EQ(table->stage(), Stage::finished) << level;
    EXPECT_GT(moves, 20);
    EXPECT_EQ(queue.next_time(*table), std::nullopt);
  }
}

// However often the host asks, the same happens.
TEST(RealTime, the_game_does_not_depend_on_how_often_one_asks) {
  constexpr Time end = first_round + 40'000;
  std::vector<std::string> journals;
  for (const Time step : {Time{1}, Time{7}, Time{1000}, Time{100'000}}) {
    auto table = start_table("expert", R"({"hand_ms":[200,900],"idle_ms":8000})");
    RealTimeQueue queue;
    // All that Ann ever does is known at the start.
    for (const Time t : {700, 2500, 2600, 9000}) {
      std::vector<std::string> actions;
      table->game().legal_texts(0, actions);
      queue.hold(press_of(*table, first_round + t, actions.front()));
    }
    for (Time until = begun_at; until < end; until += step) run(queue, *table, until);
    run(queue, *table, end);
    journals.emplace_back(table->game_lines());
    EXPECT_EQ(journals.back(), journals.front()) << step;
  }
  EXPECT_GT(split(journals.front(), '\n').size(), 20U);
}

TEST(RealTime, the_next_time_is_exact_once_all_have_looked) {
  auto table = start_table("club");
  RealTimeQueue queue;
  EXPECT_EQ(queue.next_time(*table), 0) << "the bot has not looked yet";
  Time now = first_round;
  for (int i = 0; i < 60; ++i) {
    run(queue, *table, now);
    const auto next = queue.next_time(*table);
    ASSERT_TRUE(next);
    ASSERT_GT(*next, now);
    EXPECT_FALSE(queue.next(*table, *next - 1));
    EXPECT_EQ(queue.next_time(*table), next);
    now = *next;
  }
}

// A bot with a slow hand that has nothing to do looks again, later each time.
TEST(RealTime, bots_with_a_handicap_keep_to_it) {
  for (const std::string_view level : {"club", "master"}) {
    auto table = start_table(level, R"({"hand_ms":[200,5000],"idle_ms":60000})");
    RealTimeQueue queue;
    Time last = 0;
    int moves = 0;
    while (const auto due = queue.next(*table, first_round + 90'000)) {
      const auto error = execute(*table, *due);
      const auto* move = std::get_if<BotMove>(&*due);
      if (move == nullptr || error || table->round_start() != first_round) continue;
      if (move->act.action != "out") {
        EXPECT_GE(move->at - last, 5000);
        last = move->at;
      }
      ++moves;
    }
    EXPECT_GT(moves, 8) << level;
  }
}

TEST(RealTime, a_bot_that_takes_over_does_nothing_before_that) {
  auto table = start_table("", R"({"idle_ms":60000})");
  RealTimeQueue queue;
  const Time now = first_round + 30'000;
  EXPECT_FALSE(queue.next(*table, now));
  ASSERT_FALSE(table->leave(1, "master", now));
  EXPECT_EQ(queue.next_time(*table), 0) << "it is to look";
  const auto due = queue.next(*table, largest);
  ASSERT_TRUE(due && std::holds_alternative<BotMove>(*due));
  EXPECT_GT(std::get<BotMove>(*due).at, now + 400);
  EXPECT_EQ(std::get<BotMove>(*due).player, 1);
  EXPECT_FALSE(execute(*table, *due));
}

TEST(RealTime, a_person_who_comes_back_has_no_bot) {
  auto table = start_table();
  RealTimeQueue queue;
  ASSERT_FALSE(table->leave(1, "master", first_round));
  EXPECT_FALSE(queue.next(*table, first_round));
  ASSERT_FALSE(table->come_back(1, first_round + 10));
  for (std::string text = next_text(queue, *table, first_round + 60'000); !text.empty();
       text = next_text(queue, *table, first_round + 60'000))
    EXPECT_TRUE(text.starts_with("deadline")) << text;
}

// --- Turn-based games have deadlines too

TEST(RealTime, a_clock_that_is_out_is_a_deadline) {
  fair::Secret bytes;
  auto setup = table::read_setup(json::Fields{
      json::Value(R"({"game":"dragons","time":{"kind":"relaxed","bank":60,"move":5}})")});
  ASSERT_TRUE(setup);
  auto table = std::move(*Table::make("t1", std::move(*setup), ann, bytes, 0));
  ASSERT_FALSE(table->sit(0, ann, "", 1));
  ASSERT_FALSE(table->sit(1, bob, "", 2));
  ASSERT_FALSE(table->start(1000));
  RealTimeQueue queue;
  EXPECT_EQ(queue.next_time(*table), 61'000);
  EXPECT_EQ(next_text(queue, *table, 60'999), "");
  EXPECT_EQ(next_text(queue, *table, 61'000), "deadline 61000");
  EXPECT_EQ(table->stage(), Stage::finished);
}

}  // namespace
}  // namespace hotaka::runner
