// R14 to R17 of docs/rules/ratuki.md: how a round ends, what it scores, and how a match ends.

#include <gtest/gtest.h>

#include "ratuki/table.h"

namespace hotaka::ratuki {
namespace {

TEST(RatukiRules, R14_out_needs_an_empty_draw_pile) {
  const State state = at({.hands = "1n2n3n/1d2d", .draw = "5n/-"});
  EXPECT_EQ(refusal_of(state, {1000, 0, "out"}), Refusal::out_too_early);
  EXPECT_FALSE(contains(legal_texts(state, 0), "out"));
  EXPECT_TRUE(contains(legal_texts(state, 1), "out"));
  EXPECT_EQ(phase(after(state, {{1000, 1, "out"}})), Phase::chance);
}

TEST(RatukiRules, R14_out_with_cards_in_hand_or_without) {
  const State state = at({.hands = "1n2n3n/-"});
  EXPECT_EQ(phase(after(state, {{1000, 0, "out"}})), Phase::chance);
  EXPECT_EQ(phase(after(state, {{1000, 1, "out"}})), Phase::chance);
}

TEST(RatukiRules, R14_out_is_not_bound_by_hand_ms) {
  const State state = after(at({.hands = "1n2n/1d"}), {{1000, 0, "start 1n"}});
  EXPECT_EQ(refusal_of(state, {1000, 0, "play 2n 0"}), Refusal::too_fast);
  EXPECT_EQ(refusal_of(state, {1000, 0, "out"}), Refusal::none);
}

TEST(RatukiRules, R14_no_out_while_an_own_card_is_pending) {
  const State state = after(at({.stacks = "3.2n/-", .hands = "1n3n/1d"}), {{1000, 0, "play 3n 0"}});
  EXPECT_EQ(refusal_of(state, {1059, 0, "out"}), Refusal::out_while_pending);
  EXPECT_FALSE(contains(legal_texts(state, 0), "out"));
  EXPECT_EQ(refusal_of(state, {1060, 0, "out"}), Refusal::none) << "the deadline comes first";
  EXPECT_EQ(refusal_of(state, {1000, 1, "out"}), Refusal::none) << "it is not seat 1's card";
}

TEST(RatukiRules, R14_out_resolves_single_pending_cards_at_once) {
  State state = at({.options = with_players(3),
                    .stacks = "4.4n/6.3n/-",
                    .hands = "5n1n/4n1n/1n",
                    .scored = "10/20/60"});
  state = after(state, {{1000, 0, "play 5n 0"}, {1010, 1, "play 4n 1"}, {1020, 2, "out"}});
  EXPECT_EQ(phase(state), Phase::chance);
  EXPECT_EQ(scored_of(state), "15/20/60") << "the five takes its stack of four";
  EXPECT_EQ(totals_of(state), "15/20/60");
  EXPECT_EQ(stacks_of(state), "-/7.4n/-");
}

TEST(RatukiRules, R14_out_sends_tied_cards_back_at_once) {
  State state = at({.options = with_players(3),
                    .stacks = "4.4n/-/-",
                    .hands = "5n1n1d/5d1d/1n",
                    .draw = "2n/-/-",
                    .scored = "10/20/64"});
  state = after(state, {{1000, 0, "play 5n 0"}, {1010, 1, "play 5d 0"}, {1020, 2, "out"}});
  EXPECT_EQ(stacks_of(state), "4.4n/-/-");
  // Seat 0 has drawn its last card, so the five is left in a pile; seat 1 takes it to the hand.
  EXPECT_EQ(hand_of(state, 0), "1n1d2n");
  EXPECT_EQ(hand_of(state, 1), "1d5d");
  EXPECT_EQ(totals_of(state), "9/20/64");
  for (const auto card : {"5n", "5d"}) EXPECT_TRUE(shows(state, Viewer::seat(2), card));
}

TEST(RatukiRules, R15_stuck_when_no_card_fits_and_none_can_open) {
  // The one becomes the top, the five is all that is left, and no slot matters without a one.
  State state = at({.stacks = "4.2n/-", .hands = "1n/5n", .scored = "10/54"});
  state = after(state, {{1000, 0, "play 1n 0"}});
  EXPECT_EQ(phase(later(state, 1059)), Phase::action) << "the card is pending";
  state = later(state, 1060);
  EXPECT_EQ(phase(state), Phase::chance);
  EXPECT_EQ(totals_of(state), "10/54");
}

TEST(RatukiRules, R15_an_action_after_the_stuck_end_is_refused) {
  const State state = after(at({.stacks = "4.2n/-", .hands = "1n/5n"}), {{1000, 0, "play 1n 0"}});
  EXPECT_EQ(refusal_of(state, {1059, 1, "out"}), Refusal::none);
  EXPECT_EQ(refusal_of(state, {1060, 1, "out"}), Refusal::round_over);
}

// Seat 0 plays its 1n on a two, which leaves a one on top. What remains is given by seat 1's cards.
bool stuck_after_a_one(std::string hand, std::string draw, std::string discard,
                       std::string other_stack) {
  const State state = at({.stacks = "4.2n/" + other_stack,
                          .hands = "1n/" + hand,
                          .draw = "-/" + draw,
                          .discard = "-/" + discard});
  return phase(later(after(state, {{1000, 0, "play 1n 0"}}), 1060)) == Phase::chance;
}

TEST(RatukiRules, R15_every_hand_and_pile_counts) {
  EXPECT_TRUE(stuck_after_a_one("3n4n5n", "3d", "4d", "-"));
  EXPECT_FALSE(stuck_after_a_one("3n4n2n", "3d", "4d", "-")) << "a two in hand";
  EXPECT_FALSE(stuck_after_a_one("3n4n5n", "3d2n", "4d", "-")) << "a two down in the draw pile";
  EXPECT_FALSE(stuck_after_a_one("3n4n5n", "3d", "4d2n", "-")) << "a two in the discard pile";
  EXPECT_FALSE(stuck_after_a_one("3n4n5n", "3d", "4d*", "-")) << "a wild fits";
}

TEST(RatukiRules, R15_a_one_opens_only_where_a_slot_is_free) {
  EXPECT_FALSE(stuck_after_a_one("1n4n5n", "3d", "4d", "-"));
  EXPECT_TRUE(stuck_after_a_one("1n4n5n", "3d", "4d", "2.1d"));
  EXPECT_FALSE(stuck_after_a_one("1n4n5n", "3d", "4d", "2.3n")) << "the four fits there";
}

TEST(RatukiRules, R15_wilds_without_a_stack_are_stuck) {
  State state = at({.stacks = "4.4n/-", .hands = "5n/**", .scored = "3/60"});
  state = after(state, {{1000, 0, "play 5n 0"}});
  EXPECT_EQ(phase(later(state, 1059)), Phase::action);
  EXPECT_EQ(phase(later(state, 1060)), Phase::chance);
  EXPECT_EQ(totals_of(later(state, 1060)), "8/60");
}

TEST(RatukiRules, R15_a_start_can_end_the_round_at_once) {
  const State state = after(at({.stacks = "3.1n/-", .hands = "1d/4n"}), {{1000, 0, "start 1d"}});
  EXPECT_EQ(phase(state), Phase::chance);
  EXPECT_EQ(refusal_of(state, {1000, 1, "out"}), Refusal::decks_due);
}

TEST(RatukiRules, R15_with_tie_ms_0_a_play_can_end_the_round_at_once) {
  Table table{.stacks = "4.2n/-", .hands = "1n/5n"};
  table.options.tie_ms = 0;
  EXPECT_EQ(phase(after(at(table), {{1000, 0, "play 1n 0"}})), Phase::chance);
}

TEST(RatukiRules, R15_not_stuck_while_another_card_is_pending) {
  // At 1060 nothing is left but the fives; the card on slot 1 decides whether they fit.
  State state = at({.stacks = "2.2n/2.3n", .hands = "1n/4n5n"});
  state = after(state, {{1000, 0, "play 1n 0"}, {1040, 1, "play 4n 1"}});
  EXPECT_EQ(phase(later(state, 1060)), Phase::action);
  EXPECT_EQ(phase(later(state, 1100)), Phase::action) << "the five fits on the four";
}

TEST(RatukiRules, R15_after_a_tie_the_cards_are_there_again) {
  State state = at({.stacks = "2.2n/2.1n", .hands = "3n/3d"});
  state = after(state, {{1000, 0, "play 3n 0"}, {1000, 1, "play 3d 0"}});
  EXPECT_EQ(phase(later(state, 1060)), Phase::action);
}

TEST(RatukiRules, R15_idle_counts_from_the_start_of_the_round) {
  const State state = dealt({"1n2n3n", "1d2d3d"});
  EXPECT_EQ(next_deadline(state), 20000);
  EXPECT_EQ(refusal_of(state, {19999, 0, "start 1n"}), Refusal::none);
  EXPECT_EQ(refusal_of(state, {20000, 0, "start 1n"}), Refusal::round_over);
  EXPECT_EQ(phase(later(state, 19999)), Phase::action);
  EXPECT_EQ(phase(later(state, 20000)), Phase::chance);
  EXPECT_EQ(totals_of(later(state, 20000)), "-32/-32");
  EXPECT_EQ(part_of(later(state, 20000), 8), "1");
}

TEST(RatukiRules, R15_idle_counts_from_the_last_start_or_play) {
  State state = dealt({"1n2n3n", "1d2d3d"});
  state = after(state, {{3000, 0, "start 1n"}});
  EXPECT_EQ(phase(later(state, 22999)), Phase::action);
  EXPECT_EQ(phase(later(state, 23000)), Phase::chance);
  state = after(state, {{22999, 1, "play 2d 0"}});
  EXPECT_EQ(phase(later(state, 42998)), Phase::action);
  EXPECT_EQ(phase(later(state, 42999)), Phase::chance);
}

TEST(RatukiRules, R15_a_tied_play_counts) {
  State state = dealt({"1n2n3n", "1d2d3d"});
  state = after(state, {{3000, 0, "start 1n"}, {9000, 0, "play 2n 0"}, {9050, 1, "play 2d 0"}});
  EXPECT_EQ(stacks_of(later(state, 9060)), "1.1n/-");
  EXPECT_EQ(phase(later(state, 29049)), Phase::action);
  EXPECT_EQ(phase(later(state, 29050)), Phase::chance);
}

TEST(RatukiRules, R15_a_discard_keeps_the_round_alive) {
  State state = dealt({"1n2n3n", "1d2d3d"});
  state = after(state, {{0, 1, "discard 2d"}});
  EXPECT_EQ(next_deadline(state), 20000);
  state = after(state, {{19000, 0, "discard 3n"}, {19999, 1, "discard 3d"}});
  EXPECT_EQ(part_of(state, 0), "19999@-,19999");
  EXPECT_EQ(refusal_of(state, {39998, 0, "start 1n"}), Refusal::none);
  EXPECT_EQ(refusal_of(state, {39999, 0, "start 1n"}), Refusal::round_over);
  EXPECT_EQ(phase(later(state, 39998)), Phase::action);
  EXPECT_EQ(phase(later(state, 39999)), Phase::chance);
}

TEST(RatukiRules, R15_the_latest_of_play_start_and_discard_counts) {
  State state = dealt({"1n2n3n", "1d2d3d"});
  state = after(state, {{5000, 0, "start 1n"}, {6000, 1, "discard 3d"}});
  EXPECT_EQ(next_deadline(state), 26000);
  state = later(after(state, {{7000, 0, "play 2n 0"}}), 7060);
  EXPECT_EQ(next_deadline(state), 27000) << "from the play's own time";
}

TEST(RatukiRules, R15_a_refused_discard_does_not_count) {
  State state = dealt({"1n2n3n", "1d2d3d"});
  state = after(state, {{1000, 0, "discard 3n"}});
  EXPECT_EQ(try_apply(state, 0, made("discard 2n", 1100)), Refusal::too_fast);
  EXPECT_EQ(next_deadline(state), 21000);
}

// Discards as late as they keep the round alive, one after the other, up to and without `until`.
State only_discards(State state, Time step, Time until) {
  for (Time t = state.now + step; t < until; t += step) {
    state = after(state, {{t, 0, "discard " + std::string(card_text(state.players[0].hand[0]))}});
  }
  return state;
}

TEST(RatukiRules, R15_discards_alone_keep_a_round_for_ten_times_idle_ms) {
  State state = only_discards(dealt({"1n2n3n", "1d2d3d"}), 19999, 200000);
  EXPECT_EQ(state.now, 199990);
  EXPECT_EQ(next_deadline(state), 200000);
  EXPECT_EQ(refusal_of(state, {199999, 1, "start 1d"}), Refusal::none);
  EXPECT_EQ(refusal_of(state, {200000, 1, "start 1d"}), Refusal::round_over);
  EXPECT_EQ(phase(later(state, 199999)), Phase::action);
  EXPECT_EQ(phase(later(state, 200000)), Phase::chance);
}

TEST(RatukiRules, R15_ten_times_idle_ms_counts_from_the_last_play_or_start) {
  State state = after(dealt({"1n2n3n", "1d2d3d"}), {{3000, 1, "start 1d"}});
  state = only_discards(state, 19000, 203000);
  EXPECT_EQ(state.now, 193000);
  EXPECT_EQ(next_deadline(state), 203000);
  // A play just before it: the card settles, and everything is counted from its time.
  state = later(after(state, {{202999, 1, "play 2d 0"}}), 203059);
  EXPECT_EQ(phase(state), Phase::action);
  EXPECT_EQ(stacks_of(state), "2.2d/-");
  EXPECT_EQ(next_deadline(state), 222999);
}

TEST(RatukiRules, R15_both_idle_ends_on_the_same_ms_are_one) {
  State state =
      after(only_discards(dealt({"1n2n3n", "1d2d3d"}), 18000, 180000), {{180000, 1, "discard 3d"}});
  EXPECT_EQ(next_deadline(state), 200000);
  state = later(state, 200000);
  EXPECT_EQ(phase(state), Phase::chance);
  EXPECT_EQ(state.now, 200000);
  EXPECT_EQ(part_of(state, 8), "1");
}

TEST(RatukiRules, R15_idle_ms_is_an_option) {
  Options options;
  options.idle_ms = 1000;
  const State state = dealt({"1n2n3n", "1d2d3d"}, options);
  EXPECT_EQ(phase(later(state, 999)), Phase::action);
  EXPECT_EQ(phase(later(state, 1000)), Phase::chance);
}

TEST(RatukiRules, R15_pending_cards_come_before_the_idle_end_on_the_same_ms) {
  Options options;
  options.idle_ms = 1000;
  options.tie_ms = 1000;
  State state =
      at({.options = options, .stacks = "4.4n/3.2n", .hands = "5n1n/1d", .scored = "0/60"});
  state = after(state, {{1500, 0, "play 5n 0"}});
  EXPECT_EQ(phase(later(state, 2499)), Phase::action);
  state = later(state, 2500);
  EXPECT_EQ(phase(state), Phase::chance);
  EXPECT_EQ(totals_of(state), "5/60");
}

TEST(RatukiRules, R15_pending_cards_outlast_an_idle_end_that_was_due) {
  // Nobody has played before 19990: without that card the round would end at 20000.
  State state = after(dealt({"1n2n3n", "1d2d3d"}), {{0, 0, "start 1n"}, {19990, 1, "play 2d 0"}});
  EXPECT_EQ(next_deadline(state), 20050);
  EXPECT_EQ(refusal_of(state, {20040, 0, "play 2n 0"}), Refusal::none);
  state = later(state, 20050);
  EXPECT_EQ(stacks_of(state), "2.2d/-");
  EXPECT_EQ(next_deadline(state), 39990);
}

TEST(RatukiRules, R15_decks_let_pending_cards_then_stuck_then_idle_happen) {
  // The five takes the stack; no one is left to open another: stuck, long before idle_ms.
  State state = at({.stacks = "4.4n/-", .hands = "5n/3n", .scored = "0/64"});
  state = after(state, {{1500, 0, "play 5n 0"}});
  State ended = state;
  run_on(ended);
  EXPECT_EQ(ended.now, 1560);
  EXPECT_EQ(try_apply(state, decks({"", ""})), Refusal::none);
  EXPECT_EQ(totals_of(state), "5/64");
}

TEST(RatukiRules, R15_positions_past_an_idle_end_are_refused) {
  const auto reads = [](const std::string& time) {
    const std::string deck = std::string(full_deck.substr(6));
    return bool(read_position(
        time + " -/- 1n1n1d/1n1n1d " + deck + "/" + deck + " -/- 0/0 -/- 0/0 0 -/- -/- round", {}));
  };
  EXPECT_TRUE(reads("0@-,-"));
  EXPECT_TRUE(reads("19999@-,-"));
  EXPECT_FALSE(reads("20000@-,-"));
  EXPECT_TRUE(reads("30000@-,10001"));
  EXPECT_FALSE(reads("30001@-,10001"));
  EXPECT_TRUE(reads("199999@-,199999"));
  EXPECT_FALSE(reads("200000@-,199999"));
  EXPECT_TRUE(reads("200000@1,199999"));
  for (const auto* wrong : {"5", "5@", "5@-", "5@-,", "5@,-", "5@-,6", "5@6,-", "5@-,-1", "5@-,- "})
    EXPECT_FALSE(reads(wrong)) << wrong;
}

// --- Scoring

// Seat 0 has scored 20, with 6 in the draw pile, 2 in the discard pile and 3 in hand: 12 for the
// round. Seat 1 has scored 5, with only a hand left: 5. Seat 1 can go out.
Table twelve_and_five(std::string totals, int target) {
  Table table{.stacks = "32.2n/-",
              .hands = "2n3n4n/1n2n",
              .draw = "1n1n1d1d1w1r/-",
              .discard = "2d2d/-",
              .scored = "20/5",
              .totals = std::move(totals)};
  table.options.target = static_cast<std::int16_t>(target);
  return table;
}
State after_twelve_and_five(std::string totals, int target) {
  return after(at(twelve_and_five(std::move(totals), target)), {{1000, 1, "out"}});
}

TEST(RatukiRules, R16_scored_cards_less_those_in_both_piles) {
  EXPECT_EQ(totals_of(after_twelve_and_five("0/0", 100)), "12/5");
}

TEST(RatukiRules, R16_a_score_can_be_negative) {
  const State state =
      at({.stacks = "57.2n/-", .hands = "2n3n4n/1n", .draw = "1n1d1w1r1h/-", .scored = "1/3"});
  EXPECT_EQ(totals_of(after(state, {{1000, 1, "out"}})), "-4/3");
}

TEST(RatukiRules, R16_hand_and_centre_count_for_nobody) {
  const State state = at({.stacks = "30.2n/31.3n", .hands = "1n2n3n/4n5n*", .scored = "2/1"});
  EXPECT_EQ(totals_of(after(state, {{1000, 0, "out"}})), "2/1");
}

TEST(RatukiRules, R16_nothing_done_scores_minus_32) {
  State state = dealt({"", "", "", "", ""});
  run_on(state);
  EXPECT_EQ(totals_of(state), "-32/-32/-32/-32/-32");
}

TEST(RatukiRules, R17_scores_add_up_and_the_next_round_has_full_decks) {
  State state = after_twelve_and_five("-30/41", 100);
  EXPECT_EQ(totals_of(state), "-18/46");
  EXPECT_EQ(phase(state), Phase::chance);
  EXPECT_EQ(refusal_of(state, {1000, 0, "discard 2n"}), Refusal::decks_due);
  EXPECT_EQ(try_apply(state, decks({"1n2n3n", "5h4h3h"})), Refusal::none);
  EXPECT_EQ(position_text(state).substr(0, 11), "0@-,- -/- 1");
  EXPECT_EQ(hand_of(state, 0), "1n2n3n");
  EXPECT_EQ(hand_of(state, 1), "3h4h5h");
  EXPECT_EQ(state.players[0].draw.size(), 32U);
  EXPECT_EQ(state.players[1].draw.size(), 32U);
  EXPECT_EQ(discard_of(state, 0) + discard_of(state, 1), "");
  EXPECT_EQ(scored_of(state), "0/0");
  EXPECT_EQ(totals_of(state), "-18/46");
  // A new clock and a new hand: time starts at 0 again.
  EXPECT_EQ(refusal_of(state, {0, 0, "start 1n"}), Refusal::none);
  EXPECT_EQ(refusal_of(state, {0, 1, "discard 5h"}), Refusal::none);
}

TEST(RatukiRules, R17_the_target_ends_the_match) {
  EXPECT_EQ(phase(after_twelve_and_five("0/0", 13)), Phase::chance) << "12 is not yet 13";
  State state = after_twelve_and_five("0/0", 12);
  ASSERT_EQ(phase(state), Phase::over);
  EXPECT_EQ(outcome(state).winners, SeatSet::of(0));
  ASSERT_EQ(outcome(state).scores.size(), 2U);
  EXPECT_EQ(outcome(state).scores[0], 12);
  EXPECT_EQ(outcome(state).scores[1], 5);
  EXPECT_TRUE(actors(state).empty());
  EXPECT_EQ(refusal_of(state, {2000, 0, "discard 2n"}), Refusal::game_over);
  EXPECT_EQ(refuse(state, decks({"", ""})), Refusal::game_over);
}

TEST(RatukiRules, R17_the_highest_total_wins_whoever_reached_the_target_too) {
  // 30 and 33: both have the target, and the one who went out is not asked.
  const State state = after_twelve_and_five("18/28", 30);
  ASSERT_EQ(phase(state), Phase::over);
  EXPECT_EQ(outcome(state).winners, SeatSet::of(1));
  EXPECT_EQ(outcome(state).scores[0], 30);
  EXPECT_EQ(outcome(state).scores[1], 33);
}

TEST(RatukiRules, R17_a_tie_at_the_target_means_another_round) {
  State state = after_twelve_and_five("10/17", 22);
  EXPECT_EQ(totals_of(state), "22/22");
  EXPECT_EQ(phase(state), Phase::chance);
  EXPECT_EQ(try_apply(state, decks({"", ""})), Refusal::none);
  EXPECT_EQ(phase(state), Phase::action);
  const State decided = after_twelve_and_five("22/22", 22);
  ASSERT_EQ(phase(decided), Phase::over);
  EXPECT_EQ(outcome(decided).winners, SeatSet::of(0));
}

TEST(RatukiRules, R17_only_a_tie_for_the_highest_total_matters) {
  Options options = with_players(3);
  options.target = 10;
  const auto ended = [&](std::string scored) {
    const State state = at({.options = options,
                            .stacks = "50.2n/-/-",
                            .hands = "1n2n/1n/-",
                            .scored = std::move(scored)});
    return after(state, {{1000, 0, "out"}});
  };
  EXPECT_EQ(phase(ended("20/20/12")), Phase::chance);
  const State over = ended("16/20/16");
  ASSERT_EQ(phase(over), Phase::over);
  EXPECT_EQ(outcome(over).winners, SeatSet::of(1));
}

TEST(RatukiRules, R17_two_unplayed_rounds_in_a_row_end_the_match) {
  State state = dealt({"", ""});
  run_on(state);
  EXPECT_EQ(totals_of(state), "-32/-32");
  ASSERT_EQ(phase(state), Phase::chance);
  EXPECT_EQ(try_apply(state, decks({"", ""})), Refusal::none);
  run_on(state);
  ASSERT_EQ(phase(state), Phase::over);
  EXPECT_EQ(totals_of(state), "-64/-64");
  SeatSet both = SeatSet::of(0);
  both.add(1);
  EXPECT_EQ(outcome(state).winners, both) << "equal ones share the win";
}

TEST(RatukiRules, R17_discards_do_not_make_a_round_played) {
  State state = dealt({"1n2n3n", "1d2d3d"});
  for (int round = 0; round < 2; ++round) {
    ASSERT_EQ(phase(state), round == 0 ? Phase::action : Phase::chance);
    if (round == 1) apply(state, decks({"1n2n3n", "1d2d3d"}));
    state = after(state, {{0, 0, "discard 1n"}, {15000, 1, "discard 1d"}});
    run_on(state);
    EXPECT_EQ(state.now, 35000);
  }
  EXPECT_EQ(phase(state), Phase::over);
}

TEST(RatukiRules, R17_a_play_or_start_at_any_time_makes_a_round_played) {
  for (const Time t : {0, 5, 19999}) {
    State state = dealt({"1n2n3n", "1d2d3d"});
    run_on(state);
    EXPECT_EQ(part_of(state, 8), "1");
    apply(state, decks({"1n2n3n", "1d2d3d"}));
    state = after(state, {{t, 0, "start 1n"}});
    run_on(state);
    EXPECT_EQ(part_of(state, 8), "0") << t;
    EXPECT_EQ(phase(state), Phase::chance) << "idle_ms ended both, but somebody started a stack";
  }
}

TEST(RatukiRules, R17_a_tied_play_makes_a_round_played) {
  State state = at({.time = "1000@-,-",
                    .stacks = "3.2n/-",
                    .hands = "1n3n4n/1d3d4d",
                    .draw = "5n5d5w/5n5d5w",
                    .unplayed = "1"});
  State untouched = state;
  run_on(untouched);
  EXPECT_EQ(phase(untouched), Phase::over);
  state = after(state, {{2000, 0, "play 3n 0"}, {2010, 1, "play 3d 0"}});
  run_on(state);
  EXPECT_EQ(phase(state), Phase::chance);
  EXPECT_EQ(part_of(state, 8), "0");
}

TEST(RatukiRules, R17_a_card_still_pending_at_out_makes_a_round_played) {
  State state = at({.time = "1000@-,-", .stacks = "3.2n/-", .hands = "3n4n/1d", .unplayed = "1"});
  state = after(state, {{2000, 0, "play 3n 0"}, {2010, 1, "out"}});
  EXPECT_EQ(phase(state), Phase::chance);
  EXPECT_EQ(part_of(state, 8), "0");
}

TEST(RatukiRules, R17_after_two_unplayed_rounds_the_highest_total_wins) {
  // 30 + 12 and 38 + 5, far from the target of 100.
  Table table = twelve_and_five("30/38", 100);
  table.time = "1000@-,-";
  table.unplayed = "1";
  State state = at(table);
  run_on(state);
  ASSERT_EQ(phase(state), Phase::over);
  EXPECT_EQ(totals_of(state), "42/43");
  EXPECT_EQ(outcome(state).winners, SeatSet::of(1));
}

TEST(RatukiRules, R17_equal_totals_at_the_target_share_the_win_after_two_unplayed_rounds) {
  Table table = twelve_and_five("10/17", 20);
  table.time = "1000@-,-";
  table.unplayed = "1";
  State state = at(table);
  run_on(state);
  ASSERT_EQ(phase(state), Phase::over);
  EXPECT_EQ(outcome(state).winners.size(), 2);
}

TEST(RatukiRules, R17_unplayed_rounds_must_be_in_a_row) {
  Table table = twelve_and_five("0/0", 100);
  table.unplayed = "1";
  State state = after(at(table), {{1000, 1, "out"}});
  for (int unplayed = 0; unplayed < 2; ++unplayed) {
    EXPECT_EQ(phase(state), Phase::chance) << "unplayed, played, unplayed: the match goes on";
    EXPECT_EQ(try_apply(state, decks({"", ""})), Refusal::none);
    run_on(state);
  }
  EXPECT_EQ(phase(state), Phase::over);
}

TEST(RatukiRules, R17_decks_let_time_run_on_but_not_after_the_match) {
  Table table = twelve_and_five("0/0", 100);
  State state = at(table);
  EXPECT_EQ(try_apply(state, decks({"", ""})), Refusal::none) << "the round ends by idle_ms";
  EXPECT_EQ(totals_of(state), "12/5");
  table.time = "1000@-,-";
  table.unplayed = "1";
  EXPECT_EQ(refuse(at(table), decks({"", ""})), Refusal::game_over);
}

TEST(RatukiRules, R17_giving_up_lets_the_other_win_and_the_round_does_not_count) {
  const State state = at(twelve_and_five("-7/40", 100));
  EXPECT_EQ(forfeit(state, 1).winners, SeatSet::of(0)) << "even with the lower total";
  EXPECT_EQ(forfeit(state, 0).winners, SeatSet::of(1));
  ASSERT_EQ(forfeit(state, 1).scores.size(), 2U);
  EXPECT_EQ(forfeit(state, 1).scores[0], -7);
  EXPECT_EQ(forfeit(state, 1).scores[1], 40);
  EXPECT_EQ(forfeit(start({}), 0).winners, SeatSet::of(1)) << "before the first round, too";
}

TEST(RatukiRules, R17_when_one_of_many_gives_up_the_highest_of_the_others_wins) {
  const State state =
      at({.options = with_players(4), .hands = "1n/1n/1n/1n", .totals = "50/-3/20/8"});
  EXPECT_EQ(forfeit(state, 0).winners, SeatSet::of(2));
  EXPECT_EQ(forfeit(state, 2).winners, SeatSet::of(0));
  EXPECT_EQ(forfeit(state, 0).scores.size(), 4U);
}

}  // namespace
}  // namespace hotaka::ratuki
