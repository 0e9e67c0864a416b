// The rules of docs/rules/spirits.md for three players and a ghost, S19 to S25.

#include <gtest/gtest.h>

#include "spirits/table.h"

namespace hotaka::spirits {
namespace {

Options three(Rotation rotation = Rotation::left) {
  Options options;
  options.players = 3;
  options.rotation = rotation;
  return options;
}

State at(std::string text, const Options& options = three()) {
  return read_table(std::move(text), options);
}
Chance deal(std::string_view text) { return deal_to(4, text); }

constexpr auto one_clan_each =
    "Y13Y14Y15Y16Y17Y21Y31/R13R14R15R16R17R21R31/Y41Y51Y61YX1YX2YX3YFU/R41R51R61RX1RX2RX3RFU";
// The Red player has no Yellow card, the ghost has two.
constexpr auto held = "Y13R13/R61/Y61R21/Y14Y15R31 ";

// As with four players: Yellow makes 20 points, Red 250. `seating` is p and the player in seat 0.
State after_round(const std::string& points, const std::string& seating = "p0",
                  const Options& options = three()) {
  return after(
      at("Y14/R61/Y15/R14 0:- - Y21Y13R13Y31R21R31YX2RX1/* " + points + " " + seating + " play",
         options),
      {"0 play Y14", "1 play R61", "2 play Y15", "3 play R14"});
}

using Players = std::vector<int>;
Players seating_of(const State& state) {
  return {player_at(state, 0), player_at(state, 1), player_at(state, 2)};
}

TEST(SpiritsRules, S19_the_ghosts_cards_lie_face_up) {
  const State state = at(held + std::string("0:- - -/* 0/0/0 p0 play"));
  const auto seen_by = [&](Viewer viewer) {
    const std::string text = field(view_text(view(state, viewer)), hands);
    const auto seen = split(text, '/');
    return Texts(seen.begin(), seen.end());
  };
  EXPECT_EQ(seen_by(Viewer::seat(0)), (Texts{"Y13R13", "R??", "Y??R??", "Y14Y15R31"}));
  EXPECT_EQ(seen_by(Viewer::seat(1)), (Texts{"Y??R??", "R61", "Y??R??", "Y14Y15R31"}));
  EXPECT_EQ(seen_by(Viewer::spectator()), (Texts{"Y??R??", "R??", "Y??R??", "Y14Y15R31"}));
}

TEST(SpiritsRules, S19_seats_as_with_four_and_player_i_in_seat_i) {
  State state = start(three());
  EXPECT_EQ(seats(state), 4);
  EXPECT_EQ(seating_of(state), (Players{0, 1, 2}));
  apply(state, deal(one_clan_each));
  EXPECT_EQ(field(state, hands), one_clan_each);
  // Seats 0 and 2 take Yellow cards, seats 1 and 3 Red ones.
  state = after(state, {"2 play Y41", "3 play R41", "0 play Y13", "1 play R13"});
  EXPECT_EQ(field(state, trick), "2:-");
  EXPECT_EQ(field(state, captured), "Y13Y41R13R41/-");
  EXPECT_EQ(refusal_of(after(state, {"2 play Y51"}), "3 ask 2"), Refusal::asked_has_none);
}

TEST(SpiritsRules, S20_the_red_player_decides_for_the_ghost) {
  const State state = at(held + std::string("3:- - -/* 0/0/0 p0 play"));
  EXPECT_EQ(actors(state), SeatSet::of(3));
  EXPECT_EQ(decider(state, 3), 1);
  for (Seat seat = 0; seat < 3; ++seat) EXPECT_EQ(decider(state, seat), seat);
  EXPECT_EQ(decider(start(Options()), 3), 3) << "with four players there is no ghost";
  EXPECT_EQ(legal_texts(state, 3), (Texts{"ask 0", "ask 1", "ask 2", "play R31"}));
  EXPECT_EQ(refusal_of(state, "1 play R61"), Refusal::not_your_turn);
  EXPECT_EQ(field(after(state, {"3 play R31"}), trick), "3:R31");
  const State asked = after(state, {"3 ask 1"});
  EXPECT_EQ(actors(asked), SeatSet::of(1));
  EXPECT_EQ(legal_texts(asked, 1), Texts{"play R61"});
  const State given = after(asked, {"1 play R61"});
  EXPECT_EQ(field(given, trick), "3:R61");
  EXPECT_EQ(field(given, hands), "Y13R13/-/Y61R21/Y14Y15R31");
  EXPECT_EQ(actors(given), SeatSet::of(0));
  EXPECT_EQ(field(after(state, {"3 ask 2", "2 play R21"}), trick), "3:R21");
}

TEST(SpiritsRules, S20_the_ghost_is_asked_by_anyone) {
  for (const auto* seat : {"0", "2"}) {
    const State asked = after(at(held + std::string(seat) + ":- - -/* 0/0/0 p0 play"),
                              {seat + std::string(" ask 3")});
    EXPECT_EQ(actors(asked), SeatSet::of(3));
    EXPECT_EQ(legal_texts(asked, 3), (Texts{"play Y14", "play Y15"}));
    EXPECT_EQ(refusal_of(asked, "3 ask 0"), Refusal::cannot_ask_now);
    EXPECT_EQ(field(after(asked, {"3 play Y15"}), trick), seat + std::string(":Y15"));
  }
  const State by_red = after(at(held + std::string("1:- - -/* 0/0/0 p0 play")), {"1 ask 3"});
  EXPECT_EQ(legal_texts(by_red, 3), Texts{"play R31"});
  EXPECT_EQ(field(after(by_red, {"3 play R31"}), trick), "1:R31");
}

TEST(SpiritsRules, S21_who_asks_seat_1_gets_a_card_of_the_red_players_own_hand) {
  const State state = at(held + std::string("0:- - -/* 0/0/0 p0 play"));
  EXPECT_EQ(legal_texts(state, 0), (Texts{"ask 2", "ask 3", "play Y13"}));
  EXPECT_EQ(refusal_of(state, "0 ask 1"), Refusal::asked_has_none)
      << "the ghost's Yellow cards are not seat 1's";
  const State asked = after(at(held + std::string("3:- - -/* 0/0/0 p0 play")), {"3 ask 1"});
  EXPECT_EQ(refusal_of(asked, "1 play R31"), Refusal::not_in_hand);
  EXPECT_EQ(refusal_of(asked, "3 play R31"), Refusal::not_your_turn);
}

TEST(SpiritsRules, S22_the_red_player_deals) {
  const State state = start(three());
  EXPECT_EQ(phase(state), Phase::chance);
  EXPECT_EQ(field(state, due), "deal");
  EXPECT_EQ(refuse(state, dealer_is(1)), Refusal::dealer_not_due);
  EXPECT_EQ(refuse(state, deal(one_clan_each)), Refusal::none);
  Rng rng(3);
  EXPECT_EQ(refuse(state, draw(state, rng)), Refusal::none);
}

TEST(SpiritsRules, S22_seat_2_or_seat_1_leads_every_round) {
  for (const auto& [lead, leader] : {std::pair(Lead::left, 2), std::pair(Lead::dealer, 1)}) {
    Options options = three();
    options.lead = lead;
    State first = start(options);
    apply(first, deal(one_clan_each));
    EXPECT_EQ(actors(first), SeatSet::of(leader));
    for (const auto* seating : {"p0", "p1", "p2"}) {
      State next = after_round("0/0/0", seating, options);
      apply(next, deal(one_clan_each));
      EXPECT_EQ(actors(next), SeatSet::of(leader));
    }
  }
}

TEST(SpiritsRules, S22_a_drawn_seat_leads_but_never_the_ghosts) {
  Options options = three();
  options.lead = Lead::drawn;
  State state = start(options);
  EXPECT_EQ(field(state, due), "first");
  EXPECT_EQ(refuse(state, dealer_is(1)), Refusal::dealer_not_due);
  EXPECT_EQ(refuse(state, first_is(ghost)), Refusal::bad_first);
  EXPECT_EQ(refuse(state, deal(one_clan_each)), Refusal::first_due);
  for (Seat seat = 0; seat < 3; ++seat) {
    State next = seat == 0 ? state : after_round("0/0/0", "p" + to_text(seat), options);
    EXPECT_EQ(field(next, due), "first");
    apply(next, first_is(seat));
    apply(next, deal(one_clan_each));
    EXPECT_EQ(actors(next), SeatSet::of(seat));
  }
}

TEST(SpiritsRules, S23_scores_are_kept_by_player) {
  EXPECT_EQ(field(after_round("1/2/3", "p0"), scores), "21/252/23");
  // Player 1 in seat 0, player 2 in seat 1, player 0 in seat 2.
  EXPECT_EQ(field(after_round("1/2/3", "p1"), scores), "21/22/253");
  // Player 2 in seat 0, player 0 in seat 1, player 1 in seat 2.
  EXPECT_EQ(field(after_round("1/2/3", "p2"), scores), "251/22/23");
}

TEST(SpiritsRules, S23_the_ghosts_tricks_are_the_red_players) {
  const State state = after(at("Y14/R31/Y15/R61 0:- - -/* 0/0/0 p0 play"),
                            {"0 play Y14", "1 play R31", "2 play Y15", "3 play R61"});
  EXPECT_EQ(field(state, scores), "0/360/0") << "all 60 points, times 6";
}

TEST(SpiritsRules, S24_left_each_takes_the_place_of_the_player_to_the_left) {
  EXPECT_EQ(seating_of(after_round("0/0/0", "p0")), (Players{2, 0, 1}));
  EXPECT_EQ(seating_of(after_round("0/0/0", "p2")), (Players{1, 2, 0}));
  EXPECT_EQ(seating_of(after_round("0/0/0", "p1")), (Players{0, 1, 2}));
  EXPECT_EQ(field(after_round("0/0/0", "p0"), dealer), "p2");
}

TEST(SpiritsRules, S24_right_is_the_other_way) {
  const Options right = three(Rotation::right);
  EXPECT_EQ(seating_of(after_round("0/0/0", "p0", right)), (Players{1, 2, 0}));
  EXPECT_EQ(seating_of(after_round("0/0/0", "p1", right)), (Players{2, 0, 1}));
  EXPECT_EQ(seating_of(after_round("0/0/0", "p2", right)), (Players{0, 1, 2}));
  EXPECT_EQ(field(after_round("0/0/0", "p0", right), dealer), "p1");
}

TEST(SpiritsRules, S24_the_ghost_stays) {
  State state = after_round("0/0/0");
  apply(state, deal(one_clan_each));
  EXPECT_EQ(decider(state, 3), 1);
  EXPECT_EQ(split(field(view_text(view(state, Viewer::spectator())), hands), '/')[3],
            "R41R51R61RX1RX2RX3RFU");
}

TEST(SpiritsRules, S25_the_most_points_win) {
  EXPECT_EQ(phase(after_round("479/249/0")), Phase::chance);
  const State reached = after_round("480/0/0");
  EXPECT_EQ(phase(reached), Phase::over);
  EXPECT_EQ(text_of(outcome(reached)), "0 | 500 250 20");
  EXPECT_EQ(refuse(reached, deal(one_clan_each)), Refusal::game_over);
  EXPECT_EQ(text_of(outcome(after_round("480/300/480"))), "1 | 500 550 500")
      << "a tie below the most does not matter";
  EXPECT_EQ(text_of(outcome(after_round("0/0/250", "p1"))), "2 | 20 20 500") << "by player";
  Options options = three();
  options.target = 250;
  EXPECT_EQ(text_of(outcome(after_round("0/0/0", "p0", options))), "1 | 20 250 20");
  options.target = 251;
  EXPECT_EQ(phase(after_round("0/0/0", "p0", options)), Phase::chance);
}

TEST(SpiritsRules, S25_on_a_tie_for_the_most_another_round) {
  const State yellow_tie = after_round("480/0/480");
  EXPECT_EQ(field(yellow_tie, scores), "500/250/500");
  EXPECT_EQ(field(yellow_tie, due), "deal");
  EXPECT_EQ(seating_of(yellow_tie), (Players{2, 0, 1}));
  EXPECT_EQ(field(after_round("480/250/0"), due), "deal");
  // Player 0 is Red in the round that breaks the tie.
  EXPECT_EQ(text_of(outcome(after_round("500/250/500", "p2"))), "0 | 750 270 520");
}

// A table's `end`: of the two others the higher total wins.
TEST(SpiritsRules, giving_up_with_three_players) {
  const State state = at(held + std::string("0:- - -/* 100/300/50 p1 play"));
  EXPECT_EQ(text_of(forfeit(state, 0)), "0 | 100 300 50") << "player 1 sits in seat 0";
  EXPECT_EQ(text_of(forfeit(state, 1)), "1 | 100 300 50") << "player 2 sits in seat 1";
  EXPECT_EQ(text_of(forfeit(state, 2)), "1 | 100 300 50") << "player 0 sits in seat 2";
  const State even = at(held + std::string("0:- - -/* 100/300/100 p1 play"));
  EXPECT_EQ(text_of(forfeit(even, 0)), "0 2 | 100 300 100");
  // Between two rounds the seats are those after the rotation: player 2 is in seat 0 now.
  EXPECT_EQ(text_of(forfeit(after_round("100/0/400"), 0)), "1 | 120 250 420");
}

}  // namespace
}  // namespace hotaka::spirits
