// R12 of docs/rules/ratuki.md, as others see it: nothing of a play until it is settled.

#include <gtest/gtest.h>

#include <algorithm>

#include "ratuki/table.h"

namespace hotaka::ratuki {
namespace {

std::string seen_by(const State& state, Viewer viewer) { return view_text(view(state, viewer)); }

// With # for a card that is not seen: question marks before a slash would be a trigraph.
std::string plain(std::string text) {
  std::replace(text.begin(), text.end(), '?', '#');
  return text;
}

// What is seen of `state` at a time at which nothing is due.
std::string seen_at(State state, Time t, Viewer viewer) {
  advance(state, t);
  state.now = t;
  return seen_by(state, viewer);
}

// Seat 0 plays at 1200; for everybody else it is as if it had not.
void expect_unseen(const State& before, std::string_view what) {
  const State state = after(before, {{1200, 0, what}});
  for (const Viewer viewer : {Viewer::seat(1), Viewer::spectator()}) {
    EXPECT_EQ(seen_by(state, viewer), seen_at(before, 1200, viewer)) << position_text(state);
    EXPECT_EQ(seen_at(state, 1259, viewer), seen_at(before, 1259, viewer)) << position_text(state);
    EXPECT_NE(seen_at(state, 1260, viewer), seen_at(before, 1260, viewer)) << position_text(state);
  }
  EXPECT_NE(seen_by(state, Viewer::seat(0)), seen_at(before, 1200, Viewer::seat(0)));
  const auto read = read_position(position_text(state), state.options);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, state) << position_text(state);
}

TEST(RatukiRules, R12_nothing_of_a_pending_play_is_seen_while_the_pile_shrinks) {
  expect_unseen(at({.stacks = "3.2n/-", .hands = "1n3n4n/1d", .draw = "5n5d5w/-"}), "play 3n 0");
  expect_unseen(
      at({.stacks = "3.2n/-", .hands = "1n3n4n/1d", .draw = "5n5d5w/-", .discard = "1d1d/-"}),
      "play 3n 0");
}

TEST(RatukiRules, R12_nothing_of_a_pending_play_is_seen_when_it_draws_the_last_card) {
  expect_unseen(at({.stacks = "3.2n/-", .hands = "1n3n4n/1d", .draw = "5n/-"}), "play 3n 0");
}

TEST(RatukiRules, R12_nothing_of_a_pending_play_is_seen_when_it_turns_the_discards_over) {
  const State before =
      at({.stacks = "3.2n/-", .hands = "1n3n4n/1d", .draw = "5n/-", .discard = "2n2d/-"});
  expect_unseen(before, "play 3n 0");
  const State state = after(before, {{1200, 0, "play 3n 0"}});
  EXPECT_EQ(stacks_of(state), "3.2n@1200+0~3n/-");
  EXPECT_EQ(draw_of(state, 0), "2n2d");
  EXPECT_EQ(discard_of(state, 0), "");
  EXPECT_EQ(stacks_of(later(state, 1260)), "4.3n/-");
  EXPECT_FALSE(later(state, 1260).players[0].turned_over);
}

TEST(RatukiRules, R12_nothing_of_a_pending_play_is_seen_while_the_hand_shrinks) {
  expect_unseen(at({.stacks = "3.2n/-", .hands = "1n3n4n/1d"}), "play 3n 0");
  expect_unseen(at({.stacks = "3.2n/-", .hands = "3n/1d"}), "play 3n 0");
}

TEST(RatukiRules, R12_players_who_tie_see_only_their_own_card) {
  const State before = at({.options = with_players(3),
                           .stacks = "3.2n/-/-",
                           .hands = "1n3n4n/1d3d4d/1w",
                           .draw = "5n5d/5n/-",
                           .discard = "-/2w/-"});
  const State both = after(before, {{1200, 0, "play 3n 0"}, {1230, 1, "play 1d 0"}});
  EXPECT_EQ(seen_by(both, Viewer::spectator()), seen_at(before, 1230, Viewer::spectator()));
  EXPECT_EQ(seen_by(both, Viewer::seat(2)), seen_at(before, 1230, Viewer::seat(2)));
  const State first = after(before, {{1200, 0, "play 3n 0"}});
  const State second = after(before, {{1230, 1, "play 1d 0"}});
  EXPECT_EQ(seen_by(both, Viewer::seat(0)), seen_at(first, 1230, Viewer::seat(0)));
  EXPECT_EQ(seen_by(both, Viewer::seat(1)), seen_by(second, Viewer::seat(1)));
}

TEST(RatukiRules, R12_the_owner_sees_the_card_the_hand_the_pile_and_the_times) {
  const State state =
      after(at({.stacks = "3.2n/-", .hands = "1n3n4n/1d", .draw = "5n5d5w/-", .scored = "0/60"}),
            {{1200, 0, "play 3n 0"}});
  EXPECT_EQ(plain(seen_by(state, Viewer::seat(0))),
            "1200@1000,- 3.2n@1200+0=3n/- 1n4n5n/# ##/- -/- 0/60 1200/- 0/0 0 -/- -/- round");
  EXPECT_EQ(plain(seen_by(state, Viewer::seat(1))),
            "1200@1000,- 3.2n/- ###/1d ###/- -/- 0/60 -/- 0/0 0 -/- -/- round");
}

TEST(RatukiRules, R12_the_time_of_the_last_play_is_told_when_the_card_is_settled) {
  const State state = after(at({.stacks = "3.2n/-", .hands = "1n3n4n/1d", .draw = "5n5d/-"}),
                            {{1200, 0, "play 3n 0"}});
  EXPECT_EQ(part_of(later(state, 1259), 0), "1200@1000,-");
  EXPECT_EQ(part_of(later(state, 1260), 0), "1260@1200,-");
}

TEST(RatukiRules, R12_of_a_tie_the_time_of_the_later_card_counts) {
  const State state = after(at({.stacks = "3.2n/-", .hands = "3n/3d"}),
                            {{1200, 0, "play 3n 0"}, {1230, 1, "play 3d 0"}});
  EXPECT_EQ(part_of(later(state, 1260), 0), "1260@1230,-");
}

TEST(RatukiRules, R12_the_time_of_what_was_shown_does_not_tell_of_a_pending_play) {
  const State before = at({.options = with_players(3),
                           .stacks = "3.2n/-/-",
                           .hands = "1n3n4n/1d3d4d/1w",
                           .draw = "5n5d/5n/-"});
  const Time shown = shown_time(before, Viewer::spectator());
  const State both = after(before, {{1200, 0, "play 3n 0"}, {1230, 1, "play 1d 0"}});
  EXPECT_EQ(shown_time(both, Viewer::spectator()), shown);
  EXPECT_EQ(shown_time(both, Viewer::seat(2)), shown);
  EXPECT_EQ(shown_time(both, Viewer::seat(0)), 1200);
  EXPECT_EQ(shown_time(both, Viewer::seat(1)), 1230);
  for (const Viewer viewer : {Viewer::spectator(), Viewer::seat(0), Viewer::seat(1)}) {
    EXPECT_EQ(shown_time(later(both, 1260), viewer), 1260);
    EXPECT_EQ(shown_time(after(before, {{1200, 0, "start 1n"}}), viewer), 1200);
    EXPECT_EQ(shown_time(after(before, {{1200, 0, "discard 3n"}}), viewer), 1200);
  }
}

// Whose draw pile is empty and whose card is on its way may have nothing to do.
TEST(RatukiRules, R12_actors_are_those_that_a_viewer_can_tell) {
  const State before = at({.stacks = "3.2n/-", .hands = "3n/1d"});
  const State state = after(before, {{1200, 0, "play 3n 0"}});
  EXPECT_EQ(actors(state), SeatSet::of(1));
  EXPECT_EQ(actors(view(state, Viewer::seat(0))), SeatSet::of(1));
  EXPECT_EQ(actors(view(state, Viewer::seat(1))), actors(before));
  EXPECT_EQ(actors(view(state, Viewer::spectator())), actors(before));
}

TEST(RatukiRules, R12_a_start_and_a_discard_are_seen_at_once) {
  const State before = at({.hands = "1n3n4n/1d", .draw = "5n5d/-"});
  const State started = after(before, {{1200, 0, "start 1n"}});
  const State discarded = after(before, {{1200, 0, "discard 3n"}});
  EXPECT_EQ(plain(seen_by(started, Viewer::seat(1))).substr(0, 28), "1200@1200,- 1.1n/- ###/1d #/");
  EXPECT_EQ(plain(seen_by(discarded, Viewer::seat(1))).substr(0, 29),
            "1200@1000,1200 -/- ###/1d #/-");
}

TEST(RatukiRules, R12_positions_say_what_a_pending_play_did_to_the_piles) {
  const auto reads = [](std::string_view stacks, std::string_view draw, std::string_view discard,
                        std::string_view last) {
    std::string text = "1200@1000,- " + std::string(stacks) + " 1n4n5n/1d ";
    text += std::string(draw) + " " + std::string(discard) + " 0/";
    text += std::to_string(70 - 4 - 4 - count_cards(draw) - count_cards(discard));
    return bool(read_position(text + " " + std::string(last) + " 0/0 0 -/- -/- round", {}));
  };
  EXPECT_TRUE(reads("3.2n@1200+0=3n/-", "5d/-", "-/-", "1200/-"));
  EXPECT_TRUE(reads("3.2n@1200+0~3n/-", "5d/-", "-/-", "1200/-"));
  EXPECT_FALSE(reads("3.2n@1200+0~3n/-", "-/-", "-/-", "1200/-"));
  EXPECT_FALSE(reads("3.2n@1200+0~3n/-", "5d/-", "2n/-", "1200/-"));
  EXPECT_FALSE(reads("3.2n@1200+0=3n/-", "5d/-", "-/-", "-/-")) << "it is the last action";
  EXPECT_FALSE(reads("3.2n@1200+0=3n/-", "5d/-", "-/-", "1199/-"));
  EXPECT_FALSE(reads("3.2n@1201+0=3n/-", "5d/-", "-/-", "1200/-"));
  EXPECT_FALSE(reads("3.2n@1140+0=3n/-", "5d/-", "-/-", "1140/-")) << "settled at 1200";
  EXPECT_TRUE(reads("3.2n@1141+0=3n/-", "5d/-", "-/-", "1141/-"));
  EXPECT_FALSE(reads("3.2n+0=3n/-", "5d/-", "-/-", "1200/-"));
}

TEST(RatukiRules, R12_no_position_has_a_card_on_its_way_after_the_idle_end) {
  const auto reads = [](std::string_view time, std::string_view since) {
    const std::string at_time(since);
    return bool(read_position(std::string(time) + " 3.2n@" + at_time + "+0=3n/- 1n4n/1d -/- -/- " +
                                  "0/63 " + at_time + "/- 0/0 0 -/- -/- round",
                              {}));
  };
  EXPECT_TRUE(reads("20990@1000,-", "20990"));
  EXPECT_TRUE(reads("21040@1000,-", "20990")) << "the card outlasts the end that was due";
  EXPECT_FALSE(reads("21040@1000,-", "21000"));
  EXPECT_TRUE(reads("21040@1000,15000", "21000"));
}

// --- By how much a card came too late

std::optional<Time> missed(const State& state, Move move) {
  return missed_by(state, move.seat, made(move.what, move.t));
}

State three_and_two() {
  return at({.stacks = "3.2n/5.4d", .hands = "1n3n5n/3d4d5d", .draw = "5h5d5w/5n5h5w"});
}

TEST(RatukiMissed, a_card_that_no_longer_fits_missed_by_the_time_since_the_other_card_settled) {
  const State state = after(three_and_two(), {{1200, 0, "play 3n 0"}});
  EXPECT_EQ(missed(state, {1260, 1, "play 3d 0"}), 0);
  EXPECT_EQ(missed(state, {1312, 1, "play 3d 0"}), 52) << "the state is not that far yet";
  EXPECT_EQ(missed(later(state, 1312), {1312, 1, "play 3d 0"}), 52);
  EXPECT_EQ(missed(state, {2260, 1, "play 3d 0"}), 1000);
  EXPECT_EQ(missed(state, {2261, 1, "play 3d 0"}), std::nullopt) << "too long ago";
}

TEST(RatukiMissed, a_stack_that_was_taken) {
  const State state = after(three_and_two(), {{1200, 0, "play 5n 1"}});
  EXPECT_EQ(missed(state, {1270, 1, "play 5d 1"}), 10);
}

TEST(RatukiMissed, a_slot_that_was_taken_and_opened_again) {
  State state = at({.stacks = "3.2n/5.4d", .hands = "1n3n5n/3d4d5d", .draw = "5h5d5w/5n5h5w"});
  state = after(state, {{1200, 0, "play 5n 1"}, {1400, 0, "start 1n"}});
  EXPECT_EQ(missed(state, {1430, 1, "play 5d 1"}), 30);
}

TEST(RatukiMissed, nobody_is_beaten_by_an_own_card) {
  const State state = after(three_and_two(), {{1200, 0, "play 3n 0"}});
  EXPECT_EQ(refusal_of(state, {1400, 0, "play 1n 0"}), Refusal::does_not_fit);
  EXPECT_EQ(missed(state, {1400, 0, "play 1n 0"}), std::nullopt);
  const State both = after(state, {{1400, 1, "play 4d 0"}});
  EXPECT_EQ(missed(both, {1500, 0, "play 1n 0"}), 40) << "the other one came last";
  EXPECT_EQ(missed(both, {1700, 1, "play 3d 0"}), std::nullopt);
}

TEST(RatukiMissed, nobody_is_beaten_where_nothing_changed) {
  EXPECT_EQ(missed(three_and_two(), {1200, 1, "play 5d 0"}), std::nullopt);
  const State tie = after(three_and_two(), {{1200, 0, "play 3n 0"}, {1210, 1, "play 3d 0"}});
  EXPECT_EQ(missed(tie, {1500, 0, "play 5n 0"}), std::nullopt) << "a tie leaves the stack alone";
  const State elsewhere = after(three_and_two(), {{1200, 0, "play 5n 1"}});
  EXPECT_EQ(missed(elsewhere, {1300, 1, "play 5d 0"}), std::nullopt) << "another stack changed";
}

TEST(RatukiMissed, only_a_refused_play_misses_a_stack) {
  const State state = after(three_and_two(), {{1200, 0, "play 3n 0"}});
  EXPECT_EQ(missed(state, {1300, 1, "play 4d 0"}), std::nullopt) << "it fits the new top";
  EXPECT_EQ(missed(state, {1250, 1, "play 3d 0"}), std::nullopt) << "a tie";
  EXPECT_EQ(missed(state, {1300, 1, "play 2w 0"}), std::nullopt) << "not in the hand";
  EXPECT_EQ(missed(state, {1300, 0, "play 1n 0"}), std::nullopt) << "too fast";
  EXPECT_EQ(missed(state, {1300, 1, "discard 4d"}), std::nullopt);
  EXPECT_EQ(missed(state, {1300, 1, "out"}), std::nullopt);
  EXPECT_EQ(missed(state, {1300, 1, "start 3d"}), std::nullopt);
  EXPECT_EQ(missed(state, {1300, 1, "play 3d 4"}), std::nullopt) << "no such slot";
  EXPECT_EQ(missed(state, {1300, 7, "play 3d 0"}), std::nullopt);
  EXPECT_EQ(missed(state, {30000, 1, "play 3d 0"}), std::nullopt) << "the round is over";
  EXPECT_EQ(missed(start({}), {0, 1, "play 3d 0"}), std::nullopt);
}

TEST(RatukiMissed, a_new_round_has_not_changed_yet) {
  State state = after(dealt({"1n2n3n", "1d2d3d"}), {{0, 0, "start 1n"}, {100, 1, "start 1d"}});
  EXPECT_EQ(part_of(state, 10), "0+0/100+1");
  apply(state, decks({"1n2n3n", "1d2d3d"}));
  EXPECT_EQ(part_of(state, 10), "-/-");
  EXPECT_EQ(missed(state, {50, 1, "play 2d 0"}), std::nullopt);
}

}  // namespace
}  // namespace hotaka::ratuki
