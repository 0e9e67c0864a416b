// A table restored from its journal equals the live one in everything that can be observed, after
// every step of random play over all commands, and after outages.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "base/rng.h"
#include "base/text.h"
#include "support/paths.h"
#include "table/table.h"
#include "wire/messages.h"

namespace hotaka::table {
namespace {

std::string person_id(std::uint32_t number) { return "p" + to_text(number); }

// Everything that players, spectators, bots and timers can learn from a table.
std::string observe(const Table& table, Time now) {
  std::string out;
  for (int place = nobody; place < static_cast<int>(table.places().size()); ++place) {
    wire::append_table(out, table, place, {}, std::nullopt, std::nullopt, now);
    wire::append_table(out, table, place, {}, table.version_for(place) - 3, std::nullopt, now);
    out += "\nundo " + to_text(static_cast<int>(table.can_undo(place))) + " must act " +
           to_text(static_cast<int>(table.turn().player == place)) +
           to_text(static_cast<int>(table.acting_seats(place).size())) + '\n';
  }
  const auto wake = table.wake();
  out += "wake " + (wake ? to_text(*wake) : "never") + " round " + to_text(table.round_start());
  out += " seed " + to_text(static_cast<std::int64_t>(table.bot_seed(0) >> 1U)) + '\n';
  for (Seat seat = 0; seat < table.game().seat_count(); ++seat) {
    for (const auto& done : table.history_for(seat)) out += to_text(done.seat) + done.action + ' ';
  }
  out += table.game().position() + '\n' + table.record();
  return out;
}

class RandomTable {
 public:
  RandomTable(std::string_view setup, std::uint64_t seed) : rng_(seed) {
    fair::Secret secret;
    secret.bytes.fill(static_cast<std::uint8_t>(seed));
    auto parsed = read_setup(json::Fields{json::Value(setup)});
    EXPECT_TRUE(parsed);
    table_ = std::move(*Table::make("t1", *parsed, {"p0", "Ann"}, secret, now_));
    keep();
  }

  bool finished() const { return table_->stage() == Stage::finished; }
  int rematches() const { return rematches_; }
  int resignations() const { return resignations_; }  // after which the game went on

  // Returns what it did, for messages.
  std::string step() {
    now_ += pick(8) == 0 ? pick(90'000) : pick(900);
    for (int i = 0; i < 100 && table_->wake() && *table_->wake() <= now_; ++i)
      table_->tick(*table_->wake());
    const std::string did = table_->stage() == Stage::waiting   ? before_start()
                            : table_->stage() == Stage::running ? during_play()
                                                                : after_end();
    keep();
    return did;
  }

  void compare(const std::string& did) const {
    const auto again = Table::restore(journal_);
    ASSERT_TRUE(again) << did << ": " << again.error().message;
    for (const Time later : {0, 4321}) {
      const std::string restored = observe(**again, now_ + later);
      const std::string live = observe(*table_, now_ + later);
      const auto differs = std::ranges::mismatch(restored, live).in1 - restored.begin();
      const auto from = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, differs - 80));
      ASSERT_EQ(restored.substr(from, 200), live.substr(from, 200)) << did << "\n"
                                                                    << journal_text();
    }
  }

