// What a game declares is what tables and messages go by, shown by a game that
// src does not know.

#include <gtest/gtest.h>

#include "base/text.h"
#include "games/test_list.h"
#include "table/table.h"
#include "wire/messages.h"

namespace hotaka {
namespace {

using table::Table;

constexpr table::Time begin = 1'000'000;

std::unique_ptr<Table> new_table(const std::string& setup, int players) {
  const auto read = table::read_setup(json::Fields{json::Value(setup)});
  EXPECT_TRUE(read) << setup;
  auto made = std::move(*Table::make("t1", *read, {"p0", "Zero"}, {}, begin));
  for (int player = 0; player < players; ++player) {
    const std::string id = "p" + to_text(player);
    EXPECT_FALSE(made->sit(player, {id, id}, "", begin));
  }
  for (int player = 0; player < players; ++player)
    EXPECT_FALSE(made->set_ready(player, true, begin));
  (void)made->take_step();
  return made;
}

std::string table_message(const Table& table, int player) {
  std::string out;
  wire::append_table(out, table, player, {}, std::nullopt, std::nullopt, begin + 5000);
  return out;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

MaybeError act(Table& table, int player, const char* action, table::Time now = begin) {
  table::Act wanted;
  wanted.action = action;
  wanted.version = table.version();
  return table.act(player, wanted, now);
}

TEST(Hoard, a_game_is_found_by_its_name_and_says_what_it_is) {
  ASSERT_NE(find_game("hoard"), nullptr);
  EXPECT_FALSE(find_game("hoard")->traits().real_time);
  EXPECT_TRUE(find_game("hoard_race")->traits().real_time);
  EXPECT_TRUE(has(unknown_game("chess").message, "ratuki, hoard and hoard_race"));
  const auto game = make_game("hoard", "short", {});
  ASSERT_TRUE(game);
  EXPECT_NE(match_of<hoard::Hoard>(**game), nullptr);
  EXPECT_EQ(match_of<hoard::HoardRace>(**game), nullptr);
  EXPECT_EQ((*game)->count_sequences(1), std::nullopt);
}

TEST(Hoard, options_follow_from_their_rows) {
  const std::vector<GivenOption> many{{"players", OptionValue::from_text("4")}};
  EXPECT_EQ(make_game("hoard", "", many).error().message,
            "option players cannot be \"4\"; it is one of: 2, 3");
  const std::vector<GivenOption> wrong{{"speed", OptionValue::from_text("4")}};
  EXPECT_EQ(make_game("hoard", "", wrong).error().message,
            "hoard has no option \"speed\"; it has players, rounds and limit");
  hoard::Hoard::Options options;
  EXPECT_FALSE(set_option<hoard::Hoard>(options, "limit", OptionValue::from_text("12")));
  std::string out;
  write_options<hoard::Hoard>(out, options);
  EXPECT_EQ(out, "\"limit\":12");
}

TEST(Hoard, chance_and_actions_are_shown_as_the_game_says) {
  const auto table = new_table(R"({"game":"hoard","options":{"players":3}})", 3);
  const int first = table->turn().player;
  ASSERT_FALSE(act(*table, first, "keep"));
  for (int player = nobody; player < 3; ++player) {
    const std::string message = table_message(*table, player);
    EXPECT_TRUE(has(message, "{\"first\":" + to_text(first))) << message;
    EXPECT_TRUE(has(message, "{\"deal\":true}")) << message;
    EXPECT_EQ(has(message, "\"do\":\"keep\""), player == first) << message;
  }
  const int second = table->turn().player;
  ASSERT_FALSE(act(*table, second, "drop"));
  for (int player = nobody; player < 3; ++player)
    EXPECT_TRUE(has(table_message(*table, player), "\"do\":\"drop\""));
}

TEST(Hoard, a_bot_concludes_from_what_its_seat_may_know) {
  const auto table = new_table(R"({"game":"hoard","options":{"players":3}})", 3);
  const int first = table->turn().player;
  ASSERT_FALSE(act(*table, first, "keep"));
  const int second = table->turn().player;
  ASSERT_FALSE(act(*table, second, "drop"));
  const auto known = [&](int player) {
    std::string out;
    for (const DoneText& done : table->history_for(table->seat_of(player))) out += done.action;
    return out;
  };
  EXPECT_EQ(known(first), "keepdrop");
  EXPECT_EQ(known(second), "drop");
  EXPECT_EQ(known(table->turn().player), "drop");
}

TEST(Hoard, a_game_that_says_nothing_keeps_its_secrets) {
  const auto table = new_table(R"({"game":"hoard_race","options":{"players":3}})", 3);
  ASSERT_FALSE(act(*table, 1, "drop", table->round_start() + 10));
  for (int player = nobody; player < 3; ++player) {
    const std::string message = table_message(*table, player);
    EXPECT_TRUE(has(message, "{\"deal\":true}")) << message;
    EXPECT_EQ(has(message, "\"do\":\"drop\""), player == 1) << message;
  }
}

TEST(Hoard, what_has_revealed_something_cannot_be_taken_back) {
  const auto table = new_table(R"({"game":"hoard","options":{"players":3}})", 3);
  const int first = table->turn().player;
  ASSERT_FALSE(act(*table, first, "keep"));
  EXPECT_NE(table->can_undo(first), Table::UndoRight::no);
  const int second = table->turn().player;
  ASSERT_FALSE(act(*table, second, "drop"));
  EXPECT_EQ(table->can_undo(second), Table::UndoRight::no);
  const auto race = new_table(R"({"game":"hoard_race"})", 2);
  ASSERT_FALSE(act(*race, 0, "keep", race->round_start() + 10));
  EXPECT_EQ(race->can_undo(0), Table::UndoRight::no) << "it does not say that nothing is revealed";
}

TEST(Hoard, resigning_ends_the_game_of_two_sides_only) {
  const auto two = new_table(R"({"game":"hoard"})", 2);
  ASSERT_FALSE(two->resign(0, begin));
  EXPECT_EQ(two->stage(), table::Stage::finished);
  const auto three = new_table(R"({"game":"hoard","options":{"players":3}})", 3);
  ASSERT_FALSE(three->resign(0, begin));
  EXPECT_EQ(three->stage(), table::Stage::running);
}

TEST(Hoard, a_match_that_was_ended_early_waits_for_nobody) {
  auto game = std::move(*make_game("hoard", "", {}));
  ASSERT_FALSE(game->give_up(0, "resign"));
  const auto* match = match_of<hoard::Hoard>(*game);
  ASSERT_NE(match, nullptr);
  EXPECT_EQ(phase(*match), Phase::over);
  EXPECT_TRUE(actors(*match).empty());
  EXPECT_EQ(outcome(*match).winners, SeatSet::of(1));
}

}  // namespace
}  // namespace hotaka
