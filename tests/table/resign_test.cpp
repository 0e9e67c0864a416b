// Resigning: it ends a game of two sides; where more play, a bot plays on and its person ranks
// last.

#include <gtest/gtest.h>

#include "base/rng.h"
#include "base/text.h"
#include "fair/verify.h"
#include "table/table.h"
#include "wire/messages.h"

namespace hotaka::table {
namespace {

// A game of people only, or with bots in the last places, that has begun.
class Game {
 public:
  explicit Game(std::string_view setup, std::uint8_t secret = 1, std::size_t bots = 0) {
    fair::Secret bytes;
    bytes.bytes.fill(secret);
    const auto read = read_setup(json::Fields{json::Value(setup)});
    EXPECT_TRUE(read) << setup;
    table_ = std::move(*Table::make("t1", *read, {"p0", "N0"}, bytes, now_));
    const std::size_t players = table_->places().size();
    for (std::size_t i = 0; i < players; ++i) {
      const int player = static_cast<int>(i);
      const std::string id = "p" + to_text(player);
      if (i + bots < players) {
        EXPECT_FALSE(table_->sit(player, {id, id}, "", now_));
      } else {
        EXPECT_FALSE(table_->put_bot(player, "novice", now_));
      }
    }
    EXPECT_FALSE(table_->start(now_));
  }

  Table& table() { return *table_; }
  Time now() const { return now_; }

  MaybeError say(int player, const Command& command) {
    return table_->execute(command, {"p" + to_text(player), ""}, now_);
  }

  // Random play, by bots and people alike, until the game is over.
  void play_on() {
    Rng rng(table_->bot_seed(0));
    for (int i = 0; i < 20'000 && table_->stage() == Stage::running; ++i) {
      now_ += 300;
      while (table_->wake() && *table_->wake() <= now_) table_->tick(*table_->wake());
      const SeatSet acting = table_->game().acting();
      if (acting.empty()) continue;
      Seat seat = acting.lowest();
      for (Seat other = 0; other < table_->game().seat_count(); ++other) {
        if (acting.has(other) && rng.below(2) == 0) seat = other;
      }
      std::vector<std::string> texts;
      table_->game().legal_texts(seat, texts);
      Act act;
      act.seat = seat;
      act.version = table_->version();
      act.action = texts[rng.below(static_cast<std::uint32_t>(texts.size()))];
      (void)table_->act(table_->decider(seat), act, now_);
    }
    ASSERT_EQ(table_->stage(), Stage::finished);
  }

  std::string message() const {
    std::string out;
    wire::append_table(out, *table_, nobody, {}, std::nullopt, std::nullopt, now_);
    return out;
  }

