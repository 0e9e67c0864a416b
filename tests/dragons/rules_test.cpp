// One test or more for each rule of docs/rules/dragons.md, named by its number.

#include <gtest/gtest.h>

#include <algorithm>

#include "games/dragons/dragons.h"
#include "games/dragons/perft.h"
#include "support/texts.h"

namespace hotaka::dragons {
namespace {

constexpr auto start_after_52 = "vvv9VVV9 VWWWFF/vwwwff -/- w 52";

Options gen42() { return *edition("gen42"); }
Options huch() { return *edition("huch"); }
Options with_layout(Layout layout) {
  Options options;
  options.layout = layout;
  return options;
}

State at(std::string_view position, Options options = gen42()) {
  const auto state = read_position(position, options);
  EXPECT_TRUE(state) << position << ": " << (state ? "" : state.error().message);
  return state ? *state : start(options);
}

State after(State state, std::initializer_list<std::string_view> actions) {
  for (const auto action : actions) {
    const auto refusal = try_apply(state, state.side, *parse_action(action));
    EXPECT_EQ(refusal, Refusal::none) << action << ": " << describe(refusal).message;
  }
  return state;
}

std::string played(std::string_view position, std::initializer_list<std::string_view> actions,
                   Options options = gen42()) {
  return position_text(after(at(position, options), actions));
}

std::vector<std::string> options_at(std::string_view position, Options options = gen42()) {
  const State state = at(position, options);
  return legal_texts(state, state.side);
}

Refusal refusal_of(std::string_view position, std::string_view action, Options options = gen42()) {
  const State state = at(position, options);
  return refuse(state, state.side, *parse_action(action));
}

using Texts = std::vector<std::string>;

TEST(DragonsRules, D1_nine_stones_each_four_three_two) {
  const State state = start(gen42());
  for (const Seat side : {white, black}) {
    int count[3] = {0, 0, 0};
    for (int type = 0; type < type_count; ++type) {
      count[type] = state.tray[side][type] + state.mat[side][type];
      each_place(state.inner[side], [&](int place) {
        count[type] += state.inner_stone(place) == stone(side, static_cast<Type>(type)) ? 1 : 0;
      });
    }
    EXPECT_EQ(count[0], 4);
    EXPECT_EQ(count[1], 3);
    EXPECT_EQ(count[2], 2);
  }
}

TEST(DragonsRules, D2_corners_are_every_fourth_segment) {
  for (int place = 0; place < segment_count; ++place) {
    EXPECT_EQ(corner_type(Layout::mirrored, place).has_value(), (place + 1) % 4 == 0);
    EXPECT_EQ(corner_type(Layout::rotated, place).has_value(), (place + 1) % 4 == 0);
  }
}

TEST(DragonsRules, D2_a_segment_holds_two_stones) {
  EXPECT_EQ(refusal_of("v(VV)22 WF/vwf W/wf b 1", "1-2"), Refusal::target_full);
}

TEST(DragonsRules, D3_entries_by_layout) {
  for (int die = 1; die <= 3; ++die) {
    EXPECT_EQ(entry_place(Layout::mirrored, black, die) + 1, die);
    EXPECT_EQ(entry_place(Layout::rotated, black, die) + 1, die);
    EXPECT_EQ(entry_place(Layout::mirrored, white, die) + 1, 16 - die);
    EXPECT_EQ(entry_place(Layout::rotated, white, die) + 1, 12 + die);
  }
}

TEST(DragonsRules, D4_black_clockwise_white_anti_clockwise_around_the_end) {
  EXPECT_EQ(options_at("23v WF/wf V/- b 3"), Texts{"24-3"});
  EXPECT_EQ(options_at("V22v WF/wf -/- w 3"), Texts{"1-22"});
}

TEST(DragonsRules, D5_corner_types_by_layout) {
  const auto types = [](Layout layout) {
    std::string out;
    for (int place = 3; place < segment_count; place += 4) {
      out += "VWF"[static_cast<int>(*corner_type(layout, place))];
    }
    return out;
  };
  EXPECT_EQ(types(Layout::mirrored), "VWVFWF");
  EXPECT_EQ(types(Layout::rotated), "VWFVWF");
}

TEST(DragonsRules, D6_the_start) {
  EXPECT_EQ(position_text(start(gen42())), "vvv9VVV9 VWWWFF/vwwwff -/- - -");
  EXPECT_EQ(position_text(start(with_layout(Layout::rotated))), "vvv9VVV9 VWWWFF/vwwwff -/- - -");
}

TEST(DragonsRules, D7_the_first_player_is_drawn_or_fixed) {
  State state = start(gen42());
  EXPECT_EQ(phase(state), Phase::chance);
  EXPECT_EQ(refuse(state, Chance::roll(1, 2)), Refusal::first_due);
  EXPECT_EQ(refuse(state, Chance::first(2)), Refusal::bad_first);
  EXPECT_EQ(try_apply(state, Chance::first(black)), Refusal::none);
  EXPECT_EQ(state.side, black);
  EXPECT_EQ(refuse(state, Chance::first(black)), Refusal::first_not_due);
  for (const auto& [first, side] :
       {std::pair(First::white, white), std::pair(First::black, black)}) {
    Options options;
    options.first = first;
    EXPECT_EQ(start(options).side, side);
    EXPECT_EQ(start(options).step, Step::roll);
  }
}

TEST(DragonsRules, D8_dice_are_used_one_at_a_time_in_either_order) {
  EXPECT_EQ(options_at(start_after_52),
            (Texts{"13-11", "13-8", "14-12", "14-9", "15-10", "15-13"}));
  EXPECT_EQ(played(start_after_52, {"13-11"}), "vvv7V2VV9 VWWWFF/vwwwff -/- w 5");
  EXPECT_EQ(played(start_after_52, {"13-8"}), "vvv4V5VV9 VWWFF/vwwwff W/- w 2");
  // Both dice may serve one stone, as two actions, each resolved by itself.
  EXPECT_EQ(played(start_after_52, {"13-8", "8-6"}), "vvv2V7VV9 VWWFF/vwwwff W/- b -");
}

TEST(DragonsRules, D8_a_double_is_two_dice) {
  EXPECT_EQ(played("vvv9VVV9 VWWWFF/vwwwff -/- w 33", {"14-11"}),
            "vvv7V1V1V9 VWWWFF/vwwwff -/- w 3");
  EXPECT_EQ(played("vvv9VVV9 VWWWFF/vwwwff -/- w 33", {"14-11", "11-8"}),
            "vvv4V4V1V9 VWWFF/vwwwff W/- b -");
}

TEST(DragonsRules, D8_the_distance_must_be_an_unused_die) {
  EXPECT_EQ(refusal_of(start_after_52, "13-10"), Refusal::no_such_die);
  EXPECT_EQ(refusal_of(start_after_52, "13-6"), Refusal::no_such_die);
  EXPECT_EQ(refusal_of(start_after_52, "13-13"), Refusal::no_such_die);
}

TEST(DragonsRules, D9_the_outer_stone_moves_the_inner_one_is_held) {
  // White's fire holds White's vine on 10: only the fire moves.
  EXPECT_EQ(options_at("v8(VF)14 WF/wf -/- w 1"), Texts{"10-9"});
  EXPECT_EQ(played("v8(VF)14 WF/wf -/- w 1", {"10-9"}), "v7FV14 WF/wf -/- b -");
  // A whole segment of own stones: the outer one is the movable stone.
  EXPECT_EQ(refusal_of("v8(Vv)14 WF/wf -/- w 2", "10-8"), Refusal::escape_too_late);
}

TEST(DragonsRules, D9_no_own_stone_there) {
  EXPECT_EQ(refusal_of(start_after_52, "1-23"), Refusal::no_own_stone);
  EXPECT_EQ(refusal_of(start_after_52, "12-7"), Refusal::no_own_stone);
}

TEST(DragonsRules, D10_two_stones_block_the_landing_but_not_the_passing) {
  EXPECT_EQ(refusal_of("9(VV)1V11v WF/wf -/- w 2", "12-10"), Refusal::target_full);
  EXPECT_EQ(played("9(VV)1V11v WF/wf -/- w 3", {"12-9"}), "8V(VV)13v WF/wf -/- b -");
}

TEST(DragonsRules, D10_an_empty_segment_gives_the_inner_place) {
  EXPECT_EQ(played("9V13v WF/wf -/- w 1", {"10-9"}), "8V14v WF/wf -/- b -");
}

TEST(DragonsRules, D10_an_own_stone_is_held) {
  EXPECT_EQ(played("8FV13v W/wf -/- w 1", {"10-9"}), "8(FV)14v W/wf -/- b -");
}

TEST(DragonsRules, D10_a_vine_entangles) {
  EXPECT_EQ(played("8fV13v WF/wf -/- w 1", {"10-9"}), "8(fV)14v WF/wf -/- b -");
}

TEST(DragonsRules, D10_water_expels_to_the_tray) {
  EXPECT_EQ(played("8fW13v VF/wf -/- w 1", {"10-9"}), "8W14v VF/wff -/- b -");
}

TEST(DragonsRules, D10_fire_destroys) {
  EXPECT_EQ(played("8fF13v VW/wf -/- w 1", {"10-9"}), "8F14v VW/wf -/- b -");
  EXPECT_EQ(destroyed(after(at("8fF13v VW/wf -/- w 1"), {"10-9"}), black, Type::fire), 1);
}

TEST(DragonsRules, D11_the_stone_left_behind_is_inner_and_free) {
  const State state = after(at("9(vV)13v WF/wf -/- w 1"), {"10-9"});
  EXPECT_EQ(position_text(state), "8Vv13v WF/wf -/- b -");
  State black_turn = state;
  set_dice(black_turn, 1, 1);
  EXPECT_TRUE(contains(legal_texts(black_turn, black), "10-11"));
}

TEST(DragonsRules, D12_recruiting_at_a_corner) {
  EXPECT_EQ(played("12V10v VWF/wf -/- w 1", {"13-12"}), "11V11v WF/wf V/- b -");
  // No stone of that type in the tray: nothing happens.
  EXPECT_EQ(played("12V10v WF/wf -/- w 1", {"13-12"}), "11V11v WF/wf -/- b -");
}

TEST(DragonsRules, D12_both_dice_can_recruit) {
  EXPECT_EQ(played("8V14v VWWF/wf -/- w 41", {"9-8", "8-4"}), "3V19v WF/wf VW/- b -");
  EXPECT_EQ(played("8V14v VWWF/wf -/- w 51", {"9-8"}), "7V15v VWF/wf W/- w 5");
  EXPECT_EQ(played("12V10v VWWF/wf -/- w 41", {"13-12", "12-8"}), "7V15v WF/wf VW/- b -")
      << "the tray gives a vine at 12 and a water at 8";
}

TEST(DragonsRules, D12_optional_recruiting_asks) {
  const State asked = after(at("12V10v VWF/wf -/- w 21", huch()), {"13-12"});
  EXPECT_EQ(position_text(asked), "11V11v VWF/wf -/- w 2?12");
  EXPECT_EQ(legal_texts(asked, white), (Texts{"leave", "take"}));
  EXPECT_EQ(refuse(asked, white, *parse_action("12-10")), Refusal::answer_due);
  EXPECT_EQ(position_text(after(asked, {"take"})), "11V11v WF/wf V/- w 2");
  EXPECT_EQ(position_text(after(asked, {"leave"})), "11V11v VWF/wf -/- w 2");
  EXPECT_EQ(refusal_of("12V10v VWF/wf -/- w 21", "take", huch()), Refusal::no_answer_due);
  // After the last die, too; and not at all when the tray has none.
  EXPECT_EQ(played("12V10v VWF/wf -/- w 1", {"13-12"}, huch()), "11V11v VWF/wf -/- w ?12");
  EXPECT_EQ(played("12V10v VWF/wf -/- w 1", {"13-12", "take"}, huch()), "11V11v WF/wf V/- b -");
  EXPECT_EQ(played("12V10v WF/wf -/- w 1", {"13-12"}, huch()), "11V11v WF/wf -/- b -");
}

TEST(DragonsRules, D13_entering_from_the_mat) {
  EXPECT_EQ(options_at("5v18 VWF/wf WF/- w 62"), (Texts{"F-14", "W-14"}));
  EXPECT_EQ(played("5v18 VWF/wf WF/- w 62", {"W-14"}), "5v7W10 VWF/wf F/- w 6");
  EXPECT_EQ(refusal_of("5v18 VWF/wf WF/- w 62", "V-14"), Refusal::not_on_mat);
  EXPECT_EQ(refusal_of("5v18 VWF/wf WF/- w 62", "W-15"), Refusal::no_such_die);
  EXPECT_EQ(refusal_of("5v18 VWF/wf WF/- w 62", "W-7"), Refusal::not_an_entry);
  EXPECT_EQ(refusal_of("13(VV)10 WF/vwf W/v w 2", "W-14"), Refusal::target_full);
  // D10 applies: fire enters onto a stone and destroys it.
  EXPECT_EQ(played("13v9v VWF/wf F/- w 2", {"F-14"}), "13F9v VWF/wf -/- b -");
}

TEST(DragonsRules, D14_escape_spends_both_dice) {
  EXPECT_EQ(options_at("8(Vv)14v WF/wf -/- w 52"), Texts{"9-7"});
  EXPECT_EQ(played("8(Vv)14v WF/wf -/- w 52", {"9-7"}), "6V1v14v WF/wf -/- b -");
  EXPECT_EQ(options_at("8(Vv)14v WF/wf -/- w 33"), Texts{"9-6"});
}

TEST(DragonsRules, D14_escape_only_before_a_die_is_used_and_by_the_smaller) {
  EXPECT_EQ(refusal_of("8(Vv)9V4v WF/wf -/- w 52", "9-4"), Refusal::escape_needs_smaller);
  const State state = after(at("8(Vv)9V4v WF/wf -/- w 52"), {"19-14"});
  EXPECT_EQ(refuse(state, white, *parse_action("9-7")), Refusal::escape_too_late);
  EXPECT_EQ(legal_texts(state, white), Texts{"14-12"});
}

TEST(DragonsRules, D14_escape_lands_like_any_move) {
  EXPECT_EQ(played("6f1(Wv)14v VF/wf -/- w 52", {"9-7"}), "6W1v14v VF/wff -/- b -");
  EXPECT_EQ(played("8(Vv)14v VWF/wf -/- w 61", {"9-8"}), "7Vv14v VF/wf W/- b -");
}

TEST(DragonsRules, D14_no_escape_while_a_stone_must_enter) {
  EXPECT_EQ(options_at("8(Vv)14v WF/wf V/- w 52", huch()), Texts{"V-14"});
  EXPECT_EQ(refusal_of("8(Vv)14v WF/wf V/- w 52", "9-7", huch()), Refusal::escape_must_enter);
  EXPECT_EQ(options_at("8(Vv)14v WF/wf V/- w 54", huch()), Texts{"9-5"});
}

TEST(DragonsRules, D15_a_die_that_can_be_used_must_be) {
  // The 6 is blocked, the 2 is not: the turn goes on until nothing is left.
  EXPECT_EQ(played("(vv)5V16v WF/wf -/- w 62", {"7-5"}), "(vv)3V18v WF/wf -/- w 6");
  EXPECT_EQ(options_at("(vv)5V16v WF/wf -/- w 62"), Texts{"7-5"});
}

TEST(DragonsRules, D15_the_first_choice_may_leave_the_second_die_without_use) {
  // 7-5 first leaves the 4 blocked on 1; the other order is 7-3, 3-1 blocked as well.
  EXPECT_EQ(played("(vv)5V16v WF/wf -/- w 42", {"7-5"}), "(vv)3V18v WF/wf -/- b -");
}

TEST(DragonsRules, D15_nothing_to_do_is_a_pass) {
  State state = at("(vv)5V16v WF/wf -/- w -");
  apply(state, Chance::roll(6, 6));
  EXPECT_EQ(position_text(state), "(vv)5V16v WF/wf -/- b -");
}

TEST(DragonsRules, D15_an_escape_that_is_the_only_use_must_be_made) {
  State state = at("8(Vv)14v WF/wf -/- w -");
  apply(state, Chance::roll(5, 2));
  EXPECT_EQ(legal_texts(state, white), Texts{"9-7"});
}

TEST(DragonsRules, D15_compulsory_entry_binds_the_die) {
  EXPECT_EQ(options_at("5v3V14 VWF/wf W/- w 52", huch()), (Texts{"10-5", "W-14"}));
  EXPECT_EQ(refusal_of("5v3V14 VWF/wf W/- w 52", "10-8", huch()), Refusal::must_enter);
  EXPECT_EQ(options_at("5v3V14 VWF/wf W/- w 52"), (Texts{"10-5", "10-8", "W-14"}));
}

TEST(DragonsRules, D16_all_of_one_type_destroyed) {
  const State state = after(at("8fF13v VW/w -/- w 1"), {"10-9"});
  EXPECT_EQ(phase(state), Phase::over);
  EXPECT_EQ(outcome(state).winners, SeatSet::of(white));
  EXPECT_EQ(outcome(state).reason.message, "all fire destroyed");
  EXPECT_EQ(position_text(state), "8F14v VW/w -/- w -");
  EXPECT_TRUE(actors(state).empty());
}

TEST(DragonsRules, D16_nothing_in_the_arena_or_on_the_mat) {
  const State state = after(at("8vW14 VF/wf -/- w 1"), {"10-9"});
  EXPECT_EQ(phase(state), Phase::over);
  EXPECT_EQ(outcome(state).reason.message, "no stone left in the arena or on the mat");
  EXPECT_EQ(phase(after(at("8vW14 VF/wf -/v w 1"), {"10-9"})), Phase::chance) << "the mat counts";
}

TEST(DragonsRules, D16_a_win_comes_before_a_due_answer) {
  const State state = after(at("7fF14v VWF/vw -/- w 1", huch()), {"9-8"});
  EXPECT_EQ(phase(state), Phase::over);
}

TEST(DragonsRules, D17_giving_up_loses) {
  EXPECT_EQ(forfeit(at(start_after_52), white).winners, SeatSet::of(black));
  EXPECT_EQ(forfeit(at(start_after_52), black).winners, SeatSet::of(white));
  EXPECT_EQ(refuse(after(at("8fF13v VW/w -/- w 1"), {"10-9"}), black, *parse_action("24-1")),
            Refusal::game_over);
}

TEST(DragonsRules, editions_set_the_options) {
  EXPECT_EQ(huch().recruit, Recruit::optional);
  EXPECT_EQ(huch().entry, Entry::compulsory);
  EXPECT_EQ(gen42(), Options());
  EXPECT_FALSE(edition("other"));
}

}  // namespace
}  // namespace hotaka::dragons
