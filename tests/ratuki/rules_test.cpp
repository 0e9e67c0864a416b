// R1 to R9 and the options of docs/rules/ratuki.md, each test named by its rule. What has to do
// with time, R10 to R13, is in time_test.cpp, and how rounds and matches end in end_test.cpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>

#include "ratuki/table.h"

namespace hotaka::ratuki {
namespace {

// R13: without ties a card counts at once, which keeps the tests of other rules short.
Options no_ties(int players = 2) {
  Options options = with_players(players);
  options.tie_ms = 0;
  options.hand_ms.fill(0);
  return options;
}

using Texts = std::vector<std::string>;

// --- Cards

TEST(RatukiRules, R1_a_deck_is_35_cards_of_six_kinds) {
  for (int players = 2; players <= 5; ++players) {
    const State state = start(with_players(players));
    Rng rng(7);
    const Chance chance = draw(state, rng);
    EXPECT_EQ(refuse(state, chance), Refusal::none);
    ASSERT_EQ(chance.players, players);
    for (int seat = 0; seat < players; ++seat) {
      std::array<int, 7> count{};
      for (const Card card : chance.decks[seat]) ++count[rank_of(card)];
      EXPECT_EQ(count, (std::array<int, 7>{0, 7, 8, 8, 5, 5, 2}));
    }
  }
}

TEST(RatukiRules, R1_other_decks_are_refused) {
  const State state = start({});
  EXPECT_EQ(refuse(state, decks({"", ""})), Refusal::none);
  EXPECT_EQ(refuse(state, decks({"", "", ""})), Refusal::bad_decks) << "a deck too many";
  EXPECT_EQ(refuse(state, decks({""})), Refusal::bad_decks) << "a deck too few";
  Chance chance = decks({"", "*"});
  chance.decks[1][0] = *parse_card("5n");
  EXPECT_EQ(refuse(state, chance), Refusal::bad_decks) << "six fives and one wild";
  chance.decks[1][0] = hidden_card;
  EXPECT_EQ(refuse(state, chance), Refusal::bad_decks);
}

TEST(RatukiRules, R2_each_rank_deals_its_cards_to_the_styles_in_turn) {
  Rng rng(7);
  const Chance chance = draw(start({}), rng);
  for (int seat = 0; seat < 2; ++seat) {
    std::vector<Card> deck(chance.decks[seat].begin(), chance.decks[seat].end());
    std::sort(deck.begin(), deck.end());
    EXPECT_EQ(deck, cards_of(full_deck));
  }
}

TEST(RatukiRules, R2_the_right_ranks_in_other_styles_are_refused) {
  Chance chance = decks({"1h", ""});
  chance.decks[0][0] = *parse_card("1n");
  EXPECT_EQ(refuse(start({}), chance), Refusal::bad_decks) << "1: n3 d2 w1 r1, no h";
}

TEST(RatukiRules, R3_codes_are_rank_and_style_and_a_star) {
  for (const char rank : "12345"sv) {
    for (const char style : "ndwrh"sv) {
      const std::string code{rank, style};
      const auto card = parse_card(code);
      ASSERT_TRUE(card) << code;
      EXPECT_EQ(card_text(*card), code);
      EXPECT_EQ(rank_of(*card), rank - '0');
    }
  }
  ASSERT_TRUE(parse_card("*"));
  EXPECT_EQ(card_text(*parse_card("*")), "*");
  for (const auto wrong : {"", "0n", "6n", "1", "n1", "1x", "1N", "1n ", " 1n", "**", "?", "*n"}) {
    EXPECT_FALSE(parse_card(wrong)) << wrong;
  }
}

TEST(RatukiRules, R3_actions_have_one_spelling) {
  for (const auto text : {"play 3d 0", "play * 4", "start 1n", "discard 4h", "out"}) {
    const auto action = parse_action(text);
    ASSERT_TRUE(action) << text;
    std::string written;
    append_text(written, *action);
    EXPECT_EQ(written, text);
  }
  for (const auto wrong : {"", "play 3d", "play 3d 5", "play 3d -1", "play 3d 00", "play  3d 0",
                           "play 3d 0 ", "Play 3d 0", "play 3x 0", "play 0", "start", "start 1n 0",
                           "start  1n", "discard", "discard ?", "out ", "OUT", "pass"}) {
    EXPECT_FALSE(parse_action(wrong)) << wrong;
  }
}

TEST(RatukiRules, R3_decks_in_a_record_have_their_top_card_first) {
  const State state = start({});
  const Chance chance = decks({"5h*1n", "2d3w"});
  std::string text = "{";
  append_chance(text, chance);
  EXPECT_TRUE(text.starts_with(R"({"decks":[["5h","*","1n",)")) << text;
  text += "}";
  ASSERT_FALSE(json::check(text));
  const auto read_again = [&](std::string_view json) {
    std::optional<Chance> read;
    json::Value(json).each_member([&](json::Value, json::Value member) {
      const auto result = read_chance(state, "decks", member);
      if (result) read = *result;
      return true;
    });
    return read;
  };
  EXPECT_EQ(read_again(text), chance);
  EXPECT_FALSE(read_again(R"({"decks":[["1n"],["1n"]]})")) << "35 cards each";
  EXPECT_FALSE(read_again(R"({"decks":[]})"));
  EXPECT_FALSE(read_chance(state, "roll", json::Value("[1,2]")));
}

// --- Play

TEST(RatukiRules, R4_three_cards_from_the_top_of_the_own_deck) {
  const State state = dealt({"1n2d3w4r", "5h*1d2r"});
  EXPECT_EQ(hand_of(state, 0), "1n2d3w");
  EXPECT_EQ(hand_of(state, 1), "1d5h*");
  EXPECT_EQ(state.players[0].draw.size(), 32U);
  EXPECT_EQ(state.players[1].draw.size(), 32U);
  EXPECT_TRUE(draw_of(state, 0).starts_with("4r"));
  EXPECT_TRUE(draw_of(state, 1).starts_with("2r"));
  EXPECT_EQ(discard_of(state, 0) + discard_of(state, 1), "");
  EXPECT_EQ(stacks_of(state), "-/-");
  EXPECT_EQ(scored_of(state), "0/0");
}

TEST(RatukiRules, R4_nature_shuffles) {
  std::set<Card> seen;
  Rng rng(1);
  for (int i = 0; i < 200; ++i) seen.insert(draw(start({}), rng).decks[1][0]);
  EXPECT_EQ(seen.size(), 26U) << "every kind of card is on top at times";
}

TEST(RatukiRules, R4_everyone_plays_at_once_from_time_0) {
  State state = dealt({"1n2n3n", "1d2n3n", "1w2n3n"});
  EXPECT_EQ(state.now, 0);
  EXPECT_EQ(phase(state), Phase::action);
  EXPECT_EQ(actors(state).size(), 3);
  EXPECT_EQ(refusal_of(state, {-1, 0, "start 1n"}), Refusal::time_goes_back);
  state = after(state, {{0, 2, "start 1w"}, {0, 0, "start 1n"}, {0, 1, "start 1d"}});
  EXPECT_EQ(stacks_of(state), "1.1w/1.1n/1.1d");
}

TEST(RatukiRules, R4_nobody_plays_before_the_decks_are_there) {
  const State state = start({});
  EXPECT_EQ(phase(state), Phase::chance);
  EXPECT_TRUE(actors(state).empty());
  EXPECT_EQ(refusal_of(state, {0, 0, "start 1n"}), Refusal::decks_due);
  EXPECT_EQ(refusal_of(state, {0, 0, "out"}), Refusal::decks_due);
}

TEST(RatukiRules, R4_only_the_players_at_the_table_act) {
  const State state = dealt({"1n2n3n", "1d2n3n"});
  EXPECT_EQ(refusal_of(state, {0, 2, "start 1n"}), Refusal::no_such_seat);
  EXPECT_EQ(refusal_of(state, {0, -1, "start 1n"}), Refusal::no_such_seat);
  EXPECT_EQ(legal_texts(state, 2), Texts{});
}

TEST(RatukiRules, R5_as_many_slots_as_players) {
  for (int players = 2; players <= 5; ++players) {
    Table table{.options = no_ties(players),
                .hands = for_each_seat(players, "1n1d2n", "1n1d2n"),
                .draw = for_each_seat(players, "5n", "5n")};
    State state = at(table);
    for (int seat = 0; seat < players; ++seat) {
      EXPECT_TRUE(contains(legal_texts(state, seat), "start 1n"));
      state = after(state, {{1000, seat, "start 1n"}});
      EXPECT_EQ(state.stacks[seat].size, 1);
    }
    EXPECT_EQ(refusal_of(state, {1000, 0, "start 1d"}), Refusal::no_free_slot);
    EXPECT_FALSE(contains(legal_texts(state, 0), "start 1d"));
    const auto last_slot = "play 2n " + std::to_string(players - 1);
    EXPECT_EQ(refusal_of(state, {1000, 0, last_slot}), Refusal::none);
    if (players == 5) continue;  // there is no text for a sixth slot
    const auto beyond = "play 2n " + std::to_string(players);
    EXPECT_EQ(refusal_of(state, {1000, 0, beyond}), Refusal::no_such_slot);
  }
}

TEST(RatukiRules, R6_start_takes_the_lowest_free_slot) {
  State state = at({.options = no_ties(3), .stacks = "-/4.3d/-", .hands = "1n1d1w/1h/2n"});
  state = after(state, {{1000, 0, "start 1d"}});
  EXPECT_EQ(stacks_of(state), "1.1d/4.3d/-");
  EXPECT_EQ(hand_of(state, 0), "1n1w");
  state = after(state, {{1000, 1, "start 1h"}});
  EXPECT_EQ(stacks_of(state), "1.1d/4.3d/1.1h");
  EXPECT_EQ(refusal_of(state, {1000, 0, "start 1n"}), Refusal::no_free_slot);
}

TEST(RatukiRules, R6_only_a_one_from_the_hand_starts) {
  const State state = at({.hands = "2n4n5n/1d2d3d", .draw = "1n/3h"});
  for (const auto what : {"start 2n", "start 4n", "start 5n"}) {
    EXPECT_EQ(refusal_of(state, {1000, 0, what}), Refusal::not_a_one) << what;
  }
  EXPECT_EQ(refusal_of(state, {1000, 0, "start 1n"}), Refusal::not_in_hand) << "it is in the pile";
  EXPECT_EQ(refusal_of(state, {1000, 0, "start 1d"}), Refusal::not_in_hand) << "of another player";
  EXPECT_EQ(refusal_of(state, {1000, 1, "start 1d"}), Refusal::none);
}

TEST(RatukiRules, R7_what_fits_on_what) {
  const std::map<std::string, std::string> tops_by_card{{"1n", "2"}, {"2n", "13"}, {"3n", "24"},
                                                        {"4n", "3"}, {"5n", "4"},  {"*", "1234"}};
  for (const auto& [card, tops] : tops_by_card) {
    for (const char top : "1234"sv) {
      // Seat 1's wild keeps the round from being stuck.
      const State state =
          at({.stacks = "1." + std::string(1, top) + "d/1.1h", .hands = card + "/*"});
      const bool fitting = tops.find(top) != std::string::npos;
      const std::string what = "play " + card + " 0";
      EXPECT_EQ(refusal_of(state, {1000, 0, what}), fitting ? Refusal::none : Refusal::does_not_fit)
          << card << " on " << top;
      EXPECT_EQ(contains(legal_texts(state, 0), what), fitting) << card << " on " << top;
    }
  }
}

TEST(RatukiRules, R7_style_and_colour_do_not_matter) {
  for (const char top_style : "ndwrh"sv) {
    for (const char style : "ndwrh"sv) {
      const std::string card{'3', style};
      for (const Seat seat : {0, 1}) {
        const State state = at({.options = no_ties(),
                                .stacks = "1.2" + std::string(1, top_style) + "/-",
                                .hands = card + "/" + card});
        const std::string what = "play " + card + " 0";
        EXPECT_EQ(stacks_of(after(state, {{1000, seat, what}})), "2." + card + "/-");
      }
    }
  }
}

TEST(RatukiRules, R7_a_card_from_the_hand_onto_a_stack) {
  const State state = at({.stacks = "3.2n/-", .hands = "3n4n1n/3d", .draw = "3w/-"});
  EXPECT_EQ(refusal_of(state, {1000, 0, "play 3d 0"}), Refusal::not_in_hand);
  EXPECT_EQ(refusal_of(state, {1000, 0, "play 3w 0"}), Refusal::not_in_hand);
  EXPECT_EQ(refusal_of(state, {1000, 0, "play 3n 1"}), Refusal::slot_free);
  EXPECT_EQ(refusal_of(state, {1000, 0, "play 3n 2"}), Refusal::no_such_slot);
  EXPECT_EQ(refusal_of(state, {999, 0, "play 3n 0"}), Refusal::time_goes_back);
}

TEST(RatukiRules, R7_legal_actions_each_once) {
  const State state = at({.options = with_players(3),
                          .stacks = "3.2n/2.4d/-",
                          .hands = "1n1n*/3d3w5h/2h2r",
                          .draw = "5n/4n/-"});
  EXPECT_EQ(legal_texts(state, 0),
            (Texts{"discard *", "discard 1n", "play * 0", "play * 1", "play 1n 0", "start 1n"}));
  EXPECT_EQ(legal_texts(state, 1), (Texts{"discard 3d", "discard 3w", "discard 5h", "play 3d 0",
                                          "play 3d 1", "play 3w 0", "play 3w 1", "play 5h 1"}));
  EXPECT_EQ(legal_texts(state, 2), Texts{"out"});
  EXPECT_EQ(actors(state).size(), 3);
}

TEST(RatukiRules, R7_of_the_same_card_twice_one_is_played) {
  const State state = at({.options = no_ties(), .stacks = "3.2n/-", .hands = "3n3n4n/2d"});
  EXPECT_EQ(hand_of(after(state, {{1000, 0, "play 3n 0"}}), 0), "3n4n");
}

TEST(RatukiRules, R8_a_five_takes_the_stack_and_frees_the_slot) {
  const State state =
      at({.options = no_ties(), .stacks = "6.4n/7.2n", .hands = "5d1n/1d", .scored = "2/52"});
  const State taken = after(state, {{1000, 0, "play 5d 0"}});
  EXPECT_EQ(stacks_of(taken), "-/7.2n");
  EXPECT_EQ(scored_of(taken), "9/52") << "2, and 6 with the five itself";
  EXPECT_EQ(refusal_of(taken, {1000, 1, "play 1d 0"}), Refusal::slot_free);
  EXPECT_EQ(stacks_of(after(taken, {{1000, 1, "start 1d"}})), "1.1d/7.2n");
}

TEST(RatukiRules, R8_a_wild_takes_any_stack) {
  for (const auto top : {"1n", "2n", "3n", "4n"}) {
    const State state = at({.options = no_ties(),
                            .stacks = "5.2h/3." + std::string(top),
                            .hands = "1n/*1d",
                            .scored = "0/59"});
    const State taken = after(state, {{1000, 1, "play * 1"}});
    EXPECT_EQ(stacks_of(taken), "5.2h/-");
    EXPECT_EQ(scored_of(taken), "0/63") << "59, 3 and the wild itself";
  }
}

TEST(RatukiRules, R8_other_cards_stay_on_top) {
  State state =
      at({.options = no_ties(), .stacks = "1.1n/-", .hands = "2n4n1n/3n", .scored = "0/65"});
  state = after(state, {{1000, 0, "play 2n 0"}, {1000, 1, "play 3n 0"}, {1000, 0, "play 4n 0"}});
  EXPECT_EQ(stacks_of(state), "4.4n/-");
  EXPECT_EQ(scored_of(state), "0/65");
}

TEST(RatukiRules, R8_a_wild_cannot_open_a_stack) {
  const State state = at({.hands = "*1n/1d"});
  EXPECT_EQ(refusal_of(state, {1000, 0, "start *"}), Refusal::not_a_one);
  EXPECT_EQ(refusal_of(state, {1000, 0, "play * 0"}), Refusal::slot_free);
}

TEST(RatukiRules, R9_a_discard_goes_onto_the_own_discard_pile) {
  const State state = at({.hands = "4n5n1n/1d", .draw = "2n3n/-", .discard = "3d/-"});
  const State done = after(state, {{1000, 0, "discard 4n"}});
  EXPECT_EQ(discard_of(done, 0), "4n3d");
  EXPECT_EQ(hand_of(done, 0), "1n2n5n");
  EXPECT_EQ(draw_of(done, 0), "3n");
  EXPECT_EQ(stacks_of(done), "-/-");
  EXPECT_EQ(refusal_of(state, {1000, 0, "discard 3n"}), Refusal::not_in_hand);
}

TEST(RatukiRules, R9_any_card_can_be_discarded) {
  const State state = at({.stacks = "1.2n/-", .hands = "*1n5n/1d", .draw = "2n/-"});
  for (const auto what : {"discard *", "discard 1n", "discard 5n"}) {
    EXPECT_EQ(refusal_of(state, {1000, 0, what}), Refusal::none) << what;
  }
}

TEST(RatukiRules, R9_no_discard_with_an_empty_draw_pile) {
  const State state = at({.hands = "4n5n1n/1d"});
  EXPECT_EQ(refusal_of(state, {1000, 0, "discard 4n"}), Refusal::nothing_to_draw);
  EXPECT_EQ(legal_texts(state, 0), (Texts{"out", "start 1n"}));
}

TEST(RatukiRules, R9_discards_lie_face_down) {
  const State state =
      after(at({.hands = "4n5n1n/1d", .draw = "2n3n/-"}), {{1000, 0, "discard 4n"}});
  for (const Viewer viewer : {Viewer::seat(1), Viewer::spectator()}) {
    const View seen = view(state, viewer);
    ASSERT_EQ(seen.players[0].discard.size(), 1U);
    EXPECT_EQ(seen.players[0].discard[0], hidden_card);
    EXPECT_EQ(view_text(seen).find("4n"), std::string::npos);
  }
}

// --- Options

MaybeError set(Options& options, std::string_view name, std::string_view value) {
  return set_option<Ratuki>(options, name, OptionValue::from_text(value));
}

// Sets all, then checks them together, as a header does; whether all is well.
bool allowed(std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
  Options options;
  for (const auto& [name, value] : values) {
    if (set(options, name, value)) return false;
  }
  return !check(options);
}

TEST(RatukiRules, options_defaults) {
  const Options options;
  EXPECT_EQ(options.players, 2);
  EXPECT_EQ(options.target, 100);
  EXPECT_EQ(options.tie_ms, 60);
  EXPECT_EQ(options.hand_time(0), 200);
  EXPECT_EQ(options.hand_time(4), 200);
  EXPECT_EQ(options.idle_ms, 20000);
  EXPECT_FALSE(check(options));
  EXPECT_TRUE(edition(""));
  EXPECT_FALSE(edition("other"));
}

TEST(RatukiRules, options_bounds) {
  struct Bounds {
    std::string_view name;
    std::vector<std::string_view> right;
    std::vector<std::string_view> wrong;
  };
  const std::vector<Bounds> all{
      {"players", {"2", "3", "4", "5"}, {"1", "6", "0", "two", "2,2", "-2", ""}},
      {"target", {"1", "10000"}, {"0", "10001", "-1", "all"}},
      {"tie_ms", {"0", "1000"}, {"1001", "-1", "none"}},
      {"hand_ms", {"60", "5000", "60,5000"}, {"5001", "-1", "fast", "200,5001", "200,x"}},
      {"idle_ms", {"1000", "600000"}, {"999", "600001", "0", "never"}},
      {"speed", {}, {"1"}},
  };
  for (const auto& [name, right, wrong] : all) {
    for (const auto value : right) EXPECT_TRUE(allowed({{name, value}})) << name << " " << value;
    for (const auto value : wrong) {
      Options options;
      EXPECT_TRUE(set(options, name, value)) << name << " " << value;
    }
  }
}

TEST(RatukiRules, options_hand_ms_is_at_least_tie_ms) {
  EXPECT_FALSE(allowed({{"hand_ms", "59"}}));
  EXPECT_TRUE(allowed({{"hand_ms", "60"}}));
  EXPECT_FALSE(allowed({{"hand_ms", "0"}}));
  EXPECT_TRUE(allowed({{"hand_ms", "0"}, {"tie_ms", "0"}})) << "in any order";
  EXPECT_TRUE(allowed({{"tie_ms", "0"}, {"hand_ms", "0,0"}}));
  EXPECT_FALSE(allowed({{"hand_ms", "500,59"}}));
  EXPECT_TRUE(allowed({{"hand_ms", "500,60"}})) << "a seat that is let off the rule";
  EXPECT_TRUE(allowed({{"tie_ms", "1000"}, {"hand_ms", "1000,1000"}}));
  EXPECT_FALSE(allowed({{"tie_ms", "300"}, {"hand_ms", "299"}}));
  EXPECT_TRUE(allowed({{"tie_ms", "300"}})) << "the default follows tie_ms";
}

TEST(RatukiRules, options_hand_ms_lists_every_seat) {
  EXPECT_TRUE(allowed({{"hand_ms", "100,200,300"}, {"players", "3"}}));
  EXPECT_TRUE(allowed({{"players", "5"}, {"hand_ms", "100,200,300,400,500"}}));
  EXPECT_FALSE(allowed({{"hand_ms", "100,200,300"}}));
  EXPECT_FALSE(allowed({{"players", "3"}, {"hand_ms", "100,200"}}));
  EXPECT_FALSE(allowed({{"players", "5"}, {"hand_ms", "100,100,100,100,100,100"}}));
  Options options;
  const bool refused =
      set_option<Ratuki>(options, "hand_ms", OptionValue::from_json(json::Value("[200]")))
          .has_value() ||
      check(options).has_value();
  EXPECT_TRUE(refused) << "a list of one seat";
  options = {};
  EXPECT_TRUE(set_option<Ratuki>(options, "hand_ms", OptionValue::from_json(json::Value("[]"))));
  EXPECT_TRUE(
      set_option<Ratuki>(options, "hand_ms", OptionValue::from_json(json::Value("[200,\"a\"]"))));
  EXPECT_TRUE(set_option<Ratuki>(options, "hand_ms", OptionValue::from_json(json::Value("200.0"))));
}

TEST(RatukiRules, options_hand_ms_by_default_number_and_list) {
  Options options;
  EXPECT_FALSE(set(options, "tie_ms", "350"));
  EXPECT_EQ(options.hand_time(0), 350) << "tie_ms, as that is more than 200";
  EXPECT_FALSE(set(options, "hand_ms", "400"));
  EXPECT_EQ(options.hand_time(0), 400);
  EXPECT_EQ(options.hand_time(1), 400);
  EXPECT_FALSE(set(options, "hand_ms", "700,360"));
  EXPECT_EQ(options.hand_time(0), 700);
  EXPECT_EQ(options.hand_time(1), 360);
}

TEST(RatukiRules, options_are_written_as_far_as_they_are_not_the_default) {
  const auto written = [](const Options& options) {
    std::string out;
    write_options<Ratuki>(out, options);
    return out;
  };
  Options options;
  EXPECT_EQ(written(options), "");
  set(options, "players", "3");
  set(options, "target", "50");
  set(options, "tie_ms", "0");
  set(options, "hand_ms", "100,0,300");
  set(options, "idle_ms", "5000");
  EXPECT_EQ(written(options),
            R"("players":3,"target":50,"tie_ms":0,"hand_ms":[100,0,300],"idle_ms":5000)");
  options = {};
  set(options, "hand_ms", "0");
  EXPECT_EQ(written(options), R"("hand_ms":0)");
}

}  // namespace
}  // namespace hotaka::ratuki