 private:
  Time now_ = 1000;
  std::unique_ptr<Table> table_;
};

constexpr std::string_view three_of_spirits =
    R"({"game":"spirits","options":{"players":3,"target":1}})";
constexpr std::string_view three_of_ratuki =
    R"({"game":"ratuki","options":{"players":3,"target":5}})";

TEST(Resign, ends_a_game_of_two_sides) {
  for (const char* setup : {R"({"game":"dragons"})", R"({"game":"spirits"})",
                            R"({"game":"spirits","options":{"players":2}})",
                            R"({"game":"ratuki","options":{"players":2}})"}) {
    Game game(setup);
    ASSERT_FALSE(game.say(1, Resign{})) << setup;
    // With four the partner has to agree.
    if (game.table().places().size() == 4) {
      ASSERT_FALSE(game.say(3, Resign{})) << setup;
    }
    EXPECT_EQ(game.table().stage(), Stage::finished);
    EXPECT_FALSE(game.table().outcome().winners.has(1));
    EXPECT_EQ(game.table().rank(0), 0);
    EXPECT_EQ(game.table().rank(1), 1);
    EXPECT_EQ(game.message().find("\"resigned\":true"), std::string::npos);
  }
}

TEST(Resign, among_more_sides_a_bot_plays_on_to_the_end) {
  for (const std::string_view setup : {three_of_spirits, three_of_ratuki}) {
    Game game(setup);
    ASSERT_FALSE(game.say(1, Resign{})) << setup;
    EXPECT_EQ(game.table().stage(), Stage::running);
    EXPECT_TRUE(game.table().places()[1].by_bot());
    EXPECT_NE(game.message().find(R"("away":true,"level":"club","resigned":true)"),
              std::string::npos);
    const std::string lines = game.table().take_step().lines;
    EXPECT_NE(lines.find(R"({"resigned":1,"level":"club","at":)"), std::string::npos) << lines;
    const Command commands[]{Return{},         Leave{},   Resign{}, Undo{},
                             AnswerUndo{true}, EndTurn{}, Act()};
    for (const Command& command : commands) {
      const auto error = game.say(1, command);
      ASSERT_TRUE(error);
      EXPECT_EQ(error->code, "has_resigned");
    }
    EXPECT_TRUE(game.table().take_step().empty());
    game.play_on();
  }
}

TEST(Resign, a_bot_that_played_for_somebody_away_keeps_its_level) {
  Game game(three_of_spirits);
  ASSERT_FALSE(game.say(2, Leave{"expert"}));
  ASSERT_FALSE(game.say(2, Resign{}));
  EXPECT_EQ(game.table().places()[2].level, "expert");
}

// A person who is away may come back, so the game goes on for that one too.
TEST(Resign, ends_the_game_where_no_other_person_has_a_place) {
  Game game(three_of_ratuki, 1, 1);
  ASSERT_FALSE(game.say(1, Leave{}));
  ASSERT_FALSE(game.say(0, Resign{}));
  EXPECT_EQ(game.table().stage(), Stage::running);
  ASSERT_FALSE(game.say(1, Return{}));
  ASSERT_FALSE(game.say(1, Resign{}));
  EXPECT_EQ(game.table().stage(), Stage::finished);
  // By the rules alone 0 and 2 have the most points; at the table 2 is the only one who stayed.
  EXPECT_TRUE(game.table().game().result().winners.has(0));
  EXPECT_EQ(game.table().outcome().winners, SeatSet::of(2));
  EXPECT_EQ(game.table().rank(2), 0);
  EXPECT_EQ(game.table().rank(1), 2);
  EXPECT_EQ(game.table().rank(0), 3);  // who resigned first
  EXPECT_NE(game.message().find(R"("result":{"winners":[2],)"), std::string::npos);
}

TEST(Resign, of_those_who_all_resigned_the_last_one_wins) {
  Game game(three_of_ratuki);
  for (const int player : {1, 2, 0}) ASSERT_FALSE(game.say(player, Resign{}));
  EXPECT_EQ(game.table().outcome().winners, SeatSet::of(0));
  EXPECT_EQ(game.table().rank(0), 2);
  EXPECT_EQ(game.table().rank(2), 3);
  EXPECT_EQ(game.table().rank(1), 4);
}

// The record is right by the rules, whoever won, and tells which actions a bot made.
TEST(Resign, the_record_has_the_games_own_result) {
  int bot_won = 0;
  for (const std::string_view setup : {three_of_spirits, three_of_ratuki}) {
    for (std::uint8_t secret = 1; secret <= 12; ++secret) {
      Game game(setup, secret);
      ASSERT_FALSE(game.say(0, Resign{}));
      game.play_on();
      const Table& table = game.table();
      const Outcome by_rules = table.game().result();
      const Outcome outcome = table.outcome();
      EXPECT_EQ(table.rank(0), 2);
      EXPECT_FALSE(outcome.winners.empty());
      EXPECT_FALSE(outcome.winners.has(0));
      bot_won += by_rules.winners.has(0) ? 1 : 0;
      for (const int player : {1, 2}) {
        EXPECT_EQ(table.rank(player), outcome.winners.has(player) ? 0 : 1);
        if (outcome.winners.has(player)) {
          EXPECT_GE(outcome.scores[static_cast<std::size_t>(player)],
                    outcome.scores[static_cast<std::size_t>(3 - player)]);
        }
      }
      const std::string record = table.record();
      std::string out;
      EXPECT_EQ(fair::verify_text(record, fair::Verifier::Form::words, out), 0) << out;
      EXPECT_NE(record.find("\"bot\":\"club\""), std::string::npos);
      EXPECT_EQ(record.find("resign"), std::string::npos);
    }
  }
  EXPECT_GT(bot_won, 2);
}

}  // namespace
}  // namespace hotaka::table
