// Bots of dragons: they see what they may, answer what is legal, and answer the same again.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "base/hash.h"
#include "bots/dragons/bots.h"
#include "bots/dragons/danger.h"
#include "bots/dragons/trainer.h"
#include "bots/dragons/turns.h"
#include "support/paths.h"

namespace hotaka::bots {
namespace {

using namespace dragons;

State at(std::string_view position, std::string_view name = "gen42") {
  const auto state = read_position(position, *edition(name));
  EXPECT_TRUE(state) << (state ? "" : state.error().message);
  return *state;
}

// Every way to play a turn, action by action, by its end.
void ends_of(const State& state, int side, std::set<std::string>& ends) {
  if (state.step == Step::over || state.side != side) {
    ends.insert(position_text(state));
    return;
  }
  Actions actions;
  legal(state, side, actions);
  for (const Action action : actions) {
    State next = state;
    apply(next, side, action);
    ends_of(next, side, ends);
  }
}

TEST(DragonsBots, whole_turns_are_all_ends_and_each_once) {
  for (const auto& options : Dragons::variants()) {
    Rng rng(3);
    State state = start(options);
    std::vector<Turn> turns;
    for (int i = 0; i < 150 && phase(state) != Phase::over; ++i) {
      if (phase(state) == Phase::chance) {
        apply(state, draw(state, rng));
        continue;
      }
      whole_turns(state, turns);
      std::set<std::string> ends;
      ends_of(state, state.side, ends);
      std::set<std::string> found;
      for (const Turn& turn : turns) {
        found.insert(position_text(turn.after));
        State played = state;
        for (const Action action : turn.actions) apply(played, state.side, action);
        EXPECT_EQ(played, turn.after);
        EXPECT_EQ(refuse(state, state.side, turn.first()), Refusal::none);
      }
      EXPECT_EQ(found, ends);
      EXPECT_EQ(turns.size(), ends.size());
      Actions actions;
      legal(state, state.side, actions);
      apply(state, state.side, actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
  }
}

TEST(DragonsBots, danger_counts_the_dice_that_hit) {
  // White's lone vine on 10: Black's fire 4 behind it, Black's water 1 behind it.
  const Danger danger = danger_for(at("5f2wV13v WF/vwf -/- b -"), white);
  EXPECT_FLOAT_EQ(danger[0][2], 11.0F / 36.0F);
  EXPECT_FLOAT_EQ(danger[0][1], 11.0F / 36.0F);
  EXPECT_FLOAT_EQ(danger[0][0], 0.0F);
  // A pair cannot be hit, and a stone on Black's entry 2 can be hit from the mat.
  EXPECT_FLOAT_EQ(danger_for(at("5f2w(VV)13v WF/vwf -/- b -"), white)[0][2], 0.0F);
  EXPECT_FLOAT_EQ(danger_for(at("1V21v WF/vw -/ff b -"), white)[0][2], 11.0F / 36.0F);
}

TEST(DragonsBots, answers_are_legal_and_reproducible) {
  const auto net = trained_net();
  for (const BotInfo& info : dragons_bots()) {
    for (const auto& options : Dragons::variants()) {
      const auto bot = make_dragons_bot(info.name, net);
      const auto again = make_dragons_bot(info.name, net);
      ASSERT_TRUE(bot);
      Rng rng(9);
      State state = start(options);
      for (int i = 0; i < 24 && phase(state) != Phase::over; ++i) {
        if (phase(state) == Phase::chance) {
          apply(state, draw(state, rng));
          continue;
        }
        Actions actions;
        legal(state, state.side, actions);
        const auto choose = [&](Bot<Dragons>& one) {
          return decide(one, question_for<Dragons>(state, state.side, rng.next() >> 60U), 64,
                        [] { return true; });
        };
        Rng before = rng;
        const Action chosen = choose(*bot);
        rng = before;
        EXPECT_EQ(chosen, choose(*again)) << info.name;
        ASSERT_TRUE(actions.has(chosen)) << info.name;
        apply(state, state.side, chosen);
      }
    }
  }
  EXPECT_EQ(make_dragons_bot("grandmaster", net), nullptr);
}

TEST(DragonsBots, a_winning_turn_is_played) {
  const auto net = trained_net();
  for (const auto* name : {"linear", "expert", "master"}) {
    State state = at("8fF3V9v VW/w -/- w 61");
    const auto bot = make_dragons_bot(name, net);
    while (phase(state) == Phase::action && state.side == white) {
      apply(state, white,
            decide(*bot, question_for<Dragons>(state, white, 1), 1000, [] { return true; }));
    }
    EXPECT_EQ(phase(state), Phase::over) << name;
  }
}

TEST(DragonsNet, both_sides_see_the_same_when_the_board_is_mirrored) {
  const Net& net = *trained_net();
  const State white_moved = at("vvv9VVV9 VWWWFF/vwwwff -/- b -");
  State black_moved = white_moved;
  black_moved.side = white;
  EXPECT_EQ(net_value(net, white_moved, white), net_value(net, black_moved, black));
  // 16 - s is the mirror of s: White's fire on 9 against Black's on 7.
  EXPECT_EQ(net_value(net, at("vv6Fv4VV8 WWW/vwwwff -/- b -"), white),
            net_value(net, at("v4Vf6VV8v VWWWFF/www -/- w -"), black));
}

TEST(DragonsNet, the_net_in_the_program_is_that_of_the_file) {
  std::ifstream file(source_path() + "/src/bots/dragons/weights.txt");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(trained_net()->text(), text);
  EXPECT_EQ(trained_net(), trained_net()) << "all share one";
}

TEST(DragonsNet, weights_are_read_as_written) {
  LearningNet learning;
  learning.learn(features_of(at("vvv9VVV9 VWWWFF/vwwwff -/- b -"), white), 1.0F, 0.1F);
  const Net net = learning.rounded();
  const auto read = Net::read(net.text());
  ASSERT_TRUE(read) << (read ? "" : read.error().message);
  EXPECT_EQ(read->text(), net.text());
}

TEST(DragonsNet, foreign_cut_and_damaged_weights_are_refused) {
  const std::string text = LearningNet().rounded().text();
  EXPECT_EQ(Net::read("").error().message, "these are not weights for dragons of this version");
  EXPECT_EQ(Net::read("hotaka-dragons-net 2 1 1\n").error().message,
            "these are not weights for dragons of this version");
  EXPECT_EQ(Net::read("hotaka-dragons-net 1 7 7\n1\n").error().message,
            "these weights are for a net of another size");
  for (const std::size_t size :
       {std::size_t{30}, text.size() / 2, text.size() - 20, text.size() - 1}) {
    EXPECT_FALSE(Net::read(text.substr(0, size))) << size;
  }
  std::string damaged = text;
  damaged[text.size() / 2] = damaged[text.size() / 2] == '1' ? '2' : '1';
  EXPECT_FALSE(Net::read(damaged));
  // A first weight beyond 16 bits, with the right checksum.
  const auto first = text.find('\n') + 1;
  const auto second = text.find(' ', first);
  const auto last_line = text.rfind('\n', text.size() - 2) + 1;
  std::string large = text.substr(0, first) + "32768" + text.substr(second, last_line - second);
  large += short_id(Hasher().add(std::string_view(large)).value()) + "\n";
  EXPECT_EQ(Net::read(large).error().message,
            "these weights have too many, too few or too large numbers");
}

TEST(DragonsNet, learning_moves_towards_the_target) {
  LearningNet net;
  const Features features = features_of(at("vvv9VVV9 VWWWFF/vwwwff -/- b -"), white);
  const float before = net.chance(features);
  for (int i = 0; i < 20; ++i) net.learn(features, 1.0F, 0.02F);
  EXPECT_GT(net.chance(features), before + 0.05F);
}

TEST(DragonsNet, self_play_is_reproducible) {
  const LearningNet net;
  const LessonGame one = play_lesson(net, 5);
  const LessonGame two = play_lesson(net, 5);
  ASSERT_EQ(one.size(), two.size());
  ASSERT_GT(one.size(), 10U);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].chance, two[i].chance);
}

}  // namespace
}  // namespace hotaka::bots
