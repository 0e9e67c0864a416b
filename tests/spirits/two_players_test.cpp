// The rules of docs/rules/spirits.md for two players, S13 to S18.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "spirits/table.h"

namespace hotaka::spirits {
namespace {

Options two(FaceDown face_down = FaceDown::per_side) {
  Options options;
  options.players = 2;
  options.face_down = face_down;
  return options;
}

State at(std::string text, const Options& options = two()) {
  return read_table(std::move(text), options);
}
Chance deal(std::string_view text) { return deal_to(2, text); }

// Face down, then face up. Seat 0 has eight Yellow cards, seat 1 six.
constexpr auto eight_six =
    "Y13Y14Y15Y16R13R14R15Y61Y51R61R51YX1RX1YFU/Y17R16Y21R17Y31R21R31Y41R41YX2RX2YX3RX3RFU";
// The same with Y13 and R16 exchanged.
constexpr auto seven_seven =
    "R16Y14Y15Y16R13R14R15Y61Y51R61R51YX1RX1YFU/Y17Y13Y21R17Y31R21R31Y41R41YX2RX2YX3RX3RFU";
constexpr auto one_clan_each =
    "Y13Y14Y15Y16Y17Y21Y31Y41Y51Y61YX1YX2YX3YFU/R13R14R15R16R17R21R31R41R51R61RX1RX2RX3RFU";

State dealt(const std::string& cards, int dealer, const Options& options = two()) {
  State state = start(options);
  EXPECT_EQ(try_apply(state, dealer_is(dealer)), Refusal::none);
  EXPECT_EQ(try_apply(state, deal(cards)), Refusal::none);
  return state;
}

// As with four players: Yellow makes 20 points, Red 250.
State after_round(const std::string& points, const std::string& dealer = "d0",
                  const Options& options = two()) {
  return after(at("Y14,Y15,-,-,-,-,-/R61,R14,-,-,-,-,- 0:- - Y21Y13R13Y31R21R31YX2RX1/* " + points +
                      " " + dealer + " play",
                  options),
               {"0 play Y14", "1 play R61", "0 play Y15", "1 play R14"});
}

TEST(SpiritsRules, S13_seven_columns_of_two_cards) {
  const State state = dealt(eight_six, 1);
  EXPECT_EQ(seats(state), 2);
  EXPECT_EQ(field(state, hands),
            "Y13Y61,Y14Y51,Y15R61,Y16R51,R13YX1,R14RX1,R15YFU/"
            "Y17Y41,R16R41,Y21YX2,R17RX2,Y31YX3,R21RX3,R31RFU");
  for (const Viewer viewer : {Viewer::seat(0), Viewer::seat(1), Viewer::spectator()}) {
    EXPECT_EQ(field(view_text(view(state, viewer)), hands),
              "Y??Y61,Y??Y51,Y??R61,Y??R51,R??YX1,R??RX1,R??YFU/"
              "Y??Y41,R??R41,Y??YX2,R??RX2,Y??YX3,R??RX3,R??RFU")
        << "nobody sees a face-down card";
  }
}

TEST(SpiritsRules, S13_seat_0_is_yellow_seat_1_red) {
  const State state = dealt(eight_six, 1);
  EXPECT_EQ(legal_texts(state, 0),
            (Texts{"ask 1", "play Y51", "play Y61", "play YFU", "play YX1"}));
  EXPECT_EQ(legal_texts(after(state, {"0 play YX1"}), 1),
            (Texts{"ask 0", "play R41", "play RFU", "play RX2", "play RX3"}));
}

TEST(SpiritsRules, S14_shuffled_allows_any_deal_balanced_only_seven_of_each_clan) {
  State state = start(two());
  apply(state, dealer_is(0));
  for (const auto* cards : {eight_six, seven_seven, one_clan_each}) {
    EXPECT_EQ(refuse(state, deal(cards)), Refusal::none) << cards;
  }
  EXPECT_EQ(refuse(state, deal_to(4, seven_seven)), Refusal::bad_deal);
  state.options.deal = Deal::balanced;
  EXPECT_EQ(refuse(state, deal(eight_six)), Refusal::unbalanced_deal);
  EXPECT_EQ(refuse(state, deal(one_clan_each)), Refusal::unbalanced_deal);
  EXPECT_EQ(refuse(state, deal(seven_seven)), Refusal::none);
}

TEST(SpiritsRules, S14_what_is_drawn_fits_the_option) {
  State state = start(two());
  apply(state, dealer_is(0));
  const auto yellows = [&](Rng& rng) {
    const Chance chance = draw(state, rng);
    EXPECT_EQ(refuse(state, chance), Refusal::none);
    return std::count_if(chance.cards.begin(), chance.cards.begin() + 14,
                         [](Card card) { return clan_of(card) == yellow; });
  };
  Rng rng(7);
  int uneven = 0;
  for (int i = 0; i < 50; ++i) uneven += yellows(rng) != 7 ? 1 : 0;
  EXPECT_GT(uneven, 0);
  state.options.deal = Deal::balanced;
  std::set<std::ptrdiff_t> places;
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(yellows(rng), 7);
    const Chance chance = draw(state, rng);
    places.insert(std::find(chance.cards.begin(), chance.cards.end(), *parse_card("Y61")) -
                  chance.cards.begin());
  }
  EXPECT_EQ(places.size(), 28U) << "a card may come to lie anywhere";
}

// All face up, two tricks left.
constexpr auto open_cards = "Y13,Y14,Y61,YFU,-,-,-/R13,R14,R61,RFU,-,-,- ";

TEST(SpiritsRules, S15_leader_other_leader_other) {
  const State state = after(at(open_cards + std::string("1:- - -/* 0/0 d0 play")),
                            {"1 play R13", "0 play Y13", "1 play R14"});
  EXPECT_EQ(field(state, trick), "1:R13Y13R14");
  EXPECT_EQ(refusal_of(state, "1 play R61"), Refusal::not_your_turn);
  const State won = after(state, {"0 play Y61"});
  EXPECT_EQ(field(won, trick), "0:-");
  EXPECT_EQ(field(won, captured).substr(0, 13), "Y13Y61R13R14/");
}

TEST(SpiritsRules, S15_the_first_of_equal_power_wins_for_its_side) {
  const auto next_leader = [](const std::string& leader,
                              std::initializer_list<std::string_view> plays) {
    return field(after(at(open_cards + leader + ":- - -/* 0/0 d0 play"), plays), trick);
  };
  EXPECT_EQ(next_leader("0", {"0 play Y13", "1 play R61", "0 play Y61", "1 play R13"}), "1:-");
  EXPECT_EQ(next_leader("0", {"0 play Y61", "1 play R61", "0 play Y13", "1 play R13"}), "0:-");
  EXPECT_EQ(next_leader("1", {"1 play R13", "0 play Y13", "1 play R61", "0 play Y61"}), "1:-");
  EXPECT_EQ(next_leader("1", {"1 play R13", "0 play Y13", "1 play R14", "0 play Y14"}), "1:-");
}

TEST(SpiritsRules, S15_fusions_carry_over_and_give_the_lead) {
  const State fourth = after(at(open_cards + std::string("0:- - -/* 0/0 d0 play")),
                             {"0 play Y61", "1 play R13", "0 play Y13", "1 play RFU"});
  EXPECT_EQ(field(fourth, trick), "1:-");
  EXPECT_EQ(field(fourth, carried), "Y13Y61R13RFU");
  const State both = after(at(open_cards + std::string("1:- - -/* 0/0 d0 play")),
                           {"1 play R61", "0 play YFU", "1 play RFU", "0 play Y13"});
  EXPECT_EQ(field(both, trick), "0:-");
  const State taken = after(both, {"0 play Y61", "1 play R14", "0 play Y14", "1 play R13"});
  EXPECT_EQ(field(taken, captured).substr(0, 25), "Y13Y14Y61YFUR13R14R61RFU/");
  EXPECT_EQ(field(taken, carried), "-");
  const State gone = after(fourth, {"1 play R61", "0 play YFU", "1 play R14", "0 play Y14"});
  EXPECT_EQ(field(gone, captured).substr(0, 2), "-/") << "S10: the last trick has a fusion";
  EXPECT_EQ(field(gone, scores), "0/264") << "60 - 7 - 9 values, times 6";
}

TEST(SpiritsRules, S15_seven_tricks_use_up_every_card) {
  for (const FaceDown face_down : {FaceDown::per_side, FaceDown::both_sides}) {
    for (const auto* cards : {eight_six, seven_seven, one_clan_each}) {
      State state = dealt(cards, 0, two(face_down));
      int played = 0;
      while (phase(state) == Phase::action) {
        const Seat seat = actors(state).lowest();
        const Texts texts = legal_texts(state, seat);
        ASSERT_FALSE(texts.empty()) << position_text(state);
        const Action action = *parse_action(texts.back());
        played += action.is_ask() ? 0 : 1;
        apply(state, seat, action);
      }
      EXPECT_EQ(played, 28);
      EXPECT_EQ(field(state, hands), "-,-,-,-,-,-,-/-,-,-,-,-,-,-");
    }
  }
}

TEST(SpiritsRules, S16_a_played_card_turns_up_what_it_covered) {
  const State state = dealt(eight_six, 1);
  EXPECT_EQ(refusal_of(state, "0 play Y13"), Refusal::not_in_hand) << "it lies face down";
  EXPECT_EQ(refusal_of(state, "0 play R61"), Refusal::wrong_clan);
  EXPECT_EQ(refusal_of(state, "0 play Y41"), Refusal::not_in_hand);
  EXPECT_EQ(refusal_of(state, "0 flip 0"), Refusal::flip_not_needed);
  const State played = after(state, {"0 play Y61"});
  EXPECT_EQ(field(view_text(view(played, Viewer::spectator())), hands),
            "Y13,Y??Y51,Y??R61,Y??R51,R??YX1,R??RX1,R??YFU/"
            "Y??Y41,R??R41,Y??YX2,R??RX2,Y??YX3,R??RX3,R??RFU");
  const State back = after(played, {"1 play RX2"});
  EXPECT_TRUE(contains(legal_texts(back, 0), "play Y13"));
  EXPECT_EQ(field(after(back, {"0 play Y13"}), hands).substr(0, 9), "-,Y14Y51,");
}

TEST(SpiritsRules, S16_the_asked_opponent_chooses_among_its_face_up_cards) {
  const State state = dealt(eight_six, 1);
  EXPECT_EQ(refusal_of(state, "0 ask 0"), Refusal::asks_itself);
  EXPECT_EQ(refusal_of(state, "0 ask 2"), Refusal::no_such_seat);
  const State asked = after(state, {"0 ask 1"});
  EXPECT_EQ(actors(asked), SeatSet::of(1));
  EXPECT_EQ(legal_texts(asked, 1), (Texts{"play Y41", "play YX2", "play YX3"}));
  EXPECT_EQ(refusal_of(asked, "1 ask 0"), Refusal::cannot_ask_now);
  EXPECT_EQ(refusal_of(asked, "1 play R41"), Refusal::wrong_clan);
  EXPECT_EQ(refusal_of(asked, "0 play Y61"), Refusal::not_your_turn);
  const State given = after(asked, {"1 play YX2"});
  EXPECT_EQ(field(given, trick), "0:YX2");
  EXPECT_EQ(actors(given), SeatSet::of(1)) << "its own card is still to come";
  EXPECT_EQ(split(field(given, hands), '/')[1], "Y17Y41,R16R41,Y21,R17RX2,Y31YX3,R21RX3,R31RFU");
}

TEST(SpiritsRules, S17_an_own_face_down_card) {
  // Seat 0 shows no Yellow card, seat 1 does.
  constexpr auto position = "Y13R13,Y14R14,-,-,-,-,-/Y61,R61,Y51R51,-,-,-,- 0:- - -/* 0/0 d0 play";
  const State per_side = at(position);
  EXPECT_EQ(legal_texts(per_side, 0), (Texts{"ask 1", "flip 0", "flip 1"}));
  EXPECT_EQ(refusal_of(per_side, "0 flip 2"), Refusal::column_empty);
  EXPECT_EQ(refusal_of(per_side, "0 play Y13"), Refusal::not_in_hand);
  const State flipped = after(per_side, {"0 flip 1"});
  EXPECT_EQ(field(flipped, trick), "0:Y14");
  EXPECT_EQ(field(flipped, hands), "Y13R13,R14,-,-,-,-,-/Y61,R61,Y51R51,-,-,-,-")
      << "the cover stays";
  EXPECT_EQ(actors(flipped), SeatSet::of(1));
  const State both_sides = at(position, two(FaceDown::both_sides));
  EXPECT_EQ(legal_texts(both_sides, 0), Texts{"ask 1"});
  EXPECT_EQ(refusal_of(both_sides, "0 flip 0"), Refusal::flip_not_needed);
}

TEST(SpiritsRules, S17_an_asked_opponents_face_down_card) {
  // Seat 0 shows a Yellow card, seat 1 has only face-down ones.
  constexpr auto position = "Y13,R13,Y14R14,-,-,-,-/Y61R61,Y51R51,-,-,-,-,- 0:- - -/* 0/0 d0 play";
  const State per_side = at(position);
  EXPECT_EQ(legal_texts(per_side, 0), (Texts{"ask 1", "play Y13"}));
  EXPECT_EQ(refusal_of(per_side, "0 flip 2"), Refusal::flip_not_needed);
  const State asked = after(per_side, {"0 ask 1"});
  EXPECT_EQ(legal_texts(asked, 1), (Texts{"flip 0", "flip 1"})) << "the owner picks the column";
  const State given = after(asked, {"1 flip 1"});
  EXPECT_EQ(field(given, trick), "0:Y51");
  EXPECT_EQ(field(given, hands), "Y13,R13,Y14R14,-,-,-,-/Y61R61,R51,-,-,-,-,-");
  const State both_sides = at(position, two(FaceDown::both_sides));
  EXPECT_EQ(legal_texts(both_sides, 0), Texts{"play Y13"});
  EXPECT_EQ(refusal_of(both_sides, "0 ask 1"), Refusal::asked_has_none);
}

TEST(SpiritsRules, S17_neither_side_shows_the_clan) {
  constexpr auto position = "Y13R13,Y14R14,-,-,-,-,-/Y61R61,Y51R51,-,-,-,-,- 0:- - -/* 0/0 d0 play";
  for (const FaceDown face_down : {FaceDown::per_side, FaceDown::both_sides}) {
    const State state = at(position, two(face_down));
    EXPECT_EQ(legal_texts(state, 0), (Texts{"ask 1", "flip 0", "flip 1"}));
    EXPECT_EQ(legal_texts(after(state, {"0 ask 1"}), 1), (Texts{"flip 0", "flip 1"}));
    // Playing R61 turns Y61 up, and now one side shows Yellow.
    EXPECT_EQ(legal_texts(after(state, {"0 flip 0", "1 play R61"}), 0),
              face_down == FaceDown::per_side ? (Texts{"ask 1", "flip 1"}) : Texts{"ask 1"});
  }
}

TEST(SpiritsRules, S17_only_a_face_down_card_of_the_clan) {
  const State state = at("Y13R13,R14R21,-,-,-,-,-/Y61R31,Y51,Y14,-,-,-,- 0:- - -/* 0/0 d0 play");
  EXPECT_EQ(legal_texts(state, 0), (Texts{"ask 1", "flip 0"}));
  EXPECT_EQ(refusal_of(state, "0 flip 1"), Refusal::flip_wrong_clan);
  // No Red card at all, neither up nor down: such a side cannot be asked.
  const State none = at("Y13,Y14,Y61,Y51,-,-,-/R13,R14,R61,R51,-,-,- 1:- - -/* 0/0 d0 play");
  EXPECT_EQ(legal_texts(none, 1), (Texts{"play R13", "play R14", "play R51", "play R61"}));
  EXPECT_EQ(refusal_of(none, "1 ask 0"), Refusal::asked_has_none);
}

TEST(SpiritsRules, S18_the_dealer_is_drawn_and_alternates) {
  EXPECT_EQ(phase(start(two())), Phase::chance);
  EXPECT_EQ(refuse(start(two()), dealer_is(1)), Refusal::none);
  EXPECT_EQ(refuse(start(two()), dealer_is(2)), Refusal::bad_dealer);
  EXPECT_EQ(field(after_round("0/0", "d0"), dealer), "d1");
  EXPECT_EQ(field(after_round("0/0", "d1"), dealer), "d0");
}

TEST(SpiritsRules, S18_who_leads) {
  Options options = two();
  for (int first = 0; first < 2; ++first) {
    options.lead = Lead::left;
    EXPECT_EQ(actors(dealt(eight_six, first, options)), SeatSet::of(1 - first));
    options.lead = Lead::dealer;
    EXPECT_EQ(actors(dealt(eight_six, first, options)), SeatSet::of(first));
  }
}

TEST(SpiritsRules, S18_a_drawn_player_leads) {
  Options options = two();
  options.lead = Lead::drawn;
  for (int first = 0; first < 2; ++first) {
    State state = start(options);
    apply(state, dealer_is(0));
    EXPECT_EQ(refuse(state, first_is(2)), Refusal::bad_first);
    apply(state, first_is(first));
    apply(state, deal(eight_six));
    EXPECT_EQ(actors(state), SeatSet::of(first));
    EXPECT_EQ(field(after_round("0/0", "d0", options), due), "first");
  }
}

TEST(SpiritsRules, S18_the_target_and_a_tie) {
  EXPECT_EQ(field(after_round("479/249"), scores), "499/499");
  EXPECT_EQ(phase(after_round("479/249")), Phase::chance);
  EXPECT_EQ(text_of(outcome(after_round("480/0"))), "0 | 500 250");
  EXPECT_EQ(text_of(outcome(after_round("480/300"))), "1 | 500 550");
  EXPECT_EQ(field(after_round("480/250"), due), "deal") << "500 each: another round";
  EXPECT_EQ(text_of(outcome(after_round("500/500"))), "1 | 520 750");
  Options options = two();
  options.target = 10000;
  EXPECT_EQ(phase(after_round("480/0", "d0", options)), Phase::chance);
}

TEST(SpiritsRules, giving_up_loses_with_two_players) {
  const State state = at(open_cards + std::string("0:- - -/* 400/30 d0 play"));
  EXPECT_EQ(text_of(forfeit(state, 0)), "1 | 400 30");
  EXPECT_EQ(text_of(forfeit(state, 1)), "0 | 400 30");
}

}  // namespace
}  // namespace hotaka::spirits
