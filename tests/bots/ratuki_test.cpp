// Bots of ratuki: what they plan is allowed, takes the time it should, and keeps the table going.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "bots/ratuki/judgement.h"
#include "bots/ratuki/plan.h"
#include "bots/ratuki/reaction.h"
#include "bots/real_time_seats.h"
#include "laws/redeal.h"
#include "ratuki/table.h"

namespace hotaka::bots {
namespace {

using namespace ratuki;

constexpr Time forever = never - 1;

RatukiLevel level_of(std::string_view name) {
  const auto level = ratuki_level(name);
  EXPECT_TRUE(level) << name;
  return *level;
}

// Something that a bot was asked, what it answered, and what was really so.
struct Asked {
  State state;
  View view;
  Seat seat;
  std::uint64_t seed;
  RatukiPlan plan;
};

// Notes what another bot is asked.
class AskedBot final : public RealTimeBot<Ratuki> {
 public:
  AskedBot(const RatukiLevel& level, const State& state, std::vector<Asked>& asked)
      : level_(level), state_(state), asked_(asked) {}

  RatukiPlan plan(const View& view, Seat seat, std::uint64_t seed) const override {
    const RatukiPlan made = bots::plan(level_, view, seat, seed);
    asked_.push_back({state_, view, seat, seed, made});
    return made;
  }

 private:
  RatukiLevel level_;
  const State& state_;
  std::vector<Asked>& asked_;
};

// Bots of one level in every seat.
class Party {
 public:
  Party(const Options& options, const RatukiLevel& level, std::uint64_t seed)
      : state(start(options)), bots_(seed), decks_(seed) {
    const auto bot = std::make_shared<AskedBot>(level, state, asked);
    for (Seat seat = 0; seat < options.players; ++seat) bots_.sit_down(seat, bot);
  }
  Party(const Party&) = delete;
  Party& operator=(const Party&) = delete;

  // Calls on_deed(before, done) after each.
  template <class OnDeed>
  void round(OnDeed&& on_deed) {
    apply(state, draw(state, decks_));
    bots_.begin(state);
    State before = state;
    while (const auto done = bots_.step(state, forever)) {
      on_deed(before, *done);
      before = state;
    }
  }
  void round() {
    round([](const State&, const Done<Ratuki>&) {});
  }
  Time next_time() const { return bots_.next_time(); }

  State state;
  std::vector<Asked> asked;

