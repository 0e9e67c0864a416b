// Bots of spirits: they know what they may, answer what is legal, and answer the same again; they
// play with their partner and for the match.

#include <gtest/gtest.h>

#include "bots/spirits/beliefs.h"
#include "bots/spirits/bots.h"
#include "bots/spirits/match.h"
#include "bots/spirits/playout.h"
#include "bots/spirits/rules_bot.h"
#include "bots/spirits/worlds.h"
#include "laws/redeal.h"

namespace hotaka::bots {
namespace {

using namespace spirits;
using namespace spirits_play;
using spirits_play::Worlds;

State at(std::string_view position, int players = 4) {
  Options options;
  options.players = static_cast<std::uint8_t>(players);
  const auto state = read_position(position, options);
  EXPECT_TRUE(state) << (state ? "" : state.error().message);
  return *state;
}

std::string text_of(Action action) {
  std::string text;
  append_text(text, action);
  return text;
}

Question<Spirits> ask(const State& state, std::uint64_t seed = 1) {
  return question_for<Spirits>(state, state.actor(), seed);
}

Action answer(Bot<Spirits>& bot, const Question<Spirits>& question, int slices = 2) {
  bot.begin(question);
  for (int i = 0; i < slices && bot.think(24); ++i) continue;
  return bot.best();
}

// Calls f(state, trail) for every decision of some rounds of random play of each variant.
template <class F>
void each_decision(int rounds, F&& f) {
  for (const auto& options : Spirits::variants()) {
    Rng rng(7);
    State state = start(options);
    std::vector<Done<Spirits>> trail;
    for (int round = 0; round < rounds && phase(state) != Phase::over; ++round) {
      while (phase(state) == Phase::chance) apply(state, draw(state, rng));
      trail.clear();
      while (phase(state) == Phase::action) {
        f(state, trail);
        const Seat seat = state.actor();
        Actions actions;
        legal(state, seat, actions);
        trail.push_back({seat, actions[rng.below(static_cast<std::uint32_t>(actions.size()))]});
        apply(state, seat, trail.back().action);
      }
    }
  }
}

TEST(SpiritsBots, answers_are_legal_and_reproducible) {
  for (const BotInfo& info : spirits_bots()) {
    const auto bot = make_spirits_bot(info.name);
    const auto again = make_spirits_bot(info.name);
    ASSERT_TRUE(bot);
    int decisions = 0;
    each_decision(1, [&](const State& state, const auto& trail) {
      if (++decisions % 3 != 0) return;
      auto question = ask(state, static_cast<std::uint64_t>(decisions));
      question.trail = trail;
      const Action chosen = answer(*bot, question);
      EXPECT_TRUE(question.legal.has(chosen)) << info.name << " " << position_text(state);
      EXPECT_EQ(chosen, answer(*again, question)) << info.name << " " << position_text(state);
    });
  }
  EXPECT_EQ(make_spirits_bot("grandmaster"), nullptr);
}

TEST(SpiritsBots, a_choice_does_not_change_when_hidden_cards_are_dealt_anew) {
  for (const BotInfo& info : spirits_bots()) {
    const auto bot = make_spirits_bot(info.name);
    Rng rng(11);
    int decisions = 0;
    each_decision(1, [&](const State& state, const auto& trail) {
      if (++decisions % 5 != 0) return;
      auto question = ask(state, 5);
      question.trail = trail;
      const Viewer viewer = Viewer::seat(decider(state, state.actor()));
      auto other = ask(laws::redeal(state, viewer, rng), 5);
      other.trail = trail;
      EXPECT_EQ(question.view, other.view);
      EXPECT_EQ(answer(*bot, question, 1), answer(*bot, other, 1))
          << info.name << " " << position_text(state);
    });
  }
}

TEST(SpiritsBots, sampled_worlds_agree_with_the_view) {
  Rng rng(3);
  each_decision(2, [&](const State& state, const auto&) {
    const Viewer viewer = Viewer::seat(decider(state, state.actor()));
    const View seen = view(state, viewer);
    Worlds worlds(seen);
    for (int i = 0; i < 3; ++i) {
      const State world = worlds.sample(rng);
      ASSERT_EQ(view(world, viewer), seen) << position_text(state);
      Actions actions;
      Actions real;
      legal(world, world.actor(), actions);
      legal(state, state.actor(), real);
      ASSERT_EQ(actions, real);
      Cards all = world.captured[0] | world.captured[1] | world.carried;
      for (const Cards hand : world.hand) all |= hand;
      for (const Cards down : world.down) all |= down;
      for (std::size_t k = 0; k < world.played; ++k) all |= only(world.trick[k]);
      ASSERT_EQ(all, all_cards);
    }
  });
}

TEST(SpiritsBots, worlds_are_not_all_the_same) {
  Rng rng(5);
  State state = start(Options());
  while (phase(state) == Phase::chance) apply(state, draw(state, rng));
  Worlds worlds(view(state, Viewer::seat(0)));
  EXPECT_FALSE(worlds.certain());
  EXPECT_NE(worlds.sample(rng), worlds.sample(rng));
}

// Yellow's 6 is unbeatable here: both fusions are gone.
constexpr std::string_view rest =
    " - Y14Y15Y16Y21YX1R31R41R51/Y31Y41Y51YX2YFUR16R17R61RX1RX2RX3RFU 100/100 d3 ";

void expect_choice(std::string_view position, std::string_view wanted) {
  for (const auto* name : {"club", "expert", "master"}) {
    const auto bot = make_spirits_bot(name);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const auto chosen = decide(*bot, ask(at(position), seed), 20'000, [] { return true; });
      EXPECT_EQ(text_of(chosen), wanted) << name << " " << position;
    }
  }
}

TEST(SpiritsPartners, the_multiplier_goes_to_the_partners_won_trick) {
  expect_choice("Y17/R21/Y13YX3/R14R15 0:Y61R13" + std::string(rest) + "play", "play YX3");
}

TEST(SpiritsPartners, an_asked_partner_gives_its_best_card_to_a_won_trick) {
  expect_choice("Y17YX3/R21/Y13/R14R15 0:Y61R13" + std::string(rest) + "ask0", "play YX3");
}

TEST(SpiritsPartners, an_asked_opponent_keeps_the_multiplier_out_of_a_trick_that_is_won) {
  expect_choice("Y17/Y13YX3R21/-/R14R15 0:Y61R13" + std::string(rest) + "ask1", "play Y13");
}

TEST(SpiritsPartners, points_are_not_thrown_into_a_lost_trick) {
  // Red's 6 lies and wins; Yellow lays the last card, and has the 2 for the trick after it.
  expect_choice(
      "Y13Y17/R14/Y21/R15 1:R61Y14R13 - "
      "Y15Y16Y61YX1YX3R31R41R51/Y31Y41Y51YX2YFUR16R17R21RX1RX2RX3RFU 1/1 d3 play",
      "play Y13");
}

TEST(SpiritsBeliefs, whoever_gave_a_good_card_had_nothing_worse) {
  // Seat 1 was asked by seat 0, who was winning with the 6, and gave the best multiplier.
  Options options;
  State state = start(options);
  Chance dealer;
  dealer.kind = Chance::Kind::dealer;
  dealer.seat = 3;
  apply(state, dealer);
  Rng rng(1);
  Chance deal = draw(state, rng);
  const std::vector<std::string_view> cards{
      "Y61", "R13", "R14", "R15", "Y13", "Y14", "R16",   // seat 0
      "YX3", "Y15", "Y16", "Y17", "R21", "R31", "R41",   // seat 1
      "Y21", "Y31", "Y41", "Y51", "R17", "RX1", "RX2",   // seat 2
      "YX1", "YX2", "YFU", "R51", "R61", "RX3", "RFU"};  // seat 3
  for (std::size_t i = 0; i < cards.size(); ++i) deal.cards[i] = *parse_card(cards[i]);
  ASSERT_EQ(refuse(state, deal), Refusal::none);
  apply(state, deal);
  std::vector<Done<Spirits>> trail;
  const auto act = [&](std::string_view text) {
    trail.push_back({state.actor(), *parse_action(text)});
    ASSERT_EQ(refuse(state, state.actor(), trail.back().action), Refusal::none) << text;
    apply(state, state.actor(), trail.back().action);
  };
  act("play Y61");
  act("play R21");
  act("ask 1");
  act("play YX3");
  auto question = ask(state);
  question.seat = 0;
  question.view = view(state, Viewer::seat(0));
  question.trail = trail;
  const Beliefs beliefs(question);
  ASSERT_FALSE(beliefs.empty());
  // In the true world seat 1 had 15, 16 and 17, all worth less to Yellow.
  EXPECT_LT(beliefs.likelihood(state), 1.0F);
  // A seat that had no choice says nothing.
  State forced = state;
  forced.hand[1] = 0;
  EXPECT_GT(beliefs.likelihood(forced), beliefs.likelihood(state));
  EXPECT_EQ(beliefs.likelihood(forced), 1.0F);
}

TEST(SpiritsBeliefs, a_trail_that_does_not_fit_says_nothing) {
  State state = at("Y17/R21/Y13YX3/R14R15 0:Y61R13" + std::string(rest) + "play");
  auto question = ask(state);
  question.trail.push_back({1, Action::play(0)});
  EXPECT_TRUE(Beliefs(question).empty());
  question.trail = {{9, Action::ask(2)}};
  EXPECT_TRUE(Beliefs(question).empty());
}

TEST(SpiritsPlayout, a_playout_ends_the_round_and_shares_out_all_points) {
  Rng rng(2);
  each_decision(1, [&](const State& state, const auto&) {
    const auto deal = solver::deal_of(state);
    auto position = solver::position_of(state);
    if (state.answering()) return;
    play_out(deal, position, rng);
    EXPECT_EQ(position.left, 0);
    EXPECT_EQ(position.points[0] + position.points[1] + position.pot, 60);
  });
}

TEST(SpiritsMatch, the_match_counts_and_not_the_margin) {
  State state = at("Y17/R21/Y13YX3/R14R15 0:Y61R13" + std::string(rest) + "play");
  state.scores = {450, 380, 0};
  const MatchChance yellow_eyes(state, 2);
  const MatchChance red_eyes(state, 1);
  EXPECT_EQ(yellow_eyes.chance(60, 100), 1.0F);  // 510 to 480 is a win
  EXPECT_EQ(yellow_eyes.chance(200, 0), 1.0F);   // and no more than a win
  EXPECT_EQ(yellow_eyes.chance(60, 200), 0.0F);  // 510 to 580 is a loss, target or not
  EXPECT_EQ(red_eyes.chance(60, 200), 1.0F);
  EXPECT_GT(yellow_eyes.chance(0, 0), 0.5F);
  EXPECT_LT(yellow_eyes.chance(0, 0), 1.0F);
  EXPECT_GT(yellow_eyes.chance(30, 0), yellow_eyes.chance(0, 30));
  EXPECT_NEAR(yellow_eyes.chance(10, 20) + red_eyes.chance(10, 20), 1.0F, 1e-4);
}

TEST(SpiritsMatch, of_three_players_a_partner_of_the_round_is_a_rival_of_the_match) {
  Options options;
  options.players = 3;
  State state = start(options);
  Rng rng(4);
  apply(state, draw(state, rng));
  state.scores = {300, 400, 480};  // players 0 and 2 are Yellow in this round
  EXPECT_EQ(MatchChance(state, 0).chance(30, 0), 0.0F);
  EXPECT_EQ(MatchChance(state, 2).chance(30, 0), 1.0F);
  EXPECT_GT(MatchChance(state, 0).chance(0, 0), 0.0F);
  EXPECT_EQ(MatchChance(state, 1).chance(0, 120), 1.0F);
  EXPECT_EQ(MatchChance(state, ghost).chance(0, 120), 1.0F);
}

TEST(SpiritsMatch, what_wins_the_match_is_played) {
  // With the multiplier in this trick Yellow gets to 598 at least and Red to 578 at most.
  State state = at("Y17/R21/Y13YX3/R14R15 0:Y61R13" + std::string(rest) + "play");
  state.scores = {490, 380, 0};
  const auto bot = make_spirits_bot("master");
  EXPECT_EQ(text_of(decide(*bot, ask(state), 20'000, [] { return true; })), "play YX3");
}

}  // namespace
}  // namespace hotaka::bots
