// What every game's bots offer, and the order of plans.

#include "bots/any_bot.h"

#include <gtest/gtest.h>

#include <set>

#include "base/levels.h"
#include "bots/bot_type.h"
#include "bots/real_time_seats.h"

namespace hotaka::bots {
namespace {

TEST(BotTypes, every_game_has_all_levels_first) {
  std::set<std::string_view> games;
  for (const BotType* type : all_bots()) {
    EXPECT_TRUE(games.insert(type->game).second) << type->game;
    EXPECT_EQ(bots_of_game(type->game), type);
    ASSERT_GE(type->bots.size(), levels.size());
    for (std::size_t i = 0; i < levels.size(); ++i) EXPECT_EQ(type->bots[i].name, levels[i]);
    std::set<std::string_view> names;
    for (const BotInfo& bot : type->bots) {
      EXPECT_TRUE(names.insert(bot.name).second) << bot.name;
      EXPECT_NE(make_any_bot(type->game, bot.name) == nullptr,
                make_any_real_time_bot(type->game, bot.name) == nullptr)
          << "a bot is of one kind";
    }
    EXPECT_EQ(make_any_bot(type->game, "wizard"), nullptr);
    EXPECT_EQ(make_any_real_time_bot(type->game, "wizard"), nullptr);
    const auto game = make_game(type->game, "", {});
    ASSERT_TRUE(game) << "bots of no game: " << type->game;
    EXPECT_EQ((*game)->is_real_time(), type->make_real_time != nullptr);
  }
  EXPECT_EQ(bots_of_game("chess"), nullptr);
  EXPECT_EQ(make_any_bot("chess", "club"), nullptr);
  EXPECT_EQ(make_any_real_time_bot("chess", "club"), nullptr);
}

TEST(BotTypes, levels_are_known) {
  EXPECT_TRUE(is_level(default_level));
  EXPECT_FALSE(is_level("wizard"));
  EXPECT_FALSE(is_level(""));
}

using TextPlan = Plan<std::string>;

TEST(Plans, the_earliest_comes_first_and_the_lowest_of_equals) {
  Plans<std::string> plans;
  EXPECT_EQ(plans.first(), nobody);
  EXPECT_EQ(plans.next_time(), TextPlan::never);
  plans.set(3, {500, "c"}, 0);
  plans.set(1, {500, "a"}, 0);
  plans.set(2, {501, "b"}, 0);
  plans.set(0, {}, 0);
  EXPECT_EQ(plans.first(), 1);
  EXPECT_EQ(plans.take(1), (TextPlan{500, "a"}));
  EXPECT_FALSE(plans.has(1));
  EXPECT_EQ(plans.first(), 3);
  EXPECT_EQ(plans.next_time(), 500);
  plans.clear(3);
  EXPECT_EQ(plans.first(), 2);
  plans.clear(2);
  EXPECT_TRUE(plans.has(0));
  EXPECT_EQ(plans.first(), nobody) << "a plan without a time";
}

// Or time would stand still.
TEST(Plans, a_plan_is_for_later) {
  Plans<std::string> plans;
  plans.set(0, {500, std::nullopt}, 500);
  EXPECT_EQ(plans.next_time(), 501);
  plans.set(0, {-5, std::nullopt}, 500);
  EXPECT_EQ(plans.next_time(), 501);
  plans.set(0, {502, std::nullopt}, 500);
  EXPECT_EQ(plans.next_time(), 502);
}

TEST(Plans, seeds_differ_by_table_seat_and_decision) {
  Plans<std::string> plans;
  std::set<std::uint64_t> seeds;
  for (const std::uint64_t table : {1U, 2U}) {
    for (const Seat seat : {0, 1}) {
      for (int i = 0; i < 3; ++i) seeds.insert(plans.next_seed(table, seat, seat));
    }
  }
  EXPECT_EQ(seeds.size(), 12U);
  Plans<std::string> again;
  EXPECT_TRUE(seeds.contains(again.next_seed(1, 0, 0))) << "and are the same every time";
}

}  // namespace
}  // namespace hotaka::bots