  // The host stops and starts again after a while.
  void outage() {
    auto again = Table::restore(journal_);
    ASSERT_TRUE(again);
    table_ = std::move(*again);
    now_ += 1000 + pick(600'000);
    table_->resume(now_ - pick(1000), now_);
    keep();
  }

 private:
  std::uint32_t pick(std::uint32_t bound) { return rng_.below(bound); }
  int any_place() {
    return static_cast<int>(pick(static_cast<std::uint32_t>(table_->places().size())));
  }

  std::string before_start() {
    const int place = any_place();
    const std::string id = person_id(pick(6));
    switch (pick(20)) {
      case 0:
        (void)table_->sit(place, {id, "Ann \"A\"", true},
                          pick(2) == 0 ? "000102030405060708090a0b0c0d0e0f" : "", now_);
        return "sit";
      case 1: (void)table_->stand(table_->place_of(id), now_); return "stand";
      case 2:
      case 3: (void)table_->set_ready(table_->place_of(id), pick(4) != 0, now_); return "ready";
      case 4: (void)table_->put_bot(place, pick(3) == 0 ? "" : "club", now_); return "bot";
      case 5:
      case 6:
      case 7:
        for (int other = 0; other < static_cast<int>(table_->places().size()); ++other)
          (void)table_->set_ready(other, true, now_, "0f0e0d0c0b0a09080706050403020100");
        (void)table_->start(now_);
        return "start";
      case 8: (void)table_->remove(place, now_); return "remove";
      case 9: (void)table_->hand_over(place, now_); return "hand over";
      default:
        (void)table_->sit(place, {person_id(static_cast<std::uint32_t>(place)), "Bob", true}, "",
                          now_);
        return "sit";
    }
  }

  std::string during_play() {
    const int place = any_place();
    switch (pick(24)) {
      case 0: (void)table_->leave(place, "novice", now_); return "leave";
      case 1:
      case 2: (void)table_->come_back(place, now_); return "back";
      case 3:
      case 4: (void)table_->undo(place, now_); return "undo";
      case 5:
      case 6:
      case 7: (void)table_->answer_undo(place, pick(4) != 0, now_); return "answer";
      case 8: return resign(place);
      case 9:
      case 10: (void)table_->done(place, now_); return "done";
      default: return act();
    }
  }

  // Between two sides it ends the game, so it is rarer there.
  std::string resign(int place) {
    if (pick(table_->places().size() == 3 || table_->game().is_real_time() ? 2 : 12) != 0)
      return "nothing";
    if (table_->resign(place, now_)) return "nothing";
    if (table_->stage() == Stage::running) ++resignations_;
    return "resign";
  }

  std::string act() {
    const SeatSet acting = table_->game().acting();
    if (const Turn turn = table_->turn(); turn.is_held && pick(3) != 0) {
      (void)table_->leave(turn.player, "club", now_);
      return "leave while holding";
    }
    if (acting.empty()) return "nothing";
    Seat seat = acting.lowest();
    for (Seat other = 0; other < table_->game().seat_count(); ++other) {
      if (acting.has(other) && pick(3) == 0) seat = other;
    }
    std::vector<std::string> texts;
    table_->game().legal_texts(seat, texts);
    if (texts.empty()) return "nothing";
    const std::string text = texts[pick(static_cast<std::uint32_t>(texts.size()))];
    Act act;
    act.seat = seat;
    act.version = table_->version();
    act.action = text;
    act.hold = pick(3) == 0;
    (void)table_->act(table_->decider(seat), act, now_);
    return "act";
  }

  std::string after_end() {
    if (!table_->offer_rematch("t2", now_)) ++rematches_;
    return "rematch";
  }

  void keep() {
    const std::string fresh = table_->take_step().lines;
    for (const std::string_view line : split(fresh, '\n')) {
      if (!line.empty()) journal_.emplace_back(line);
    }
  }

  std::string journal_text() const {
    std::string out;
    for (std::size_t i = journal_.size() < 6 ? 0 : journal_.size() - 6; i < journal_.size(); ++i)
      out += journal_[i].substr(0, 200) + '\n';
    return out;
  }

  Rng rng_;
  Time now_ = 1'000'000;
  std::unique_ptr<Table> table_;
  std::vector<std::string> journal_;
  int rematches_ = 0;
  int resignations_ = 0;
};

TEST(Restore, equals_the_live_table_after_every_step) {
  int rematches = 0;
  int resignations = 0;
  for (
      const char* setup :
      {R"({"game":"dragons","time":{"kind":"relaxed","bank":600,"move":5}})",
       R"({"game":"dragons","edition":"huch","time":{"kind":"slow","days":1}})",
       R"({"game":"dragons","rated":true,"time":{"kind":"relaxed","bank":120,"move":5}})",
       R"({"game":"spirits","options":{"target":30},"time":{"kind":"relaxed","bank":60,"move":9}})",
       R"({"game":"spirits","options":{"players":2,"target":30}})",
       R"({"game":"spirits","options":{"players":3,"target":30},"time":{"kind":"relaxed","bank":30,"move":3}})",
       R"({"game":"hoard","options":{"rounds":4},"time":{"kind":"relaxed","bank":60,"move":9}})",
       R"({"game":"hoard","options":{"players":3,"rounds":4}})",
       R"({"game":"hoard_race","options":{"players":3,"rounds":4}})",
       R"({"game":"ratuki","options":{"target":5}})",
       R"({"game":"ratuki","options":{"players":4,"target":5,"tie_ms":300,"hand_ms":300}})"}) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      RandomTable table(setup, seed);
      for (int i = 0; i < 160; ++i) {
        table.compare(table.step());
        if (HasFatalFailure()) FAIL() << setup << " seed " << seed << " step " << i;
        if (i % 40 == 39) {
          table.outage();
          table.compare("outage");
          if (HasFatalFailure()) FAIL() << setup << " seed " << seed << " outage at " << i;
        }
      }
      rematches += table.rematches();
      resignations += table.resignations();
    }
  }
  EXPECT_GT(rematches, 1);  // whole games are among them
  EXPECT_GT(resignations, 2);
}

