// One test or more for each rule of docs/rules/spirits.md, named by its number: here the cards and
// four players, S1 to S12.

#include <gtest/gtest.h>

#include "spirits/table.h"

namespace hotaka::spirits {
namespace {

State at(std::string text, const Options& options = Options()) {
  return read_table(std::move(text), options);
}
Chance deal(std::string_view text) { return deal_to(4, text); }

Cards cards(std::string_view text) {
  Cards set = 0;
  for (; !text.empty(); text.remove_prefix(3)) set |= only(*parse_card(text.substr(0, 3)));
  return set;
}

constexpr auto one_clan_each =
    "Y13Y14Y15Y16Y17Y21Y31/R13R14R15R16R17R21R31/Y41Y51Y61YX1YX2YX3YFU/R41R51R61RX1RX2RX3RFU";

// The last trick of a round in which Yellow makes 10 times 2 = 20 points and Red 50 times 5 = 250.
State after_round(const std::string& points, const std::string& dealer = "d0",
                  const Options& options = Options()) {
  return after(
      at("Y14/R61/Y15/R14 0:- - Y21Y13R13Y31R21R31YX2RX1/* " + points + " " + dealer + " play",
         options),
      {"0 play Y14", "1 play R61", "2 play Y15", "3 play R14"});
}

TEST(SpiritsRules, S1_the_28_cards) {
  struct Kind {
    std::string code;
    int power;
    int value;
  };
  const std::vector<Kind> kinds{{"13", 1, 3}, {"14", 1, 4}, {"15", 1, 5}, {"16", 1, 6},
                                {"17", 1, 7}, {"21", 2, 1}, {"31", 3, 1}, {"41", 4, 1},
                                {"51", 5, 1}, {"61", 6, 1}, {"X1", 0, 0}, {"X2", 0, 0},
                                {"X3", 0, 0}, {"FU", 0, 0}};
  Cards seen = 0;
  for (const Clan clan : {yellow, red}) {
    for (const auto& kind : kinds) {
      const auto card = parse_card((clan == yellow ? "Y" : "R") + kind.code);
      ASSERT_TRUE(card) << kind.code;
      EXPECT_EQ(power_of(*card), kind.power) << kind.code;
      EXPECT_EQ(value_of(*card), kind.value) << kind.code;
      EXPECT_EQ(clan_of(*card), clan) << kind.code;
      EXPECT_EQ(is_fusion(*card), kind.code == "FU") << kind.code;
      seen |= only(*card);
    }
  }
  EXPECT_EQ(std::popcount(seen), 28);
}

TEST(SpiritsRules, S1_a_deal_has_every_card_once) {
  State state = start(Options());
  apply(state, dealer_is(0));
  Chance chance = deal(one_clan_each);
  chance.cards[0] = chance.cards[1];
  EXPECT_EQ(refuse(state, chance), Refusal::bad_deal);
  chance.cards[0] = hidden_card(yellow);
  EXPECT_EQ(refuse(state, chance), Refusal::bad_deal);
  EXPECT_EQ(refuse(state, deal_to(2, one_clan_each)), Refusal::bad_deal);
  EXPECT_EQ(refuse(state, deal(one_clan_each)), Refusal::none);
}

TEST(SpiritsRules, S2_the_clans_of_a_hand_are_public_its_cards_are_not) {
  const State state = at("Y13R13/Y61R61/R21/Y14Y15R31 0:- - -/* 0/0 d0 play");
  const auto seen_by = [&](Viewer viewer) {
    const std::string text = field(view_text(view(state, viewer)), hands);
    const auto seen = split(text, '/');
    return Texts(seen.begin(), seen.end());
  };
  EXPECT_EQ(seen_by(Viewer::seat(0)), (Texts{"Y13R13", "Y??R??", "R??", "Y??Y??R??"}));
  EXPECT_EQ(seen_by(Viewer::seat(3)), (Texts{"Y??R??", "Y??R??", "R??", "Y14Y15R31"}));
  EXPECT_EQ(seen_by(Viewer::spectator()), (Texts{"Y??R??", "Y??R??", "R??", "Y??Y??R??"}));
}

TEST(SpiritsRules, S3_codes) {
  for (const auto* code : {"Y13", "Y14", "Y15", "Y16", "Y17", "Y21", "Y31", "Y41", "Y51", "Y61",
                           "YX1", "YX2", "YX3", "YFU", "R13", "R14", "R15", "R16", "R17", "R21",
                           "R31", "R41", "R51", "R61", "RX1", "RX2", "RX3", "RFU"}) {
    const auto card = parse_card(code);
    ASSERT_TRUE(card) << code;
    EXPECT_EQ(card_text(*card), code);
  }
  for (const auto* code :
       {"Y12", "Y18", "Y22", "Y71", "YX0", "YX4", "G13", "y13", "Y1", "Y133", "", "Y??"}) {
    EXPECT_FALSE(parse_card(code)) << code;
  }
}

TEST(SpiritsRules, S3_action_texts) {
  EXPECT_EQ(parse_action("play Y61"), Action::play(*parse_card("Y61")));
  EXPECT_EQ(parse_action("ask 2"), Action::ask(2));
  EXPECT_EQ(parse_action("flip 4"), Action::flip(4));
  for (const auto* text : {"play", "play Y62", "play  Y61", "Play Y61", "ask 4", "ask 02", "ask -1",
                           "flip 7", "flip 4 ", "Y61"}) {
    EXPECT_FALSE(parse_action(text)) << text;
  }
}

TEST(SpiritsRules, S4_partners_face_each_other) {
  for (Seat winner = 0; winner < 4; ++winner) {
    Texts held{"Y21Y13", "R21R13", "Y31Y14", "R31R14"};
    held[static_cast<std::size_t>(winner)].replace(1, 2, "61");
    const Texts plays{"0 play " + held[0].substr(0, 3), "1 play " + held[1].substr(0, 3),
                      "2 play " + held[2].substr(0, 3), "3 play " + held[3].substr(0, 3)};
    const std::string all = held[0] + '/' + held[1] + '/' + held[2] + '/' + held[3];
    const bool is_yellow = winner == 0 || winner == 2;
    const State state = after(at(all + " 0:- - " + (is_yellow ? "-/*" : "*/-") + " 0/0 d0 play"),
                              {plays[0], plays[1], plays[2], plays[3]});
    EXPECT_EQ(state.captured[is_yellow ? yellow : red],
              cards(held[0].substr(0, 3) + held[1].substr(0, 3) + held[2].substr(0, 3) +
                    held[3].substr(0, 3)))
        << winner;
  }
}

TEST(SpiritsRules, S5_the_first_dealer_is_drawn) {
  State state = start(Options());
  EXPECT_EQ(seats(state), 4);
  EXPECT_EQ(phase(state), Phase::chance);
  EXPECT_TRUE(actors(state).empty());
  EXPECT_EQ(refusal_of(state, "0 play Y61"), Refusal::dealer_due);
  EXPECT_EQ(refuse(state, deal(one_clan_each)), Refusal::dealer_due);
  EXPECT_EQ(refuse(state, dealer_is(4)), Refusal::bad_dealer);
  Rng rng(1);
  SeatSet drawn;
  for (int i = 0; i < 100; ++i) {
    const Chance chance = draw(state, rng);
    ASSERT_EQ(refuse(state, chance), Refusal::none);
    drawn.add(chance.seat);
  }
  EXPECT_EQ(drawn.size(), 4);
  EXPECT_EQ(try_apply(state, dealer_is(3)), Refusal::none);
  EXPECT_EQ(phase(state), Phase::chance);
  EXPECT_EQ(refuse(state, dealer_is(3)), Refusal::dealer_not_due);
  EXPECT_EQ(refusal_of(state, "0 play Y61"), Refusal::deal_due);
}

TEST(SpiritsRules, S5_seven_cards_each_and_who_leads) {
  for (const auto& [lead, steps] : {std::pair(Lead::left, 1), std::pair(Lead::dealer, 0)}) {
    for (int first = 0; first < 4; ++first) {
      Options options;
      options.lead = lead;
      State state = start(options);
      apply(state, dealer_is(first));
      EXPECT_EQ(try_apply(state, deal(one_clan_each)), Refusal::none);
      EXPECT_EQ(field(state, hands), one_clan_each);
      EXPECT_EQ(actors(state), SeatSet::of((first + steps) % 4));
      EXPECT_EQ(refuse(state, deal(one_clan_each)), Refusal::deal_not_due);
      EXPECT_EQ(refuse(state, dealer_is(first)), Refusal::dealer_not_due);
    }
  }
}

TEST(SpiritsRules, S5_a_drawn_seat_leads_whoever_deals) {
  Options options;
  options.lead = Lead::drawn;
  for (int first = 0; first < 4; ++first) {
    State state = start(options);
    EXPECT_EQ(refuse(state, first_is(first)), Refusal::dealer_due);
    apply(state, dealer_is(2));
    EXPECT_EQ(field(state, due), "first");
    EXPECT_EQ(refuse(state, deal(one_clan_each)), Refusal::first_due);
    EXPECT_EQ(refusal_of(state, "0 play Y61"), Refusal::first_due);
    EXPECT_EQ(refuse(state, first_is(4)), Refusal::bad_first);
    EXPECT_EQ(try_apply(state, first_is(first)), Refusal::none);
    EXPECT_EQ(refuse(state, first_is(first)), Refusal::first_not_due);
    EXPECT_EQ(position_text(state), "-/-/-/- " + to_text(first) + ":- - -/- 0/0 d2 deal");
    EXPECT_EQ(*read_position(position_text(state), options), state);
    EXPECT_EQ(try_apply(state, deal(one_clan_each)), Refusal::none);
    EXPECT_EQ(actors(state), SeatSet::of(first));
    EXPECT_EQ(refuse(state, first_is(first)), Refusal::first_not_due);
  }
}

TEST(SpiritsRules, S5_who_leads_is_drawn_again_before_every_deal) {
  Options options;
  options.lead = Lead::drawn;
  State state = after_round("0/0", "d3", options);
  EXPECT_EQ(field(state, due), "first");
  EXPECT_EQ(field(state, dealer), "d0") << "the deal passes on all the same";
  EXPECT_EQ(field(state, trick), "-");
  EXPECT_EQ(refuse(state, deal(one_clan_each)), Refusal::first_due);
  apply(state, first_is(2));
  apply(state, deal(one_clan_each));
  EXPECT_EQ(actors(state), SeatSet::of(2));
}

TEST(SpiritsRules, S5_every_players_seat_is_drawn_as_often) {
  struct Fixed {  // answers the one question that is asked
    std::uint32_t answer = 0;
    std::uint32_t bound = 0;
    std::uint32_t below(std::uint32_t n) {
      bound = n;
      return answer;
    }
  };
  for (const int players : {2, 3, 4}) {
    Options options;
    options.players = static_cast<std::uint8_t>(players);
    options.lead = Lead::drawn;
    State state = start(options);
    if (players != 3) apply(state, dealer_is(0));
    for (int seat = 0; seat < players; ++seat) {
      Fixed source{static_cast<std::uint32_t>(seat)};
      EXPECT_EQ(draw(state, source), [&] {
        Chance wanted = first_is(seat);
        wanted.hands = static_cast<std::uint8_t>(state.seats());
        return wanted;
      }());
      EXPECT_EQ(source.bound, static_cast<std::uint32_t>(players));
    }
  }
}

TEST(SpiritsRules, S5_nothing_is_drawn_where_the_dealer_says_who_leads) {
  for (const Lead lead : {Lead::left, Lead::dealer}) {
    Options options;
    options.lead = lead;
    State state = start(options);
    apply(state, dealer_is(1));
    EXPECT_EQ(field(state, due), "deal");
    EXPECT_EQ(refuse(state, first_is(1)), Refusal::first_not_due);
    EXPECT_FALSE(read_position("-/-/-/- - - -/- 0/0 d1 first", options));
    EXPECT_FALSE(read_position("-/-/-/- 1:- - -/- 0/0 d1 deal", options));
  }
}

TEST(SpiritsRules, S5_positions_with_a_drawn_leader_have_one_spelling) {
  Options options;
  options.lead = Lead::drawn;
  EXPECT_TRUE(read_position("-/-/-/- - - -/- 0/0 - dealer", options));
  EXPECT_TRUE(read_position("-/-/-/- - - -/- 0/0 d1 first", options));
  EXPECT_TRUE(read_position("-/-/-/- 3:- - -/- 0/0 d1 deal", options));
  EXPECT_FALSE(read_position("-/-/-/- 0:- - -/- 0/0 - dealer", options));
  EXPECT_FALSE(read_position("-/-/-/- 0:- - -/- 0/0 d1 first", options));
  EXPECT_FALSE(read_position("-/-/-/- - - -/- 0/0 - first", options));
  EXPECT_FALSE(read_position("-/-/-/- - - -/- 0/0 d1 deal", options));
  EXPECT_FALSE(read_position("-/-/-/- 3:R13 - -/- 0/0 d1 deal", options));
  options.players = 3;
  EXPECT_TRUE(read_position("-/-/-/- 2:- - -/- 0/0/0 p1 deal", options));
  EXPECT_FALSE(read_position("-/-/-/- 3:- - -/- 0/0/0 p1 deal", options)) << "the ghost";
}

TEST(SpiritsRules, S5_the_deal_passes_clockwise) {
  for (int last = 0; last < 4; ++last) {
    State state = after_round("0/0", "d" + to_text(last));
    EXPECT_EQ(field(state, due), "deal");
    EXPECT_EQ(field(state, dealer), "d" + to_text((last + 1) % 4));
    apply(state, deal(one_clan_each));
    EXPECT_EQ(actors(state), SeatSet::of((last + 2) % 4));
    EXPECT_EQ(field(state, captured), "-/-");
  }
}

TEST(SpiritsRules, S6_clockwise_and_of_the_clan_of_the_seat) {
  State state = at("Y13R13/Y61R61/Y21R21/Y31R31 2:- - -/* 0/0 d0 play");
  EXPECT_EQ(refusal_of(state, "3 play R31"), Refusal::not_your_turn);
  EXPECT_EQ(refusal_of(state, "2 play R21"), Refusal::wrong_clan);
  state = after(state, {"2 play Y21"});
  EXPECT_EQ(refusal_of(state, "3 play Y31"), Refusal::wrong_clan);
  EXPECT_EQ(refusal_of(state, "3 play R61"), Refusal::not_in_hand);
  state = after(state, {"3 play R31"});
  EXPECT_EQ(refusal_of(state, "0 play R13"), Refusal::wrong_clan);
  state = after(state, {"0 play Y13"});
  EXPECT_EQ(refusal_of(state, "1 play Y61"), Refusal::wrong_clan);
  EXPECT_EQ(field(state, trick), "2:Y21R31Y13");
  EXPECT_EQ(field(after(state, {"1 play R61"}), trick), "1:-");
}

TEST(SpiritsRules, S6_a_round_is_seven_tricks) {
  State state = start(Options());
  apply(state, dealer_is(3));
  apply(state, deal(one_clan_each));
  state = after(state, {"0 play Y13", "1 play R13", "2 play Y41", "3 play R51",    // Red 8
                        "3 play R41", "0 play Y14", "1 play R14", "2 play Y51",    // Yellow 10
                        "2 play Y61", "3 play R61", "0 play Y15", "1 play R15",    // Yellow 12
                        "2 play YFU", "3 play RX1", "0 play Y16", "1 play R16",    // carried 12
                        "2 play YX1", "3 play RX2", "0 play Y17", "1 play R17",    // Yellow 12 + 14
                        "0 play Y21", "1 play R31", "2 play YX2", "3 play RX3"});  // Red 2
  EXPECT_EQ(field(state, scores), "0/0");
  EXPECT_EQ(field(state, hands), "Y31/R21/YX3/RFU");
  state = after(state, {"1 play R21", "2 play YX3", "3 play RFU", "0 play Y31"});  // discarded
  EXPECT_EQ(field(state, hands), "-/-/-/-");
  EXPECT_EQ(field(state, scores), "48/30");
  EXPECT_EQ(field(state, due), "deal");
}

// Seat 2 has no Yellow card.
constexpr auto uneven = "Y13R13/Y61R61/R21/Y14Y15R31 ";

TEST(SpiritsRules, S7_play_or_ask_partner_or_opponent) {
  const State state = at(uneven + std::string("0:- - -/* 0/0 d0 play"));
  EXPECT_EQ(legal_texts(state, 0), (Texts{"ask 1", "ask 3", "play Y13"}));
  EXPECT_EQ(legal_texts(state, 1), Texts());
  EXPECT_EQ(refusal_of(state, "0 ask 2"), Refusal::asked_has_none);
  EXPECT_EQ(refusal_of(state, "0 ask 0"), Refusal::asks_itself);
  EXPECT_EQ(refusal_of(state, "0 play Y61"), Refusal::not_in_hand);
  EXPECT_EQ(refusal_of(state, "0 flip 0"), Refusal::no_columns);
  EXPECT_EQ(legal_texts(after(state, {"0 play Y13"}), 1),
            (Texts{"ask 0", "ask 2", "ask 3", "play R61"}));
}

TEST(SpiritsRules, S7_the_asked_seat_chooses_and_must_play) {
  const State asked = after(at(uneven + std::string("0:- - -/* 0/0 d0 play")), {"0 ask 3"});
  EXPECT_EQ(actors(asked), SeatSet::of(3));
  EXPECT_EQ(field(asked, due), "ask3");
  EXPECT_EQ(legal_texts(asked, 3), (Texts{"play Y14", "play Y15"}));
  EXPECT_EQ(refusal_of(asked, "0 play Y13"), Refusal::not_your_turn);
  EXPECT_EQ(refusal_of(asked, "3 ask 1"), Refusal::cannot_ask_now);
  EXPECT_EQ(refusal_of(asked, "3 play R31"), Refusal::wrong_clan);
  EXPECT_EQ(refusal_of(asked, "3 play Y13"), Refusal::not_in_hand);
  const State given = after(asked, {"3 play Y15"});
  EXPECT_EQ(field(given, trick), "0:Y15");
  EXPECT_EQ(field(given, hands), "Y13R13/Y61R61/R21/Y14R31");
  EXPECT_EQ(actors(given), SeatSet::of(1)) << "the card lies in front of seat 0";
}

TEST(SpiritsRules, S7_a_seat_without_its_clan_can_only_ask) {
  const State state = at(uneven + std::string("2:- - -/* 0/0 d0 play"));
  EXPECT_EQ(legal_texts(state, 2), (Texts{"ask 0", "ask 1", "ask 3"}));
  EXPECT_EQ(refusal_of(state, "2 play R21"), Refusal::wrong_clan);
  EXPECT_EQ(field(after(state, {"2 ask 0", "0 play Y13"}), trick), "2:Y13") << "its partner";
}

TEST(SpiritsRules, S8_the_seat_in_front_of_which_the_card_lies_wins) {
  const State state = after(
      at(uneven + std::string("0:- - -/* 0/0 d0 play")),
      {"0 ask 1", "1 play Y61", "1 ask 0", "0 play R13", "2 ask 3", "3 play Y14", "3 play R31"});
  EXPECT_EQ(state.captured[yellow], cards("Y61R13Y14R31"));
  EXPECT_EQ(field(state, trick), "0:-");
  EXPECT_EQ(field(state, hands), "Y13/R61/R21/Y15");
}

TEST(SpiritsRules, S8_on_equal_power_the_card_played_first) {
  const auto after_trick = [](const std::string& leader,
                              std::initializer_list<std::string_view> plays) {
    return field(after(at("Y61Y13/R61R13/Y51Y14/R14R15 " + leader + ":- - -/* 0/0 d0 play"), plays),
                 trick);
  };
  EXPECT_EQ(after_trick("3", {"3 play R14", "0 play Y61", "1 play R61", "2 play Y51"}), "0:-");
  EXPECT_EQ(after_trick("1", {"1 play R61", "2 play Y51", "3 play R14", "0 play Y61"}), "1:-");
  EXPECT_EQ(after_trick("2", {"2 play Y14", "3 play R15", "0 play Y13", "1 play R13"}), "2:-");
  EXPECT_EQ(after_trick("3", {"3 play R15", "0 play Y13", "1 play R13", "2 play Y51"}), "2:-");
}

TEST(SpiritsRules, S8_multipliers_win_only_among_themselves) {
  constexpr auto held = "Y13YX3/R13RX1/Y14YX2/R14RX3 ";
  const State multipliers = after(at(held + std::string("1:- - */- 0/0 d0 play")),
                                  {"1 play RX1", "2 play YX2", "3 play RX3", "0 play YX3"});
  EXPECT_EQ(field(multipliers, trick), "1:-");
  EXPECT_EQ(multipliers.captured[red], cards("RX1YX2RX3YX3"));
  const State beaten = after(at(held + std::string("0:- - */- 0/0 d0 play")),
                             {"0 play YX3", "1 play RX1", "2 play YX2", "3 play R14"});
  EXPECT_EQ(field(beaten, trick), "3:-");
  EXPECT_EQ(beaten.captured[red], cards("YX3RX1YX2R14"));
}

TEST(SpiritsRules, S9_a_fusion_carries_the_trick_over) {
  State state =
      after(at("YFUY13Y14Y17/R61R13R14R17/Y61Y15Y16Y21/RFUR15R16R21 0:- - */- 0/0 d0 play"),
            {"0 play YFU", "1 play R61", "2 play Y61", "3 play R15"});
  EXPECT_EQ(state.carried, cards("YFUR61Y61R15"));
  EXPECT_EQ(state.captured[red], Cards{0});
  EXPECT_EQ(std::popcount(state.captured[yellow]), 12);
  EXPECT_EQ(field(state, trick), "0:-");
  // The next trick has the other fusion and carries on.
  state = after(state, {"0 play Y13", "1 play R13", "2 play Y15", "3 play RFU"});
  EXPECT_EQ(state.carried, cards("YFUR61Y61R15Y13R13Y15RFU"));
  EXPECT_EQ(field(state, trick), "3:-");
  state = after(state, {"3 play R16", "0 play Y14", "1 play R14", "2 play Y16"});
  EXPECT_EQ(state.captured[red], cards("YFUR61Y61R15Y13R13Y15RFUR16Y14R14Y16"));
  EXPECT_EQ(state.carried, Cards{0});
}

TEST(SpiritsRules, S9_the_seat_with_the_fusion_in_front_leads) {
  const State state = after(at("YFUY13/R61R13/Y61Y14/RFUR14 0:- - -/* 0/0 d0 play"),
                            {"0 play Y13", "1 play R13", "2 ask 0", "0 play YFU", "3 play R14"});
  EXPECT_EQ(field(state, trick), "2:-");
  EXPECT_EQ(state.carried, cards("Y13R13YFUR14"));
}

TEST(SpiritsRules, S9_of_two_fusions_the_one_played_first_leads) {
  constexpr auto held = "YFUY13/R61R13/Y61Y14/RFUR14 ";
  const State later_seat = after(at(held + std::string("2:- - -/* 0/0 d0 play")),
                                 {"2 play Y61", "3 play RFU", "0 play YFU", "1 play R61"});
  EXPECT_EQ(field(later_seat, trick), "3:-");
  EXPECT_EQ(later_seat.carried, cards("Y61RFUYFUR61"));
  const State leader = after(at(held + std::string("0:- - -/* 0/0 d0 play")),
                             {"0 play YFU", "1 play R61", "2 play Y61", "3 play RFU"});
  EXPECT_EQ(field(leader, trick), "0:-");
}

TEST(SpiritsRules, S10_a_fusion_in_the_last_trick_discards_all) {
  const State state = after(at("YFU/R61/Y61/R13 0:- RFUY13Y14R14 YX1Y15RX1R15/* 0/0 d0 play"),
                            {"0 play YFU", "1 play R61", "2 play Y61", "3 play R13"});
  EXPECT_EQ(state.captured[yellow], cards("YX1Y15RX1R15"));
  EXPECT_EQ(std::popcount(state.captured[red]), 16);
  EXPECT_EQ(state.carried, Cards{0});
  // Yellow (5 + 5) * 1; Red's sixteen cards have 60 - 10 - 11 - 5 = 34, times x2 and x3.
  EXPECT_EQ(field(state, scores), "10/170");
}

TEST(SpiritsRules, S10_without_a_fusion_the_last_trick_takes_what_was_carried) {
  const State state = after(at("Y31/R61/Y61/R13 0:- RFUY13Y14R14 YX1Y15RX1R15/* 0/0 d0 play"),
                            {"0 play Y31", "1 play R61", "2 play Y61", "3 play R13"});
  EXPECT_EQ(field(state, scores), "10/250");
}

TEST(SpiritsRules, S11_values_times_own_multipliers) {
  const Cards ten = cards("Y21Y13R13Y31R21R31");  // 1 + 3 + 3 + 1 + 1 + 1
  EXPECT_EQ(round_score(ten | cards("YX2RX1"), yellow), 20) << "the example";
  EXPECT_EQ(round_score(ten | cards("YX2RX1"), red), 10);
  EXPECT_EQ(round_score(ten | cards("RX1RX2RX3"), yellow), 0) << "opposing ones count nothing";
  EXPECT_EQ(round_score(ten, yellow), 0);
  EXPECT_EQ(round_score(ten | cards("YX1YX3"), yellow), 40) << "multipliers add up";
  EXPECT_EQ(round_score(ten | cards("RX1RX2RX3"), red), 60);
  EXPECT_EQ(round_score(ten | cards("YX1YFURFU"), yellow), 10) << "a fusion has no value";
  EXPECT_EQ(round_score(all_cards, yellow), 360);
  EXPECT_EQ(round_score(cards("YX1YX2YX3"), yellow), 0);
}

TEST(SpiritsRules, S12_scores_add_up_until_the_target) {
  EXPECT_EQ(field(after_round("0/0"), scores), "20/250");
  const State below = after_round("479/249");
  EXPECT_EQ(field(below, scores), "499/499");
  EXPECT_EQ(field(below, due), "deal");
  const State reached = after_round("480/0");
  EXPECT_EQ(phase(reached), Phase::over);
  EXPECT_TRUE(actors(reached).empty());
  EXPECT_EQ(text_of(outcome(reached)), "0 2 | 500 250 500 250");
  EXPECT_EQ(refusal_of(reached, "0 play Y61"), Refusal::game_over);
  EXPECT_EQ(refuse(reached, deal(one_clan_each)), Refusal::game_over);
  EXPECT_EQ(text_of(outcome(after_round("480/300"))), "1 3 | 500 550 500 550")
      << "both reach it: the higher score wins";
}

TEST(SpiritsRules, S12_on_a_tie_another_round) {
  const State tie = after_round("480/250");
  EXPECT_EQ(field(tie, scores), "500/500");
  EXPECT_EQ(field(tie, due), "deal");
  EXPECT_EQ(text_of(outcome(after_round("500/500"))), "1 3 | 520 750 520 750");
  Options options;
  options.target = 740;
  const State above = after_round("730/500", "d0", options);
  EXPECT_EQ(field(above, scores), "750/750");
  EXPECT_EQ(field(above, due), "deal");
}

TEST(SpiritsRules, S12_the_target_is_an_option) {
  Options options;
  options.target = 250;
  EXPECT_EQ(text_of(outcome(after_round("0/0", "d0", options))), "1 3 | 20 250 20 250");
  options.target = 251;
  EXPECT_EQ(phase(after_round("0/0", "d0", options)), Phase::chance);
  options.target = 1;
  EXPECT_EQ(phase(after_round("0/0", "d0", options)), Phase::over);
}

// docs/rules knows no giving up; a table's `end` gives the game to the other side.
TEST(SpiritsRules, giving_up_loses_whatever_the_score) {
  const State state = at(uneven + std::string("0:- - -/* 400/30 d0 play"));
  EXPECT_EQ(text_of(forfeit(state, 0)), "1 3 | 400 30 400 30");
  EXPECT_EQ(text_of(forfeit(state, 2)), "1 3 | 400 30 400 30");
  EXPECT_EQ(text_of(forfeit(state, 1)), "0 2 | 400 30 400 30");
  EXPECT_EQ(text_of(forfeit(state, 3)), "0 2 | 400 30 400 30");
}

TEST(SpiritsRules, editions_set_the_options) {
  const Options matagot = *edition("matagot");
  EXPECT_EQ(matagot, Options());
  EXPECT_EQ(matagot.players, 4);
  EXPECT_EQ(matagot.deal, Deal::shuffled);
  EXPECT_EQ(matagot.face_down, FaceDown::per_side);
  EXPECT_EQ(matagot.rotation, Rotation::left);
  EXPECT_EQ(matagot.lead, Lead::left);
  EXPECT_EQ(matagot.target, 500);
  const Options russian = *edition("russian");
  EXPECT_EQ(russian.players, 4);
  EXPECT_EQ(russian.deal, Deal::balanced);
  EXPECT_EQ(russian.face_down, FaceDown::both_sides);
  EXPECT_EQ(russian.rotation, Rotation::right);
  EXPECT_EQ(russian.lead, Lead::dealer);
  EXPECT_EQ(russian.target, 500);
  EXPECT_FALSE(edition("other"));
}

TEST(SpiritsRules, options_take_only_their_values) {
  const auto takes = [](std::string_view name, std::string_view value) {
    Options options;
    return !set_option<Spirits>(options, name, OptionValue::from_text(value));
  };
  for (const auto& [name, value] : {std::pair("players", "2"),
                                    {"players", "3"},
                                    {"players", "4"},
                                    {"deal", "shuffled"},
                                    {"deal", "balanced"},
                                    {"face_down", "per_side"},
                                    {"face_down", "both_sides"},
                                    {"rotation", "left"},
                                    {"rotation", "right"},
                                    {"lead", "left"},
                                    {"lead", "dealer"},
                                    {"lead", "drawn"},
                                    {"target", "1"},
                                    {"target", "10000"}}) {
    EXPECT_TRUE(takes(name, value)) << name << ' ' << value;
  }
  for (const auto& [name, value] : {std::pair("players", "1"),
                                    {"players", "5"},
                                    {"deal", "left"},
                                    {"face_down", "0"},
                                    {"rotation", "dealer"},
                                    {"lead", "right"},
                                    {"target", "0"},
                                    {"target", "10001"},
                                    {"colour", "red"}}) {
    EXPECT_FALSE(takes(name, value)) << name << ' ' << value;
  }
}

}  // namespace
}  // namespace hotaka::spirits
