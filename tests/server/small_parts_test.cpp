// Parts of the server that are a class in a header: timers, subscriptions, limits, round trips.

#include <gtest/gtest.h>

#include "server/budget.h"
#include "server/hourly_budget.h"
#include "server/login_throttle.h"
#include "server/session.h"
#include "server/subscriptions.h"
#include "server/timers.h"

namespace hotaka::server {
namespace {

TEST(Timers, a_table_has_one_deadline) {
  Timers timers;
  for (int i = 0; i < 100'000; ++i) timers.arm("a", 600'000 + i);
  timers.arm("b", 5);
  EXPECT_EQ(timers.size(), 2U);
  EXPECT_EQ(timers.next(), 5);
  timers.arm("b", std::nullopt);
  EXPECT_EQ(timers.size(), 1U);
  EXPECT_TRUE(timers.take_due(600'000).empty()) << "the first deadline was replaced";
  EXPECT_EQ(timers.take_due(699'999), std::vector<std::string>{"a"});
  EXPECT_EQ(timers.size(), 0U);
  EXPECT_EQ(timers.next(), std::nullopt);
}

TEST(Timers, deadlines_come_in_their_order_and_once) {
  Timers timers;
  timers.arm("late", 30);
  timers.arm("b", 20);
  timers.arm("a", 20);
  timers.arm("first", 10);
  EXPECT_EQ(timers.take_due(25), (std::vector<std::string>{"first", "a", "b"}));
  EXPECT_TRUE(timers.take_due(25).empty());
  EXPECT_EQ(timers.next(), 30);
}

TEST(Subscriptions, both_ways) {
  Subscriptions all;
  all.add("t", {1, "ann"});
  all.add("t", {2, "ann"});
  all.add("t", {3, "ben"});
  all.add("u", {1, "ann"});
  EXPECT_TRUE(all.has(1, "t"));
  EXPECT_FALSE(all.has(3, "u"));
  EXPECT_EQ(all.count("t", "ann"), 2);
  EXPECT_EQ(all.tables_of(1), (std::vector<std::string>{"t", "u"}));
  all.remove(1, "t");
  all.remove(1, "t");
  all.remove(9, "t");
  EXPECT_EQ(all.count("t", "ann"), 1);
  EXPECT_EQ(all.tables_of(1), std::vector<std::string>{"u"});
  all.remove_table("t");
  EXPECT_TRUE(all.of("t").empty());
  EXPECT_TRUE(all.tables_of(2).empty());
  EXPECT_EQ(all.of("u").size(), 1U);
}

TEST(Budgets, whoever_has_spent_all_waits_until_it_has_come_back) {
  Budgets budgets(100, 5);
  EXPECT_EQ(budgets.free_at("ann", 0), 0);
  budgets.spend("ann", 500, 0);
  EXPECT_EQ(budgets.free_at("ann", 0), 0);
  budgets.spend("ann", 200, 0);
  EXPECT_EQ(budgets.free_at("ann", 0), 2001);
  EXPECT_EQ(budgets.free_at("ann", 1500), 2001);
  EXPECT_EQ(budgets.free_at("ann", 2001), 2001);
  EXPECT_EQ(budgets.free_at("ben", 0), 0) << "it is another one's";
}

TEST(Budgets, forget_who_has_spent_nothing_for_long) {
  Budgets budgets(100, 5);
  budgets.spend("ann", 500, 0);
  budgets.spend("ben", 1, 0);
  budgets.sweep(1000);
  EXPECT_EQ(budgets.size(), 1U);
  budgets.sweep(5000);
  EXPECT_EQ(budgets.size(), 0U);
}

TEST(RoundTrip, the_best_of_the_last_eight_samples) {
  RoundTrip trip;
  EXPECT_EQ(trip.best(), 0);
  trip.add(20);
  for (int i = 0; i < 7; ++i) trip.add(200);
  EXPECT_EQ(trip.best(), 20);
  EXPECT_EQ(trip.delay(), 10);
  trip.add(200);
  EXPECT_EQ(trip.best(), 200) << "a phone that left its network is slower from now on";
  EXPECT_EQ(trip.delay(), 100);
  for (int i = 0; i < 8; ++i) trip.add(5000);
  EXPECT_EQ(trip.delay(), 120) << "no more than this is believed";
  trip.add(-3);
  EXPECT_EQ(trip.best(), 0);
}

TEST(LoginThrottle, blocks_after_ten_failures_for_ten_minutes) {
  LoginThrottle throttle;
  constexpr std::int64_t begun = 1'000'000'000;
  for (int i = 0; i < LoginThrottle::max_failures; ++i)
    EXPECT_TRUE(throttle.begin("ann", "a", begun + i));
  EXPECT_FALSE(throttle.begin("ann", "a", begun + 100));
  EXPECT_TRUE(throttle.begin("ann", "b", begun + 100));
  EXPECT_TRUE(throttle.begin("ben", "a", begun + 100));
  EXPECT_FALSE(throttle.begin("ann", "a", begun + LoginThrottle::window_ms - 1));
  EXPECT_TRUE(throttle.begin("ann", "a", begun + LoginThrottle::window_ms));
}

TEST(LoginThrottle, right_passwords_do_not_count) {
  LoginThrottle throttle;
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(throttle.begin("ann", "a", 1000));
    throttle.succeed("ann", "a");
  }
  EXPECT_EQ(throttle.size(), 0U) << "nothing is kept";
}

TEST(HourlyBudget, refills_steadily) {
  HourlyBudget budget(60);
  const auto take_all = [&](std::int64_t now) {
    int taken = 0;
    while (budget.take("a", now)) ++taken;
    return taken;
  };
  EXPECT_EQ(take_all(1000), 60);
  EXPECT_EQ(take_all(1000 + 180'000), 3);
  EXPECT_EQ(take_all(1000 + 10 * 3'600'000), 60);
  EXPECT_TRUE(budget.take("b", 1000));
}

}  // namespace
}  // namespace hotaka::server
