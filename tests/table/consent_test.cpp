// Who has said yes to a game, and what a rated game is.

#include <gtest/gtest.h>

#include "base/text.h"
#include "table/table.h"

namespace hotaka::table {
namespace {

constexpr Time now = 1'000'000;
const Person ann{"pann", "Ann", true};
const Person ben{"pben", "Ben", true};
const Person cat{"pcat", "Cat"};

Result<std::unique_ptr<Table>> make(std::string_view setup) {
  auto read = read_setup(json::Fields{json::Value(setup)});
  EXPECT_TRUE(read) << setup;
  return Table::make("t", std::move(*read), ann, fair::Secret(), now);
}

std::unique_ptr<Table> table_of(std::string_view setup) {
  auto made = make(setup);
  EXPECT_TRUE(made) << setup;
  return std::move(*made);
}

std::string code_of(const MaybeError& error) { return error ? std::string(error->code) : ""; }

// Ann and Ben at dragons.
std::unique_ptr<Table> two(std::string_view more = "") {
  auto table = table_of(R"({"game":"dragons")" + std::string(more) + "}");
  EXPECT_EQ(code_of(table->execute(Sit{0, ""}, ann, now)), "");
  EXPECT_EQ(code_of(table->execute(Sit{1, ""}, ben, now)), "");
  return table;
}

void act(Table& table, Time at) {
  std::vector<std::string> legal;
  table.game().legal_texts(table.turn().seat, legal);
  const int player = table.turn().player;
  ASSERT_FALSE(
      table.act(player, {.version = table.version(), .seat = {}, .action = legal[0], .t = {}}, at));
}

TEST(Consent, the_host_starts_when_all_others_are_ready) {
  auto table = two();
  EXPECT_EQ(code_of(table->execute(Start{}, ann, now)), "not_ready");
  EXPECT_EQ(code_of(table->execute(SetReady{true, ""}, ben, now)), "");
  EXPECT_EQ(code_of(table->execute(Start{}, ann, now)), "");
  EXPECT_EQ(table->stage(), Stage::running);
}

TEST(Consent, ready_ends_when_anything_else_changes) {
  const auto three = R"({"game":"spirits","options":{"players":4}})";
  const std::pair<Command, Person> changes[] = {
      {Sit{3, ""}, cat}, {SetBot{2, "club"}, ann}, {SetBot{2, ""}, ann}, {HandOver{1}, ann}};
  auto table = table_of(three);
  ASSERT_EQ(code_of(table->execute(Sit{0, ""}, ann, now)), "");
  ASSERT_EQ(code_of(table->execute(Sit{1, ""}, ben, now)), "");
  for (const auto& [change, by] : changes) {
    ASSERT_EQ(code_of(table->execute(SetReady{true, ""}, ben, now)), "");
    ASSERT_TRUE(table->places()[1].ready);
    ASSERT_EQ(code_of(table->execute(change, by, now)), "");
    EXPECT_FALSE(table->places()[1].ready);
  }
  ASSERT_EQ(code_of(table->execute(SetReady{true, ""}, ben, now)), "");
  ASSERT_EQ(code_of(table->execute(Stand{}, cat, now)), "");
  EXPECT_FALSE(table->places()[1].ready);
}

TEST(Consent, a_seed_comes_with_ready) {
  auto table = two();
  EXPECT_EQ(code_of(table->execute(SetReady{true, "no seed"}, ben, now)), "bad_hex");
  const std::string seed(32, 'a');
  EXPECT_EQ(code_of(table->execute(SetReady{true, seed}, ben, now)), "");
  EXPECT_EQ(table->places()[1].seed, seed);
  EXPECT_EQ(code_of(table->execute(SetReady{true, ""}, ben, now)), "");
  EXPECT_EQ(table->places()[1].seed, seed) << "none was given, so it stays";
}

TEST(Consent, the_host_sends_people_away_and_hands_over) {
  auto table = two();
  EXPECT_EQ(code_of(table->execute(Remove{1}, ben, now)), "host_only");
  EXPECT_EQ(code_of(table->execute(Remove{0}, ann, now)), "nobody_there");
  EXPECT_EQ(code_of(table->execute(Remove{7}, ann, now)), "no_such_place");
  EXPECT_EQ(code_of(table->execute(Remove{1}, ann, now)), "");
  EXPECT_EQ(table->places()[1].kind, Place::Kind::open);
  EXPECT_EQ(code_of(table->execute(Sit{1, ""}, ben, now)), "sent_away");
  EXPECT_EQ(code_of(table->execute(Sit{1, ""}, cat, now)), "");
  EXPECT_EQ(code_of(table->execute(HandOver{1}, ann, now)), "");
  EXPECT_EQ(code_of(table->execute(Remove{0}, ann, now)), "host_only");
  EXPECT_EQ(code_of(table->execute(Remove{0}, cat, now)), "");
}

TEST(Consent, a_person_changes_a_table_so_often_and_no_more) {
  auto table = two();
  int times = 0;
  while (!table->execute(SetReady{times % 2 == 0, ""}, ben, now)) ASSERT_LT(++times, 1000);
  EXPECT_EQ(code_of(table->execute(SetReady{true, ""}, ben, now)), "too_many_changes");
  EXPECT_EQ(code_of(table->execute(Stand{}, ben, now)), "") << "going is always possible";
  EXPECT_EQ(code_of(table->execute(SetReady{true, ""}, ann, now)), "")
      << "others are not bound by it";
  EXPECT_LT(table->journal().size(), std::size_t{64} << 10U);
}

TEST(Consent, playing_and_taking_back_has_an_end_too) {
  auto table = two();
  ASSERT_EQ(code_of(table->execute(SetReady{true, ""}, ben, now)), "");
  ASSERT_EQ(code_of(table->execute(Start{}, ann, now)), "");
  const int mover = table->turn().player;
  const Person& by = mover == 0 ? ann : ben;
  for (int i = 0; i < 1000; ++i) {
    std::vector<std::string> legal;
    table->game().legal_texts(table->turn().seat, legal);
    const Act wanted{
        .version = table->version(), .seat = {}, .action = legal[0], .t = {}, .hold = true};
    ASSERT_EQ(code_of(table->execute(wanted, by, now)), "");
    const auto error = table->execute(Undo{}, by, now);
    if (!error) continue;
    EXPECT_EQ(error->code, "too_many_changes");
    return;
  }
  FAIL() << "it has no end";
}

TEST(Rated, is_an_edition_as_it_is_with_a_listed_clock) {
  const auto code = [](std::string_view setup) {
    const auto made = make(setup);
    return made ? "" : made.error().code;
  };
  const std::string time = R"(,"time":{"kind":"relaxed","bank":300,"move":10},"rated":true})";
  EXPECT_EQ(code(R"({"game":"dragons")" + time), "");
  EXPECT_EQ(code(R"({"game":"spirits","options":{"players":3})" + time), "");
  EXPECT_EQ(code(R"({"game":"spirits","options":{"target":1})" + time), "bad_option");
  EXPECT_EQ(code(R"({"game":"dragons","rated":true})"), "bad_time_control");
  EXPECT_EQ(
      code(R"({"game":"dragons","rated":true,"time":{"kind":"relaxed","bank":10,"move":10}})"),
      "bad_time_control");
  EXPECT_EQ(code(R"({"game":"ratuki","rated":true,"options":{"players":3}})"), "");
  EXPECT_EQ(code(R"({"game":"ratuki","rated":true,"options":{"players":2,"hand_ms":[200,5000]}})"),
            "bad_option");
}

TEST(Rated, needs_a_claimed_name_and_no_bot_helps) {
  auto table = two(R"(,"rated":true,"time":{"kind":"slow","days":1})");
  ASSERT_EQ(code_of(table->execute(Stand{}, ben, now)), "");
  EXPECT_EQ(code_of(table->execute(Sit{1, ""}, cat, now)), "claim_first");
  ASSERT_EQ(code_of(table->execute(Sit{1, ""}, ben, now)), "");
  ASSERT_EQ(code_of(table->execute(SetReady{true, ""}, ben, now)), "");
  ASSERT_EQ(code_of(table->execute(Start{}, ann, now)), "");
  EXPECT_EQ(code_of(table->execute(Leave{"master"}, ben, now)), "rated_game");
}

TEST(Clock, neither_stops_nor_refills_while_a_bot_plays) {
  for (const char* time : {R"(,"time":{"kind":"relaxed","bank":100,"move":10})",
                           R"(,"time":{"kind":"slow","days":1})"}) {
    auto table = two(time);
    ASSERT_FALSE(table->start(now));
    const int mover = table->turn().player;
    const Time before = table->clocks().left(mover, now);
    for (int second = 0; second < 50; ++second) {
      ASSERT_EQ(code_of(table->leave(mover, "club", now + 1000 * second)), "");
      ASSERT_EQ(code_of(table->come_back(mover, now + 1000 * second + 990)), "");
    }
    EXPECT_EQ(table->clocks().left(mover, now + 50'000), before - 50'000);
    ASSERT_EQ(code_of(table->leave(mover, "club", now + 50'000)), "");
    while (table->turn().player == mover) act(*table, now + 50'000);
    EXPECT_EQ(table->clocks().left(mover, now + 50'000), before - 50'000)
        << "a bot's turn earns nothing";
  }
}

TEST(Resigning, needs_the_partner) {
  auto table = table_of(R"({"game":"spirits","options":{"players":4}})");
  const Person people[] = {ann, ben, cat, {"pdan", "Dan"}};
  for (int i = 0; i < 4; ++i) ASSERT_EQ(code_of(table->execute(Sit{i, ""}, people[i], now)), "");
  ASSERT_FALSE(table->start(now));
  EXPECT_EQ(code_of(table->execute(Resign{}, ann, now)), "");
  EXPECT_EQ(table->stage(), Stage::running);
  EXPECT_EQ(code_of(table->execute(Resign{}, ann, now)), "resignation_pending");
  EXPECT_EQ(code_of(table->execute(Resign{}, ben, now)), "")
      << "an opponent's offer is another one";
  EXPECT_EQ(table->stage(), Stage::running);
  EXPECT_EQ(code_of(table->execute(Resign{}, cat, now)), "");
  EXPECT_EQ(table->stage(), Stage::finished);
}

}  // namespace
}  // namespace hotaka::table
