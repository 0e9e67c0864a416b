// A table takes commands or refuses them with a sentence, and its journal tells all of it again.

#include "table/table.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "base/text.h"
#include "fair/verify.h"

namespace hotaka::table {
namespace {

constexpr Person ann{"pann", "Ann"};
constexpr Person bob{"pbob", "Bob"};
constexpr std::string_view seed_a = "000102030405060708090a0b0c0d0e0f";

Setup setup_of(std::string_view text) {
  const auto setup = read_setup(json::Fields{json::Value(text)});
  EXPECT_TRUE(setup) << (setup ? "" : setup.error().message);
  return *setup;
}

void keep_fresh(Table& table, std::vector<std::string>& journal) {
  const std::string fresh = table.take_step().lines;
  for (const std::string_view line : split(fresh, '\n')) {
    if (!line.empty()) journal.emplace_back(line);
  }
}

std::unique_ptr<Table> make_table(std::string_view setup,
                                  std::vector<std::string>* journal = nullptr,
                                  std::uint8_t secret = 7) {
  fair::Secret bytes;
  bytes.bytes.fill(secret);
  auto made = Table::make("t1", setup_of(setup), ann, bytes, 1000);
  EXPECT_TRUE(made);
  if (journal != nullptr) keep_fresh(**made, *journal);
  return std::move(*made);
}

// A table of dragons with two people, started.
std::unique_ptr<Table> two_people(std::string_view setup = R"({"game":"dragons"})") {
  auto table = make_table(setup);
  EXPECT_FALSE(table->sit(0, ann, seed_a, 1001));
  EXPECT_FALSE(table->sit(1, bob, "", 1002));
  EXPECT_FALSE(table->set_ready(0, true, 1003));
  EXPECT_EQ(table->stage(), Stage::waiting);
  EXPECT_FALSE(table->set_ready(1, true, 1004));
  EXPECT_EQ(table->stage(), Stage::running);
  return table;
}

// An action and whose it is.
struct PlayerAct : Act {
  int place = nobody;
};

MaybeError act_at(Table& table, const PlayerAct& act, Time now) {
  return table.act(act.place, act, now);
}

int acting_place(const Table& table) { return table.decider(table.game().acting().lowest()); }

PlayerAct first_legal(const Table& table, std::string& text) {
  std::vector<std::string> texts;
  const Seat seat = table.game().acting().lowest();
  table.game().legal_texts(seat, texts);
  text = texts.front();
  PlayerAct act;
  act.place = table.decider(seat);
  act.version = table.version();
  act.action = text;
  return act;
}

TEST(Table, sitting_down_and_what_is_refused) {
  auto table = make_table(R"({"game":"spirits","options":{"players":3}})");
  EXPECT_EQ(table->places().size(), 3U);
  EXPECT_TRUE(table->sit(3, bob, "", 1));
  EXPECT_TRUE(table->sit(-1, bob, "", 1));
  EXPECT_EQ(table->sit(1, bob, "xyz", 1)->code, "bad_hex");
  EXPECT_FALSE(table->sit(1, bob, seed_a, 1));
  EXPECT_EQ(table->sit(1, ann, "", 1)->code, "place_taken");
  EXPECT_EQ(table->sit(2, bob, "", 1)->code, "already_seated");
  EXPECT_EQ(table->start(1)->code, "place_free");
  EXPECT_EQ(table->put_bot(2, "grandmaster", 1)->code, "unknown_level");
  EXPECT_FALSE(table->put_bot(2, "club", 1));
  EXPECT_FALSE(table->put_bot(2, "", 1));
  EXPECT_TRUE(table->put_bot(1, "club", 1));
  EXPECT_TRUE(table->stand(0, 1) || true);
  EXPECT_FALSE(table->stand(1, 1));
  EXPECT_EQ(table->place_of("pbob"), nobody);
  EXPECT_TRUE(table->resign(0, 1));
}

TEST(Table, bad_setups_get_a_sentence) {
  for (const char* text :
       {R"({})", R"({"game":"chess"})", R"({"game":"dragons","edition":"x"})",
        R"({"game":"dragons","options":[1]})", R"({"game":"dragons","options":{"layout":"x"}})",
        R"({"game":"dragons","time":{"kind":"blitz"}})", R"({"game":"dragons","open":1})",
        R"({"game":"dragons","time":{"kind":"relaxed","bank":1,"move":0}})",
        R"({"game":"ratuki","time":{"kind":"slow","days":1}})",
        R"({"game":"spirits","options":{"players":5}})"}) {
    const auto setup = read_setup(json::Fields{json::Value(std::string_view(text))});
    ASSERT_FALSE(setup) << text;
    EXPECT_GT(setup.error().message.size(), 10U);
  }
}

TEST(Table, stale_versions_and_foreign_seats_are_refused) {
  auto table = two_people();
  std::string text;
  PlayerAct act = first_legal(*table, text);
  act.version = table->version() - 1;
  EXPECT_EQ(act_at(*table, act, 2000)->code, "version_behind");
  act.version = table->version() + 1;
  EXPECT_TRUE(act_at(*table, act, 2000));
  act.version = table->version();
  act.place = 1 - act.place;
  EXPECT_TRUE(act_at(*table, act, 2000));
  act.place = 1 - act.place;
  act.seat = 1 - table->game().acting().lowest();
  EXPECT_EQ(act_at(*table, act, 2000)->code, "not_your_seat");
  act.seat.reset();
  act.action = "nonsense";
  EXPECT_TRUE(act_at(*table, act, 2000));
  act.place = nobody;
  EXPECT_TRUE(act_at(*table, act, 2000));
  EXPECT_GE(table->take_step().events.size(), 6U);
  const auto version = table->version();
  act = first_legal(*table, text);
  EXPECT_FALSE(act_at(*table, act, 2000));
  EXPECT_GT(table->version(), version);
}

TEST(Table, a_turn_can_be_taken_back_until_it_is_ended) {
  auto table = two_people();
  std::string text;
  for (int guard = 0; guard < 10; ++guard) {
    const int place = acting_place(*table);
    const std::string before = table->game().position();
    PlayerAct act = first_legal(*table, text);
    act.hold = true;
    EXPECT_EQ(table->can_undo(place), Table::UndoRight::no);
    EXPECT_EQ(table->turn().player, place);
    EXPECT_EQ(table->turn().seat, table->game().acting().lowest());
    EXPECT_FALSE(table->turn().is_held);
    EXPECT_FALSE(table->turn().by_bot);
    EXPECT_TRUE(table->acting_seats(1 - place).empty());
    ASSERT_FALSE(act_at(*table, act, 2000));
    EXPECT_EQ(table->can_undo(place), Table::UndoRight::free);
    EXPECT_EQ(table->can_undo(1 - place), Table::UndoRight::no);
    EXPECT_TRUE(table->undo(1 - place, 2000));
    ASSERT_FALSE(table->undo(place, 2000));
    EXPECT_EQ(table->game().position(), before);
    while (!table->turn().is_held && acting_place(*table) == place) {
      act = first_legal(*table, text);
      act.hold = true;
      ASSERT_FALSE(act_at(*table, act, 2000));
    }
    ASSERT_TRUE(table->turn().is_held);
    ASSERT_EQ(table->turn().player, place);
    EXPECT_EQ(table->turn().seat, nobody);
    EXPECT_TRUE(table->acting_seats().empty());
    EXPECT_EQ(table->game().current_phase(), Phase::chance);
    EXPECT_TRUE(act_at(*table, first_legal(*two_people(), text), 2000));
    EXPECT_TRUE(table->done(1 - place, 2000));
    ASSERT_FALSE(table->done(place, 2000));
    EXPECT_EQ(table->turn().player, acting_place(*table));
    EXPECT_EQ(table->can_undo(place), Table::UndoRight::no);
    EXPECT_TRUE(table->undo(place, 2000));
  }
}

TEST(Table, the_turn_says_whose_decision_is_awaited) {
  auto table = make_table(R"({"game":"dragons"})");
  EXPECT_EQ(table->turn().player, nobody) << "not started";
  table = two_people();
  const int place = acting_place(*table);
  ASSERT_FALSE(table->leave(place, "club", 2000));
  EXPECT_EQ(table->turn().player, place);
  EXPECT_TRUE(table->turn().by_bot);
  ASSERT_FALSE(table->come_back(place, 2001));
  EXPECT_FALSE(table->turn().by_bot);
  ASSERT_FALSE(table->resign(place, 2002));
  EXPECT_EQ(table->turn().player, nobody) << "over";

  const auto real_time = two_people(R"({"game":"ratuki"})");
  EXPECT_EQ(real_time->turn().player, nobody) << "everybody's";
  EXPECT_TRUE(real_time->acting_seats(0).has(0));
  EXPECT_TRUE(real_time->acting_seats(1).has(1));
}

TEST(Table, an_ask_is_taken_back_with_consent_and_a_shown_card_never) {
  auto table = make_table(R"({"game":"spirits","options":{"players":2}})");
  ASSERT_FALSE(table->sit(0, ann, "", 1));
  ASSERT_FALSE(table->sit(1, bob, "", 1));
  ASSERT_FALSE(table->start(1));
  int asked = 0;
  for (int guard = 0; guard < 200 && asked < 3; ++guard) {
    std::vector<std::string> texts;
    const Seat seat = table->game().acting().lowest();
    const int place = table->decider(seat);
    table->game().legal_texts(seat, texts);
    PlayerAct act;
    act.place = place;
    act.version = table->version();
    act.action = texts.front();
    const std::string before = table->game().position();
    ASSERT_FALSE(act_at(*table, act, 2));
    if (!texts.front().starts_with("ask")) {
      EXPECT_EQ(table->can_undo(place), Table::UndoRight::no);
      continue;
    }
    ++asked;
    ASSERT_EQ(table->can_undo(place), Table::UndoRight::ask);
    ASSERT_FALSE(table->undo(place, 3));
    EXPECT_EQ(table->undo_asked(), place);
    EXPECT_TRUE(table->answer_undo(place, true, 3));
    ASSERT_FALSE(table->answer_undo(1 - place, asked > 1, 3));
    EXPECT_EQ(table->game().position() == before, asked > 1);
    if (asked > 1) {
      ASSERT_FALSE(act_at(*table, first_legal(*table, texts.front()), 4));
    }
  }
  EXPECT_GE(asked, 1);
}

TEST(Table, leaving_neither_earns_time_nor_stops_the_clock) {
  auto table = two_people(R"({"game":"dragons","time":{"kind":"relaxed","bank":60,"move":5}})");
  const int place = acting_place(*table);
  ASSERT_FALSE(table->leave(place, "club", 2004));
  EXPECT_EQ(table->clocks().left(place, 2004), 59'000);
  ASSERT_FALSE(table->come_back(place, 3004));
  EXPECT_EQ(table->clocks().left(place, 4004), 57'000);
  ASSERT_FALSE(table->resign(place, 4004));
  EXPECT_EQ(table->clocks().left(place, 9999), 57'000);
}

TEST(Table, time_runs_for_whoever_decides_and_then_it_is_lost) {
  auto table = two_people(R"({"game":"dragons","time":{"kind":"relaxed","bank":60,"move":5}})");
  const int place = acting_place(*table);
  EXPECT_EQ(table->clocks().running(), place);
  EXPECT_EQ(table->clocks().left(place, 11'004), 50'000);
  EXPECT_EQ(table->wake(), 61'004);
  std::string text;
  while (acting_place(*table) == place)
    ASSERT_FALSE(act_at(*table, first_legal(*table, text), 11'004));
  EXPECT_EQ(table->clocks().left(place, 99'000), 55'000);  // what was left and five seconds more
  EXPECT_EQ(table->clocks().running(), 1 - place);
  EXPECT_FALSE(table->tick(71'003));
  EXPECT_TRUE(table->tick(71'004));
  EXPECT_EQ(table->stage(), Stage::finished);
  EXPECT_TRUE(table->game().result().winners.has(place));
  EXPECT_EQ(table->game().result().reason.message, "time ran out");
  EXPECT_NE(table->record().find("{\"end\":\"time\""), std::string::npos);
}

TEST(Table, with_three_players_a_bot_takes_over_when_time_is_out) {
  auto table =
      make_table(R"({"game":"spirits","options":{"players":3},"time":{"kind":"slow","days":1}})");
  ASSERT_FALSE(table->sit(0, ann, "", 1));
  ASSERT_FALSE(table->sit(1, bob, "", 1));
  ASSERT_FALSE(table->sit(2, {"pcat", "Cat"}, "", 1));
  ASSERT_FALSE(table->start(1));
  const int late = acting_place(*table);
  ASSERT_TRUE(table->tick(*table->wake()));
  EXPECT_EQ(table->stage(), Stage::running);
  EXPECT_TRUE(table->places()[static_cast<std::size_t>(late)].away);
  EXPECT_FALSE(table->wake());
  EXPECT_FALSE(table->come_back(late, 5));
  EXPECT_TRUE(table->come_back(late, 5));
  EXPECT_FALSE(table->leave(late, "master", 5));
  EXPECT_TRUE(table->leave(late, "master", 5));
}

TEST(Table, restoring_goes_on_where_it_was) {
  auto table = two_people();
  EXPECT_FALSE(table->offer_rematch("t2", 1) == std::nullopt);
  EXPECT_FALSE(table->resign(0, 3000));
  EXPECT_FALSE(table->offer_rematch("t2", 3001));
  EXPECT_TRUE(table->offer_rematch("t3", 3001));
  std::vector<std::string> lines;
  keep_fresh(*table, lines);
  const auto restored = Table::restore(lines);
  ASSERT_TRUE(restored);
  EXPECT_EQ((*restored)->rematch(), "t2");
  EXPECT_EQ((*restored)->stage(), Stage::finished);
  for (std::size_t cut = 1; cut < lines.size(); ++cut) {
    auto shorter = Table::restore(std::span(lines).first(cut));
    ASSERT_TRUE(shorter) << cut;
    EXPECT_EQ((*shorter)->version(), static_cast<std::int64_t>(cut) - 1);
  }
  auto damaged = lines;
  damaged[1] = "{\"sit\":";
  EXPECT_FALSE(Table::restore(damaged));
  damaged[1] = "{\"roll\":[1,2]}";
  EXPECT_FALSE(Table::restore(damaged));
  EXPECT_FALSE(Table::restore({}));
}

// Random games of every kind: after each step the journal gives the same table, and in the end the
// record is right and every chance in it can be computed again.
TEST(Table, journals_and_records_of_whole_games) {
  for (const char* setup :
       {R"({"game":"dragons","time":{"kind":"relaxed","bank":600,"move":5}})",
        R"({"game":"dragons","edition":"huch","options":{"layout":"rotated"}})",
        R"({"game":"spirits","options":{"target":100}})",
        R"({"game":"spirits","options":{"players":2,"target":60}})",
        R"({"game":"spirits","options":{"players":3,"target":80}})",
        R"({"game":"ratuki","options":{"target":5}})",
        R"({"game":"ratuki","options":{"players":5,"target":5,"tie_ms":100}})"}) {
    std::vector<std::string> journal;
    auto table = make_table(setup, &journal);
    const auto keep = [&] {
      keep_fresh(*table, journal);
      ASSERT_EQ(static_cast<std::int64_t>(journal.size()) - 1, table->version());
    };
    const std::string names = "abcde";
    for (std::size_t i = 0; i < table->places().size(); ++i) {
      const std::string id = "p" + names.substr(i, 1);
      ASSERT_FALSE(table->sit(static_cast<int>(i), {id, id}, i % 2 == 0 ? seed_a : "", 1));
    }
    ASSERT_FALSE(table->start(5));
    keep();
    Rng rng(5);
    Time now = 10;
    int steps = 0;
    while (table->stage() == Stage::running && steps < 6000) {
      ++steps;
      now += 50 + rng.below(400);
      while (table->wake() && *table->wake() <= now && table->game().is_real_time())
        table->tick(*table->wake());
      std::vector<std::string> texts;
      const SeatSet acting = table->game().acting();
      if (table->stage() != Stage::running) break;
      if (!acting.empty()) {
        Seat seat = acting.lowest();
        if (table->game().is_real_time()) {
          seat = static_cast<Seat>(rng.below(static_cast<std::uint32_t>(table->places().size())));
        }
        table->game().legal_texts(seat, texts);
        if (!texts.empty()) {
          PlayerAct act;
          act.place = table->decider(seat);
          act.seat = seat;
          act.version = table->version();
          const std::string text = texts[rng.below(static_cast<std::uint32_t>(texts.size()))];
          act.action = text;
          act.hold = rng.below(4) == 0;
          const auto error = act_at(*table, act, now);
          EXPECT_TRUE(!error || table->game().is_real_time()) << error->message;
          if (rng.below(8) == 0) (void)table->undo(act.place, now);
        }
      }
      if (const Turn turn = table->turn(); turn.is_held) {
        ASSERT_FALSE(table->done(turn.player, now));
      }
      keep();
      if (rng.below(50) == 0 || table->stage() == Stage::finished) {
        const auto again = Table::restore(journal);
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ((*again)->version(), table->version());
        EXPECT_EQ((*again)->stage(), table->stage());
        EXPECT_EQ((*again)->record(), table->record());
        EXPECT_EQ((*again)->clocks().running(), table->clocks().running());
        EXPECT_EQ((*again)->clocks().left(0, now), table->clocks().left(0, now));
        if (!table->game().is_real_time() || table->stage() == Stage::finished) {
          EXPECT_EQ((*again)->game().position(), table->game().position());
        }
      }
    }
    ASSERT_EQ(table->stage(), Stage::finished) << setup;
    std::string out;
    EXPECT_EQ(fair::verify_text(table->record(), fair::Verifier::Form::words, out), 0) << out;
    EXPECT_NE(out.find("commitment"), std::string::npos) << out;
  }
}

}  // namespace
}  // namespace hotaka::table