 private:
  RealTimeSeats<Ratuki> bots_;
  Rng decks_;
};

// Calls on_asked(level, asked) for what happens in a round of every option and level.
template <class OnAsked>
void in_all_rounds(OnAsked&& on_asked) {
  for (const BotInfo& info : ratuki_bots()) {
    for (const Options& options : Ratuki::variants()) {
      Party party(options, level_of(info.name), 7);
      party.round();
      ASSERT_GT(party.asked.size(), 2U);
      for (const Asked& one : party.asked) on_asked(level_of(info.name), one);
    }
  }
}

TEST(RatukiBots, plans_are_allowed_if_nobody_interferes) {
  int with_action = 0;
  in_all_rounds([&](const RatukiLevel&, const Asked& asked) {
    ASSERT_EQ(asked.state.step, Step::round);
    ASSERT_GT(asked.plan.at, asked.view.now);
    if (!asked.plan.action) return;
    EXPECT_EQ(asked.plan.action->t, asked.plan.at);
    State alone = asked.state;  // nobody else has anything on its way
    for (Stack& stack : alone.stacks) {
      List<Pending, most_players> own;
      for (const Pending& card : stack.pending) {
        if (card.seat == asked.seat) own.push(card);
      }
      stack.pending = own;
      stack.since = own.empty() ? 0 : alone.players[asked.seat].last;
    }
    const Refusal refusal = refuse(alone, asked.seat, *asked.plan.action);
    if (refusal == Refusal::round_over) return;  // slower than idle_ms, or that was the last card
    ++with_action;
    EXPECT_EQ(refusal, Refusal::none) << describe(refusal).message << "\n" << view_text(asked.view);
  });
  EXPECT_GT(with_action, 10'000);
}

TEST(RatukiBots, the_same_question_has_the_same_answer) {
  in_all_rounds([](const RatukiLevel& level, const Asked& asked) {
    EXPECT_EQ(plan(level, asked.view, asked.seat, asked.seed), asked.plan);
  });
}

TEST(RatukiBots, plans_do_not_depend_on_what_is_hidden) {
  Rng rng(5);
  in_all_rounds([&](const RatukiLevel& level, const Asked& asked) {
    const Viewer viewer = Viewer::seat(asked.seat);
    const State other = laws::redeal(asked.state, viewer, rng);
    EXPECT_EQ(plan(level, view(other, viewer), asked.seat, asked.seed), asked.plan);
  });
}

TEST(RatukiBots, nobody_is_faster_than_the_floor_or_the_own_hand) {
  in_all_rounds([](const RatukiLevel&, const Asked& asked) {
    if (!asked.plan.action) return;
    EXPECT_GE(asked.plan.at, asked.view.now + reaction_floor);
    const Time last = asked.view.players[asked.seat].last;
    if (last == not_yet) return;
    EXPECT_GE(asked.plan.at - last, asked.view.options.hand_time(asked.seat));
  });
}

TEST(RatukiBots, a_hand_that_is_tied_for_long_decides_late) {
  Options options;
  options.hand_ms = {5000, 5000, -1, -1, -1};
  Party party(options, level_of("master"), 3);
  party.round();
  int waits = 0;
  for (const Asked& asked : party.asked) {
    waits += asked.plan.action ? 0 : 1;
    EXPECT_LT(asked.plan.at - asked.view.now, 5000);
    if (asked.plan.action) {
      EXPECT_LT(asked.plan.at - asked.view.now, 4000) << "not by an old look";
    }
  }
  EXPECT_GT(waits, 10);
}

TEST(RatukiBots, over_a_deck_a_level_is_as_fast_as_said) {
  for (const BotInfo& info : ratuki_bots()) {
    const RatukiLevel level = level_of(info.name);
    constexpr std::uint64_t rounds = 600;
    Time sum = 0;
    for (std::uint64_t seed = 0; seed < rounds; ++seed) {
      for (Card card = 0; card < kinds; ++card) {
        for (int i = 0; i < deck_counts[card]; ++i) {
          Rng rng(plan_seed(seed, card, static_cast<std::uint64_t>(i)));
          sum += Pace(level, rng).time(card);
        }
      }
    }
    const double mean = static_cast<double>(sum) / (rounds * deck_size);
    EXPECT_NEAR(mean, level.mean_ms, 0.02 * level.mean_ms) << info.name;
  }
}

TEST(RatukiBots, in_play_times_are_about_as_said_and_skewed) {
  for (const BotInfo& info : ratuki_bots()) {
    const RatukiLevel level = level_of(info.name);
    Party party({}, level, 11);
    for (int i = 0; i < 60; ++i) {
      if (party.state.step == Step::over) party.state = start({});
      party.round();
    }
    std::vector<Time> times;
    Time sum = 0;
    for (const Asked& asked : party.asked) {
      if (!asked.plan.action) continue;
      times.push_back(asked.plan.at - asked.view.now);
      sum += times.back();
    }
    ASSERT_GT(times.size(), 4000U);
    const double mean = static_cast<double>(sum) / static_cast<double>(times.size());
    EXPECT_NEAR(mean, level.mean_ms, 0.03 * level.mean_ms) << info.name;
    std::sort(times.begin(), times.end());
    const Time median = times[times.size() / 2];
    EXPECT_LT(static_cast<double>(median), 0.97 * mean) << info.name;
    EXPECT_GT(times[times.size() - times.size() / 100], 2 * median - reaction_floor) << info.name;
  }
}

TEST(RatukiBots, hard_styles_take_longer) {
  const auto mean_of = [](std::string_view card) {
    Time sum = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
      Rng rng(seed);
      sum += Pace(level_of("club"), rng).time(*parse_card(card));
    }
    return sum / 4000;
  };
  const Time digit = mean_of("3n");
  EXPECT_EQ(digit, mean_of("2d"));
  EXPECT_EQ(digit, mean_of("*"));
  for (const auto* card : {"3w", "3r", "3h"}) EXPECT_GT(mean_of(card), digit + 100) << card;
}

TEST(RatukiBots, there_is_no_common_beat) {
  // All five see the same table, and as much as nothing in their hands.
  Options options;
  options.players = 5;
  const State state = [&] {
    State made = start(options);
    Rng rng(1);
    Chance chance = draw(made, rng);
    chance.decks.fill(chance.decks[0]);
    apply(made, chance);
    return made;
  }();
  int same = 0;
  std::set<Time> times;
  for (std::uint64_t decision = 0; decision < 400; ++decision) {
    for (Seat seat = 0; seat < 5; ++seat) {
      const auto at = [&](Seat who) {
        return plan(level_of("master"), view(state, Viewer::seat(who)), who,
                    plan_seed(9, who, decision))
            .at;
      };
      same += at(seat) == at((seat + 1) % 5) ? 1 : 0;
      times.insert(at(seat));
    }
  }
  EXPECT_LT(same, 20) << "of 2000";
  EXPECT_GT(times.size(), 400U);
}

// For how long somebody could have played and nobody did, at most.
Time longest_wait(const Options& options, const RatukiLevel& level, std::uint64_t seed) {
  Party party(options, level, seed);
  Time longest = 0;
  Time since = 0;  // when the last play was or when somebody first could
  const auto somebody_can = [](const State& state) {
    for (Seat seat = 0; seat < state.options.players; ++seat) {
      Actions actions;
      legal(state, seat, actions);
      for (const Action& action : actions) {
        if (action.kind == Action::Kind::play || action.kind == Action::Kind::start) return true;
      }
    }
    return false;
  };
  for (int i = 0; i < 20 && party.state.step != Step::over; ++i) {
    since = 0;
    party.round([&](const State& before, const Done<Ratuki>& done) {
      State looked = before;
      advance(looked, done.action.t - 1);  // what was on its way has landed
      const bool can = somebody_can(looked);
      if (can) longest = std::max(longest, done.action.t - since);
      const bool play =
          done.action.kind == Action::Kind::play || done.action.kind == Action::Kind::start;
      if (play || !can) since = done.action.t;
    });
  }
  return longest;
}

TEST(RatukiBots, nobody_stalls) {
  for (const BotInfo& info : ratuki_bots()) {
    for (int players = 2; players <= most_players; ++players) {
      Options options;
      options.players = static_cast<std::uint8_t>(players);
      options.target = 1000;
      Time longest = 0;
      for (std::uint64_t seed = 0; seed < 3; ++seed)
        longest = std::max(longest, longest_wait(options, level_of(info.name), seed));
      EXPECT_LE(longest, longest_silence + slowest_awake) << info.name << ' ' << players;
      EXPECT_GT(longest, 1000) << info.name << ' ' << players;
    }
  }
}

TEST(RatukiBots, rounds_and_matches_end_for_all_options) {
  for (const BotInfo& info : ratuki_bots()) {
    for (const Options& options : Ratuki::variants()) {
      Party party(options, level_of(info.name), 2);
      // Who needs longer than idle_ms for a card plays rounds that end at once, and for ever (R17).
      const bool in_time = options.idle_ms > longest_silence;
      const int most_rounds = in_time ? 200 : 5;
      int rounds = 0;
      while (party.state.step != Step::over && rounds < most_rounds) {
        party.round();
        ++rounds;
        EXPECT_LT(party.state.now, 20 * 60'000) << info.name;
        EXPECT_EQ(party.next_time(), never);
      }
      if (in_time) {
        EXPECT_EQ(phase(party.state), Phase::over) << info.name;
      }
    }
  }
}

TEST(RatukiBots, people_play_between_the_bots) {
  RealTimeSeats<Ratuki> bots(4);
  bots.sit_down(1, make_ratuki_bot("expert"));
  State state = start({});
  Rng rng(4);
  apply(state, draw(state, rng));
  bots.begin(state);
  int person = 0;
  int bot = 0;
  for (Time t = 700; state.step == Step::round && t < 200'000; t += 1500) {
    while (const auto done = bots.step(state, t)) {
      EXPECT_EQ(done->seat, 1);
      EXPECT_LE(done->action.t, t);
      ++bot;
    }
    EXPECT_GT(bots.next_time(), t);
    state.now = std::max(state.now, t);
    Actions actions;
    legal(state, 0, actions);
    if (!actions.empty() && try_apply(state, 0, actions[0]) == Refusal::none) ++person;
  }
  EXPECT_GT(person, 10);
  EXPECT_GT(bot, 10);
}

// --- Judgement

// What seat 0 with good sense does.
std::string does(const Table& table, bool pressed = false) {
  Rng rng(1);
  const auto action = sensible(Sight(view(at(table), Viewer::seat(0)), 0), pressed, rng);
  if (!action) return "waits";
  std::string text;
  append_text(text, *action);
  return text;
}

TEST(RatukiBots, good_sense_takes_the_largest_stack) {
  EXPECT_EQ(does({.stacks = "3.4n/6.4d", .hands = "3w5n5h/-", .draw = "1n/-"}).substr(0, 4),
            "play");
  EXPECT_EQ(does({.stacks = "3.4n/6.4d", .hands = "3w5n3h/-", .draw = "1n/-"}), "play 5n 1");
  EXPECT_EQ(does({.stacks = "6.4n/3.4d", .hands = "3w5n3h/-", .draw = "1n/-"}), "play 5n 0");
}

TEST(RatukiBots, good_sense_keeps_fives_and_wilds) {
  EXPECT_EQ(does({.stacks = "1.1n/1.1d", .hands = "5n1w4n/-", .draw = "2n/-"}), "discard 1w");
  EXPECT_EQ(does({.stacks = "1.1n/1.1d", .hands = "*1w4n/-", .draw = "2n/-"}), "discard 1w");
  EXPECT_EQ(does({.stacks = "1.1n/1.1d", .hands = "*2w4n/-", .draw = "2n/-"}).substr(0, 7),
            "play 2w");
  EXPECT_EQ(does({.stacks = "9.1n/1.1d", .hands = "*2w4n/-", .draw = "2n/-"}), "play * 0");
}

TEST(RatukiBots, nothing_is_held_back_for_ever) {
  const Table held{.stacks = "1.1n/-", .hands = "*4w4n/-", .draw = "1n/-"};
  EXPECT_EQ(does(held).substr(0, 9), "discard 4");
  EXPECT_EQ(does(held, true), "play * 0");
}

TEST(RatukiBots, good_sense_goes_out_when_nothing_is_to_be_had) {
  EXPECT_EQ(does({.stacks = "1.1n/-", .hands = "5n4w/1d2d2w", .draw = "-/2n"}), "out");
  EXPECT_EQ(does({.stacks = "3.4n/-", .hands = "5n4w/1d2d2w", .draw = "-/2n"}), "play 5n 0");
  // To stop would make the other one the winner of the match.
  const Table lost{.stacks = "1.1n/-", .hands = "5n4w/1d2d2w", .draw = "-/2n", .totals = "0/90"};
  EXPECT_EQ(does(lost), "waits");
  EXPECT_EQ(does(lost, true), "out");
}

TEST(RatukiBots, an_own_card_on_its_way_counts_as_landed) {
  EXPECT_EQ(
      does(
          {.stacks = "1.1n@1000+0=2n/1.1d", .hands = "3w4h4n/-", .draw = "1w/-", .last = "1000/-"}),
      "play 3w 0");
}

TEST(RatukiBots, unknown_names_get_a_sentence) {
  const auto level = ratuki_level("wizard");
  ASSERT_FALSE(level);
  EXPECT_EQ(level.error().message,
            "there is no bot \"wizard\"; there are novice, casual, club, expert, master, hasty");
}

}  // namespace
}  // namespace hotaka::bots
