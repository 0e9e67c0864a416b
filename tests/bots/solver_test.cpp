// The solver against a plain minimax on top of the rules, and against solved deals kept as text.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "base/rng.h"
#include "base/text.h"
#include "bots/spirits/solver/solver.h"
#include "games/spirits/spirits.h"
#include "support/paths.h"

namespace hotaka::solver {
namespace {

using namespace spirits;

// --- A minimax that is plainly right: no table, no pruning, no merging of seats

int plain_value(const State& state) {
  if (state.step != Step::turn) {
    return round_score(state.captured[yellow], yellow) - round_score(state.captured[red], red);
  }
  const Seat seat = state.actor();
  Actions actions;
  legal(state, seat, actions);
  int best = 0;
  bool first = true;
  for (const Action action : actions) {
    State next = state;
    apply(next, seat, action);
    const int value = plain_value(next);
    if (first || (seat % 2 == yellow ? value > best : value < best)) best = value;
    first = false;
  }
  return best;
}

struct Plain {
  int value = 0;
  std::vector<std::string> best;
};

std::string text_of(Action action) {
  std::string text;
  append_text(text, action);
  return text;
}

Plain plain_solution(const State& state) {
  Plain plain{plain_value(state), {}};
  Actions actions;
  legal(state, state.actor(), actions);
  for (const Action action : actions) {
    State next = state;
    apply(next, state.actor(), action);
    if (plain_value(next) == plain.value) plain.best.push_back(text_of(action));
  }
  return plain;
}

std::vector<std::string> texts_of(const Actions& actions) {
  std::vector<std::string> texts;
  for (const Action action : actions) texts.push_back(text_of(action));
  return texts;
}

// --- Random positions

// Random play until at most `cards` are left; with `answer` on to the next seat that was asked.
State random_position(const Options& options, int cards, bool answer, Rng& rng) {
  for (;;) {
    State state = start(options);
    while (phase(state) == Phase::chance) apply(state, draw(state, rng));
    while (state.step == Step::turn && (cards_left(state) > cards || state.answering() != answer)) {
      Actions actions;
      legal(state, state.actor(), actions);
      apply(state, state.actor(), actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
    if (state.step == Step::turn) return state;
  }
}

struct Seen {
  int asked = 0;
  int carried = 0;
  int multiplied = 0;  // a team has captured one of its multipliers
  int flips = 0;
  int many = 0;  // more than one best action
  int some = 0;  // and not all of them best
};

void compare(const State& state, SolverTable& table, Seen& seen) {
  const Plain plain = plain_solution(state);
  const Solution solution = solve(state, table);
  ASSERT_EQ(solution.value, plain.value) << position_text(state);
  ASSERT_EQ(texts_of(solution.best), plain.best) << position_text(state);
  Actions actions;
  legal(state, state.actor(), actions);
  seen.asked += state.answering() ? 1 : 0;
  seen.carried += state.carried != 0 ? 1 : 0;
  seen.multiplied += round_score(state.captured[0], 0) + round_score(state.captured[1], 1) > 0;
  seen.flips += std::any_of(actions.begin(), actions.end(), [](Action a) { return a.is_flip(); });
  seen.many += plain.best.size() > 1 ? 1 : 0;
  seen.some += plain.best.size() < actions.size() ? 1 : 0;
}

TEST(Solver, agrees_with_plain_minimax) {
  Rng rng(7);
  SolverTable table(4);  // one for all, so that what one deal leaves behind must hold in the next
  Seen seen;
  for (const Options& options : Spirits::variants()) {
    if (options.lead != Lead::left) continue;  // says nothing about positions within a round
    for (int cards = 1; cards <= 10; ++cards) {
      const int positions = cards <= 8 ? 12 : 4;
      for (int i = 0; i < positions; ++i) {
        compare(random_position(options, cards, i % 3 == 0, rng), table, seen);
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(seen.asked, 150);
  EXPECT_GT(seen.carried, 50);
  EXPECT_GT(seen.multiplied, 200);
  EXPECT_GT(seen.flips, 10);
  EXPECT_GT(seen.many, 100);
  EXPECT_GT(seen.some, 100);
}

// The table may be as small as it likes: what it forgets is found again.
TEST(Solver, agrees_whatever_the_table_holds) {
  Rng rng(8);
  SolverTable small(1);
  for (const Options& options : Spirits::variants()) {
    const State state = random_position(options, 13, false, rng);
    SolverTable fresh(16);
    const Solution with_used = solve(state, small);
    const Solution with_fresh = solve(state, fresh);
    EXPECT_EQ(with_used.value, with_fresh.value) << position_text(state);
    EXPECT_EQ(with_used.best, with_fresh.best) << position_text(state);
  }
}

// --- Solved deals: PLAYERS FACE_DOWN | POSITION | VALUE | BEST, ..

TEST(Solver, solved_deals) {
  std::ifstream file(source_path() + "/tests/bots/solver_deals.txt");
  SolverTable table(16);
  int deals = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    ++deals;
    Options options;
    options.players = static_cast<std::uint8_t>(line[0] - '0');
    if (line.find("both_sides") < line.find('|')) options.face_down = FaceDown::both_sides;
    const auto bar = line.find(" | ");
    const auto second = line.find(" | ", bar + 3);
    const auto state =
        read_position(std::string_view(line).substr(bar + 3, second - bar - 3), options);
    ASSERT_TRUE(state) << line;
    const Solution solution = solve(*state, table);
    auto best = texts_of(solution.best);
    std::sort(best.begin(), best.end());
    std::string found = to_text(solution.value) + " |";
    for (const auto& text : best) found += (text == best[0] ? " " : ", ") + text;
    EXPECT_EQ(found, line.substr(second + 3)) << line;
  }
  EXPECT_GE(deals, 20);
}

}  // namespace
}  // namespace hotaka::solver
