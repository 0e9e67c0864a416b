// R10 to R13 of docs/rules/ratuki.md: drawing, the one hand, ties and deadlines. How a round ends
// is in end_test.cpp, the other rules are in rules_test.cpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "ratuki/table.h"

namespace hotaka::ratuki {
namespace {

std::string ties_of(const State& state) { return part_of(state, 9); }

// A two on top; everybody can play on it, and has cards to draw.
Table two_on_top() {
  return {.stacks = "3.2n/-", .hands = "1n3n4n/1d3d4d", .draw = "5n5d5w/5n5d5w"};
}
Table two_on_top_for_three() {
  return {.options = with_players(3),
          .stacks = "3.2n/-/-",
          .hands = "1n3n4n/1d3d4d/1w3w*",
          .draw = "5n5d/5n5d/5n5d"};
}

// --- Drawing

TEST(RatukiRules, R10_a_play_draws_at_its_time_not_when_it_is_resolved) {
  const State state = after(at(two_on_top()), {{1000, 0, "play 3n 0"}});
  EXPECT_EQ(stacks_of(state), "3.2n@1000+0=3n/-");
  EXPECT_EQ(hand_of(state, 0), "1n4n5n");
  EXPECT_EQ(draw_of(state, 0), "5d5w");
  const State resolved = later(state, 1060);
  EXPECT_EQ(stacks_of(resolved), "4.3n/-");
  EXPECT_EQ(hand_of(resolved, 0), "1n4n5n");
  EXPECT_EQ(draw_of(resolved, 0), "5d5w");
}

TEST(RatukiRules, R10_start_and_discard_draw_at_once) {
  const State started = after(at(two_on_top()), {{1000, 0, "start 1n"}});
  EXPECT_EQ(hand_of(started, 0), "3n4n5n");
  EXPECT_EQ(draw_of(started, 0), "5d5w");
  const State discarded = after(at(two_on_top()), {{1000, 0, "discard 1n"}});
  EXPECT_EQ(hand_of(discarded, 0), "3n4n5n");
  EXPECT_EQ(draw_of(discarded, 0), "5d5w");
  EXPECT_EQ(discard_of(discarded, 0), "1n");
}

TEST(RatukiRules, R10_a_card_drawn_at_a_play_can_be_the_next_one) {
  // The four is drawn at 1000 and played at 1200, after the three became the top at 1060.
  const State state = at({.stacks = "3.2n/-", .hands = "3n1n1d/1n", .draw = "4h5n/-"});
  const State done = after(state, {{1000, 0, "play 3n 0"}, {1200, 0, "play 4h 0"}});
  EXPECT_EQ(stacks_of(later(done, 1260)), "5.4h/-");
}

TEST(RatukiRules, R10_the_discard_pile_becomes_the_draw_pile_last_discarded_on_top) {
  State state = at({.hands = "1n2n3n/1d", .draw = "4n4d4w/-"});
  state = after(state, {{1000, 0, "discard 2n"}, {1200, 0, "discard 3n"}});
  EXPECT_EQ(draw_of(state, 0), "4w");
  EXPECT_EQ(discard_of(state, 0), "3n2n");
  // The last card is drawn: at once the other pile takes its place, with nothing drawn from it yet.
  state = after(state, {{1400, 0, "start 1n"}});
  EXPECT_EQ(hand_of(state, 0), "4n4d4w");
  EXPECT_EQ(draw_of(state, 0), "3n2n");
  EXPECT_EQ(discard_of(state, 0), "");
  state = after(state, {{1600, 0, "discard 4d"}});
  EXPECT_EQ(hand_of(state, 0), "3n4n4w");
  EXPECT_EQ(draw_of(state, 0), "2n");
  EXPECT_EQ(discard_of(state, 0), "4d");
}

TEST(RatukiRules, R10_a_discard_for_the_last_card_is_the_new_draw_pile) {
  const State state = at({.hands = "1n2n3n/1d", .draw = "4n/-", .discard = "5d/-"});
  const State done = after(state, {{1000, 0, "discard 2n"}});
  EXPECT_EQ(hand_of(done, 0), "1n3n4n") << "the card drawn is the one that was on the draw pile";
  EXPECT_EQ(draw_of(done, 0), "2n5d");
  EXPECT_EQ(discard_of(done, 0), "");
}

TEST(RatukiRules, R10_with_both_piles_empty_the_hand_shrinks) {
  State state = at({.stacks = "3.2n/-", .hands = "1n3n4n/1d", .draw = "5h/-"});
  state = after(state, {{1000, 0, "start 1n"}});
  EXPECT_EQ(hand_of(state, 0), "3n4n5h");
  EXPECT_EQ(draw_of(state, 0), "");
  state = after(state, {{1200, 0, "play 3n 0"}});
  EXPECT_EQ(hand_of(state, 0), "4n5h");
  state = after(state, {{1400, 0, "play 4n 0"}});
  EXPECT_EQ(hand_of(state, 0), "5h");
  state = after(state, {{1600, 0, "play 5h 0"}});
  EXPECT_EQ(hand_of(state, 0), "");
}

TEST(RatukiRules, R10_tied_cards_are_discarded_while_there_is_something_to_draw) {
  const State state =
      later(after(at(two_on_top()), {{1000, 0, "play 3n 0"}, {1030, 1, "play 1d 0"}}), 1060);
  EXPECT_EQ(hand_of(state, 0), "1n4n5n");
  EXPECT_EQ(draw_of(state, 0), "5d5w");
  EXPECT_EQ(discard_of(state, 0), "3n");
  EXPECT_EQ(hand_of(state, 1), "3d4d5n");
  EXPECT_EQ(draw_of(state, 1), "5d5w");
  EXPECT_EQ(discard_of(state, 1), "1d");
}

TEST(RatukiRules, R10_tied_cards_come_back_to_the_hand_when_the_draw_pile_is_empty) {
  State state = at({.stacks = "3.2n/-", .hands = "1n3n4n/3d"});
  state = after(state, {{1000, 0, "play 3n 0"}, {1000, 1, "play 3d 0"}});
  EXPECT_EQ(hand_of(state, 0), "1n4n");
  EXPECT_EQ(hand_of(state, 1), "");
  state = later(state, 1060);
  EXPECT_EQ(hand_of(state, 0), "1n3n4n");
  EXPECT_EQ(hand_of(state, 1), "3d");
  for (const int seat : {0, 1}) EXPECT_EQ(draw_of(state, seat) + discard_of(state, seat), "");
}

TEST(RatukiRules, R10_a_tied_card_is_the_draw_pile_when_the_last_one_was_drawn) {
  State state = at({.stacks = "3.2n/-", .hands = "1n3n4n/3d", .draw = "5h/-"});
  state = after(state, {{1000, 0, "play 3n 0"}, {1000, 1, "play 3d 0"}});
  EXPECT_EQ(hand_of(state, 0), "1n4n5h");
  EXPECT_EQ(draw_of(state, 0), "");
  state = later(state, 1060);
  EXPECT_EQ(hand_of(state, 0), "1n4n5h");
  EXPECT_EQ(draw_of(state, 0), "3n");
  EXPECT_EQ(discard_of(state, 0), "");
  EXPECT_EQ(refusal_of(state, {1060, 0, "out"}), Refusal::out_too_early);
  EXPECT_EQ(refusal_of(state, {1200, 0, "discard 5h"}), Refusal::none);
}

// --- One hand

TEST(RatukiRules, R11_actions_of_a_player_are_hand_ms_apart) {
  for (const auto first : {"play 3n 0", "start 1n", "discard 3n"}) {
    const State state = after(at(two_on_top()), {{1000, 0, first}});
    EXPECT_EQ(refusal_of(state, {1000, 0, "discard 4n"}), Refusal::too_fast) << first;
    EXPECT_EQ(refusal_of(state, {1199, 0, "discard 4n"}), Refusal::too_fast) << first;
    EXPECT_EQ(refusal_of(state, {1200, 0, "discard 4n"}), Refusal::none) << first;
    EXPECT_EQ(refusal_of(state, {1000, 1, "discard 4d"}), Refusal::none) << "seat 1 is free";
  }
}

TEST(RatukiRules, R11_play_and_start_are_held_to_it_too) {
  const State state = after(at(two_on_top()), {{1000, 0, "discard 4n"}});
  EXPECT_EQ(refusal_of(state, {1199, 0, "play 3n 0"}), Refusal::too_fast);
  EXPECT_EQ(refusal_of(state, {1200, 0, "play 3n 0"}), Refusal::none);
  EXPECT_EQ(refusal_of(state, {1199, 0, "start 1n"}), Refusal::too_fast);
  EXPECT_EQ(refusal_of(state, {1200, 0, "start 1n"}), Refusal::none);
}

TEST(RatukiRules, R11_a_refused_action_changes_nothing_not_even_the_clock) {
  State state = after(at(two_on_top()), {{1000, 0, "discard 3n"}});
  const State before = state;
  EXPECT_EQ(try_apply(state, 0, made("discard 4n", 1150)), Refusal::too_fast);
  EXPECT_EQ(state, before);
  EXPECT_EQ(try_apply(state, 0, made("play 4n 0", 1200)), Refusal::does_not_fit);
  EXPECT_EQ(state, before);
  EXPECT_EQ(try_apply(state, 0, made("discard 4n", 1200)), Refusal::none);
}

TEST(RatukiRules, R11_the_first_action_of_every_round_may_come_at_0) {
  State state = dealt({"1n2n3n", "1d2d3d"});
  EXPECT_EQ(refusal_of(state, {0, 0, "start 1n"}), Refusal::none);
  state = after(state, {{100, 0, "start 1n"}, {19950, 1, "discard 3d"}});
  EXPECT_EQ(try_apply(state, decks({"1w2n3n", "1r2d3d"})), Refusal::none);
  state = after(state, {{0, 0, "start 1w"}, {0, 1, "start 1r"}});
  EXPECT_EQ(refusal_of(state, {199, 0, "play 2n 1"}), Refusal::too_fast);
}

TEST(RatukiRules, R11_hand_ms_as_a_number_and_as_a_list) {
  Table table = two_on_top();
  table.options.hand_ms.fill(500);
  State state = after(at(table), {{1000, 0, "discard 3n"}, {1000, 1, "discard 3d"}});
  EXPECT_EQ(refusal_of(state, {1499, 0, "discard 4n"}), Refusal::too_fast);
  EXPECT_EQ(refusal_of(state, {1499, 1, "discard 4d"}), Refusal::too_fast);
  EXPECT_EQ(refusal_of(state, {1500, 0, "discard 4n"}), Refusal::none);
  ASSERT_FALSE(set_option<Ratuki>(table.options, "hand_ms", OptionValue::from_text("60,800")));
  state = after(at(table), {{1000, 0, "discard 3n"}, {1000, 1, "discard 3d"}});
  EXPECT_EQ(refusal_of(state, {1059, 0, "discard 4n"}), Refusal::too_fast);
  EXPECT_EQ(refusal_of(state, {1060, 0, "discard 4n"}), Refusal::none);
  EXPECT_EQ(refusal_of(state, {1799, 1, "discard 4d"}), Refusal::too_fast);
  EXPECT_EQ(refusal_of(state, {1800, 1, "discard 4d"}), Refusal::none);
}

TEST(RatukiRules, R11_a_beginner_who_is_let_off_the_rule_has_tie_ms) {
  Table table = two_on_top();
  table.options.tie_ms = 100;
  ASSERT_FALSE(set_option<Ratuki>(table.options, "hand_ms", OptionValue::from_text("100,200")));
  ASSERT_FALSE(check(table.options));
  State state = after(at(table), {{1000, 0, "play 3n 0"}, {1000, 1, "discard 4d"}});
  EXPECT_EQ(refusal_of(state, {1099, 0, "play 4n 0"}), Refusal::too_fast);
  EXPECT_EQ(refusal_of(state, {1199, 1, "discard 3d"}), Refusal::too_fast);
  // The own card is settled on the ms at which the next one may come, and before it.
  state = after(state, {{1100, 0, "play 4n 0"}});
  EXPECT_EQ(stacks_of(state), "4.3n@1100+0=4n/-");
  state = after(state, {{1200, 0, "play 5n 0"}});
  EXPECT_EQ(stacks_of(state), "5.4n@1200+0=5n/-");
  EXPECT_EQ(stacks_of(later(state, 1300)), "-/-");
}

TEST(RatukiRules, R11_the_default_is_tie_ms_when_that_is_more) {
  Table table = two_on_top();
  table.options.tie_ms = 700;
  const State state = after(at(table), {{1000, 0, "discard 3n"}});
  EXPECT_EQ(refusal_of(state, {1699, 0, "discard 4n"}), Refusal::too_fast);
  EXPECT_EQ(refusal_of(state, {1700, 0, "discard 4n"}), Refusal::none);
}

TEST(RatukiRules, R11_with_0_many_actions_fit_into_one_ms) {
  Table table = two_on_top();
  table.options.tie_ms = 0;
  table.options.hand_ms.fill(0);
  const State state =
      after(at(table), {{1000, 0, "play 3n 0"}, {1000, 0, "play 4n 0"}, {1000, 0, "play 5n 0"}});
  EXPECT_EQ(stacks_of(state), "-/-");
}

TEST(RatukiRules, R11_legal_actions_do_not_look_at_hand_ms) {
  const State state = after(at(two_on_top()), {{1000, 0, "discard 3n"}});
  EXPECT_EQ(legal_texts(state, 0),
            (std::vector<std::string>{"discard 1n", "discard 4n", "discard 5n", "play 1n 0",
                                      "start 1n"}));
}

// --- Ties

TEST(RatukiRules, R12_a_play_is_pending_for_tie_ms) {
  const State state = after(at(two_on_top()), {{1000, 0, "play 3n 0"}});
  EXPECT_EQ(next_deadline(state), 1060);
  EXPECT_EQ(stacks_of(later(state, 1059)), "3.2n@1000+0=3n/-");
  EXPECT_EQ(stacks_of(later(state, 1060)), "4.3n/-");
  EXPECT_EQ(ties_of(later(state, 1060)), "-/-");
}

TEST(RatukiRules, R12_tie_ms_is_an_option) {
  Table table = two_on_top();
  table.options.tie_ms = 1000;
  const State state = after(at(table), {{1000, 0, "play 3n 0"}});
  EXPECT_EQ(stacks_of(later(state, 1999)), "3.2n@1000+0=3n/-");
  EXPECT_EQ(stacks_of(later(state, 2000)), "4.3n/-");
}

TEST(RatukiRules, R12_two_cards_within_tie_ms_are_a_tie) {
  const State state = after(at(two_on_top()), {{1000, 0, "play 3n 0"}, {1059, 1, "play 3d 0"}});
  EXPECT_EQ(stacks_of(state), "3.2n@1000+0=3n+1=3d/-");
  const State resolved = later(state, 1060);
  EXPECT_EQ(stacks_of(resolved), "3.2n/-") << "the stack stays as it was";
  EXPECT_EQ(discard_of(resolved, 0), "3n");
  EXPECT_EQ(discard_of(resolved, 1), "3d");
  EXPECT_EQ(scored_of(resolved), scored_of(state));
}

TEST(RatukiRules, R12_it_is_resolved_at_tie_ms_after_the_first_card) {
  const State state = after(at(two_on_top()), {{1000, 0, "play 3n 0"}, {1050, 1, "play 3d 0"}});
  EXPECT_EQ(next_deadline(state), 1060);
  EXPECT_EQ(discard_of(later(state, 1059), 0), "");
  EXPECT_EQ(discard_of(later(state, 1060), 0), "3n");
  EXPECT_EQ(later(state, 1060).now, 1060);
}

TEST(RatukiRules, R12_two_cards_at_the_same_ms_are_a_tie) {
  const State state = after(at(two_on_top()), {{1000, 1, "play 3d 0"}, {1000, 0, "play 3n 0"}});
  EXPECT_EQ(stacks_of(later(state, 1060)), "3.2n/-");
}

TEST(RatukiRules, R12_cards_that_fit_the_same_top_tie_whatever_their_rank) {
  const State state = after(at(two_on_top()), {{1000, 0, "play 3n 0"}, {1040, 1, "play 1d 0"}});
  EXPECT_EQ(stacks_of(later(state, 1060)), "3.2n/-");
  EXPECT_EQ(discard_of(later(state, 1060), 1), "1d");
}

TEST(RatukiRules, R12_a_tied_five_or_wild_takes_nothing) {
  const State state = at({.stacks = "3.4n/-", .hands = "5n1n1d/*1n1d", .draw = "2n/2n"});
  const State tied = later(after(state, {{1000, 0, "play 5n 0"}, {1010, 1, "play * 0"}}), 1060);
  EXPECT_EQ(stacks_of(tied), "3.4n/-");
  EXPECT_EQ(scored_of(tied), scored_of(state));
  EXPECT_EQ(draw_of(tied, 0), "5n");
  EXPECT_EQ(draw_of(tied, 1), "*");
}

TEST(RatukiRules, R12_three_cards_are_a_tie_too) {
  const State state =
      after(at(two_on_top_for_three()),
            {{1000, 2, "play * 0"}, {1020, 0, "play 3n 0"}, {1059, 1, "play 1d 0"}});
  const State resolved = later(state, 1060);
  EXPECT_EQ(stacks_of(resolved), "3.2n/-/-");
  EXPECT_EQ(discard_of(resolved, 0), "3n");
  EXPECT_EQ(discard_of(resolved, 1), "1d");
  EXPECT_EQ(discard_of(resolved, 2), "*");
  EXPECT_EQ(next_deadline(resolved), 1059 + 20000) << "nothing is pending any more";
}

TEST(RatukiRules, R12_after_a_tie_the_next_card_is_pending_by_itself) {
  State state = after(at(two_on_top_for_three()),
                      {{1000, 0, "play 3n 0"}, {1030, 1, "play 3d 0"}, {1060, 2, "play 3w 0"}});
  EXPECT_EQ(stacks_of(state), "3.2n@1060+2=3w/-/-");
  EXPECT_EQ(stacks_of(later(state, 1119)), "3.2n@1060+2=3w/-/-");
  EXPECT_EQ(stacks_of(later(state, 1120)), "4.3w/-/-");
}

TEST(RatukiRules, R12_a_pending_card_is_no_top_yet) {
  const State state = after(at(two_on_top()), {{1000, 0, "play 3n 0"}});
  EXPECT_EQ(refusal_of(state, {1059, 1, "play 4d 0"}), Refusal::does_not_fit);
  EXPECT_EQ(refusal_of(state, {1060, 1, "play 4d 0"}), Refusal::none);
}

TEST(RatukiRules, R12_cards_on_different_stacks_do_not_tie) {
  const State state = at({.stacks = "3.2n/2.2d", .hands = "3n/3d"});
  const State done = after(state, {{1000, 0, "play 3n 0"}, {1000, 1, "play 3d 1"}});
  EXPECT_EQ(stacks_of(later(done, 1060)), "4.3n/3.3d");
}

TEST(RatukiRules, R12_one_card_of_a_player_on_one_stack) {
  State state = at({.time = "1010@-,-",
                    .stacks = "3.2n@1000+0=3n/3.2n",
                    .hands = "1n4n5n/1d",
                    .draw = "5d/-",
                    .last = "1000/-"});
  state.players[0].last = not_yet;  // so that R11 does not come first
  EXPECT_EQ(refusal_of(state, {1010, 0, "play 1n 0"}), Refusal::already_pending);
  EXPECT_EQ(refusal_of(state, {1010, 0, "play 1n 1"}), Refusal::none);
  EXPECT_EQ(refusal_of(state, {1010, 1, "play 1d 0"}), Refusal::none);
  EXPECT_FALSE(contains(legal_texts(state, 0), "play 1n 0"));
  EXPECT_TRUE(contains(legal_texts(state, 0), "play 1n 1"));
}

TEST(RatukiRules, R12_nobody_else_is_shown_a_pending_card) {
  const State state = after(at(two_on_top()), {{1000, 0, "play 3n 0"}});
  EXPECT_TRUE(shows(state, Viewer::seat(0), "3n"));
  EXPECT_FALSE(shows(state, Viewer::seat(1), "3n"));
  EXPECT_FALSE(shows(state, Viewer::spectator(), "3n"));
  EXPECT_TRUE(shows(later(state, 1060), Viewer::seat(1), "3n"));
  const State tie = after(state, {{1030, 1, "play 3d 0"}});
  EXPECT_FALSE(shows(tie, Viewer::seat(0), "3d"));
  EXPECT_FALSE(shows(tie, Viewer::seat(1), "3n"));
}

TEST(RatukiRules, R12_everyone_is_shown_tied_cards) {
  const State state =
      later(after(at(two_on_top()), {{1000, 0, "play 3n 0"}, {1030, 1, "play 3d 0"}}), 1060);
  EXPECT_EQ(ties_of(state), "1060+0=3n+1=3d/-");
  for (const Viewer viewer : {Viewer::seat(0), Viewer::seat(1), Viewer::spectator()}) {
    EXPECT_TRUE(shows(state, viewer, "3n"));
    EXPECT_TRUE(shows(state, viewer, "3d"));
  }
}

TEST(RatukiRules, R12_everyone_is_shown_the_cards_of_two_ties_at_the_same_ms) {
  State state = at({.options = with_players(4), .stacks = "1.2n/1.2n/-/-", .hands = "3n/3d/1w/1r"});
  state = after(state, {{1000, 0, "play 3n 0"},
                        {1000, 1, "play 3d 0"},
                        {1000, 2, "play 1w 1"},
                        {1000, 3, "play 1r 1"}});
  state = later(state, 1060);
  EXPECT_EQ(stacks_of(state), "1.2n/1.2n/-/-");
  for (const auto card : {"3n", "3d", "1w", "1r"}) {
    EXPECT_TRUE(shows(state, Viewer::spectator(), card)) << card;
  }
}

// Both players tie on both stacks. In play this cannot be: hand_ms is at least tie_ms. But only a
// player with two tied cards shows in which order stacks are resolved.
State two_ties(std::string_view since_0, std::string_view since_1) {
  const auto stack = [](std::string_view since, std::string_view cards) {
    return "3.2n@" + std::string(since) + std::string(cards);
  };
  return at({.time = "1020@-,-",
             .stacks = stack(since_0, "+0=3n+1=3n") + "/" + stack(since_1, "+0=1d+1=1d"),
             .hands = "2n2d2w/2n2d2w",
             .draw = "5n/5n",
             .last = "1020/1020"});
}

TEST(RatukiRules, R12_deadlines_on_the_same_ms_go_by_slot) {
  EXPECT_EQ(discard_of(later(two_ties("1010", "1010"), 1070), 0), "1d3n");
}

TEST(RatukiRules, R12_the_earlier_deadline_comes_first) {
  EXPECT_EQ(discard_of(later(two_ties("1020", "1010"), 1079), 0), "1d");
  EXPECT_EQ(discard_of(later(two_ties("1020", "1010"), 1080), 0), "3n1d");
  EXPECT_EQ(discard_of(later(two_ties("1010", "1020"), 1080), 0), "1d3n");
}

TEST(RatukiRules, R13_a_start_is_never_pending) {
  const State state = at({.hands = "1n3n/1d2d"});
  const State started = after(state, {{1000, 0, "start 1n"}});
  EXPECT_EQ(stacks_of(started), "1.1n/-");
  EXPECT_TRUE(shows(started, Viewer::seat(1), "1n"));
  const State played = after(started, {{1000, 1, "play 2d 0"}});
  EXPECT_EQ(stacks_of(later(played, 1060)), "2.2d/-");
  const State both = after(started, {{1000, 1, "start 1d"}});
  EXPECT_EQ(stacks_of(both), "1.1n/1.1d");
}

TEST(RatukiRules, R13_of_two_starts_for_the_last_slot_the_first_entry_counts) {
  State state = at({.stacks = "1.2n/-", .hands = "1n/1d"});
  state = after(state, {{1000, 1, "start 1d"}});
  EXPECT_EQ(refusal_of(state, {1000, 0, "start 1n"}), Refusal::no_free_slot);
  EXPECT_EQ(stacks_of(state), "1.2n/1.1d");
}

TEST(RatukiRules, R13_a_late_card_fits_the_new_top_or_stays_in_the_hand) {
  State state = after(at(two_on_top()), {{1000, 0, "play 3n 0"}});
  const State before = state;
  EXPECT_EQ(try_apply(state, 1, made("play 3d 0", 1060)), Refusal::does_not_fit);
  EXPECT_EQ(try_apply(state, 1, made("play 1d 0", 1060)), Refusal::does_not_fit);
  EXPECT_EQ(state, before);
  EXPECT_EQ(hand_of(state, 1), "1d3d4d");
  state = after(state, {{1060, 1, "play 4d 0"}});
  EXPECT_EQ(stacks_of(state), "4.3n@1060+1=4d/-") << "the deadline comes before the entry";
  EXPECT_EQ(stacks_of(later(state, 1120)), "5.4d/-");
}

TEST(RatukiRules, R13_a_card_too_late_for_a_taken_stack_finds_a_free_slot) {
  State state = at({.stacks = "4.4n/1.1n", .hands = "5n1n/5d1d", .scored = "0/61"});
  state = after(state, {{1000, 0, "play 5n 0"}});
  EXPECT_EQ(refusal_of(state, {1059, 1, "start 1d"}), Refusal::no_free_slot);
  EXPECT_EQ(refusal_of(state, {1059, 1, "play 5d 0"}), Refusal::none);
  EXPECT_EQ(refusal_of(state, {1060, 1, "play 5d 0"}), Refusal::slot_free);
  state = after(state, {{1060, 1, "start 1d"}});
  EXPECT_EQ(stacks_of(state), "1.1d/1.1n");
  EXPECT_EQ(scored_of(state), "5/61");
}

TEST(RatukiRules, R13_tie_ms_0_is_first_come_first_served) {
  Table table = two_on_top();
  table.options.tie_ms = 0;
  const State state = after(at(table), {{1000, 1, "play 3d 0"}});
  EXPECT_EQ(stacks_of(state), "4.3d/-");
  EXPECT_EQ(refusal_of(state, {1000, 0, "play 3n 0"}), Refusal::does_not_fit);
  EXPECT_EQ(refusal_of(state, {1000, 0, "play 4n 0"}), Refusal::none);
  EXPECT_EQ(stacks_of(after(state, {{1000, 0, "play 4n 0"}})), "5.4n/-");
}

}  // namespace
}  // namespace hotaka::ratuki