// However often the host stops, players are charged for the time it was up, and no other.
TEST(Restore, an_outage_is_charged_to_nobody) {
  const auto setup = read_setup(json::Fields{json::Value(
      R"({"game":"dragons","options":{"first":"white"},"time":{"kind":"relaxed","bank":600,"move":0}})")});
  auto table = std::move(*Table::make("t1", *setup, {"p0", "Ann"}, {}, 0));
  std::vector<std::string> journal;
  const auto keep = [&] {
    const std::string lines = table->take_step().lines;
    for (const std::string_view line : split(lines, '\n')) {
      if (!line.empty()) journal.emplace_back(line);
    }
  };
  const auto restart = [&](Time now, Time alive_at) {
    keep();
    table = std::move(*Table::restore(journal));
    table->resume(alive_at, now);
  };
  ASSERT_FALSE(table->sit(0, {"p0", "Ann"}, "", 0));
  ASSERT_FALSE(table->sit(1, {"p1", "Bob"}, "", 0));
  ASSERT_FALSE(table->start(0));
  EXPECT_EQ(table->clocks().running(), 0);
  restart(3'600'000, 2000);  // up for 2 s, down for an hour
  EXPECT_EQ(table->clocks().left(0, 3'600'000), 598'000);
  restart(7'200'000, 3'603'000);  // up for another 3 s
  EXPECT_EQ(table->clocks().left(0, 7'200'000), 595'000);
  restart(9'000'000, 0);  // nothing is known of when it went down
  EXPECT_EQ(table->clocks().left(0, 9'000'000), 595'000);
}

// What was left of the count-down before a round is left again.
TEST(Restore, a_count_down_goes_on_after_an_outage) {
  const auto setup = read_setup(json::Fields{json::Value(R"({"game":"ratuki"})")});
  auto table = std::move(*Table::make("t1", *setup, {"p0", "Ann"}, {}, 0));
  for (int place = 0; place < 2; ++place) {
    const std::string id = "p" + std::to_string(place);
    ASSERT_FALSE(table->sit(place, {id, id}, "", 0));
  }
  ASSERT_FALSE(table->start(0));
  EXPECT_EQ(table->round_start(), Table::count_down);
  table->resume(1000, 100'000);
  EXPECT_EQ(table->round_start(), 100'000 + Table::count_down - 1000);
  table->resume(0, 200'000);  // nothing is known of when it went down
  EXPECT_EQ(table->round_start(), 200'000 + Table::count_down);
  table->resume(210'000, 300'000);
  EXPECT_EQ(table->round_start(), 300'000) << "the round had begun, and nobody had done anything";
}

// Journals that were written before events were values: they still give the same table, line by
// line.
TEST(Restore, kept_journals_still_read) {
  for (const char* game : {"dragons", "spirits", "ratuki"}) {
    std::ifstream file(source_path() + "/tests/table/journals/" + game + ".jsonl");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    ASSERT_GT(lines.size(), 10U) << game;
    const auto table = Table::restore(lines);
    ASSERT_TRUE(table) << game << ": " << table.error().message;
    EXPECT_EQ((*table)->version() + 1, static_cast<std::int64_t>(lines.size()));
    std::string kept;
    for (std::size_t i = static_cast<std::size_t>((*table)->first_game_line()); i < lines.size();
         ++i)
      kept += lines[i] + '\n';
    EXPECT_EQ((*table)->game_lines(), kept) << game;
  }
}

}  // namespace
}  // namespace hotaka::table
