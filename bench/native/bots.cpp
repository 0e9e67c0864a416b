// hotaka_bench bots: how fast bots search and evaluate, and how long the solver takes.

#include <algorithm>
#include <ctime>

#include <fmt/format.h>

#include "bots/dragons/bots.h"
#include "bots/dragons/mcts.h"
#include "bots/spirits/bots.h"
#include "bots/spirits/tree.h"
#include "games/random_play.h"
#include "native/bench.h"
#include "native/solver.h"

namespace hotaka::bench {

namespace {

using dragons::Dragons;
using spirits::Spirits;

// The best of several runs by the processor's time: what else the machine does only ever makes it
// slower.
template <class Run>
double best_rate(Run&& run) {
  constexpr int runs = 5;
  double best = 0;
  for (int i = 0; i < runs; ++i) {
    const std::clock_t start = std::clock();
    const auto done = static_cast<double>(run());
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    best = std::max(best, done / seconds);
  }
  return best;
}

// Every decision of some rounds between players by rules, drawing the worlds included.
std::uint64_t spirits_simulations(int players) {
  constexpr int each = 2000;
  constexpr int rounds = 2;
  spirits::Options options;
  options.players = static_cast<std::uint8_t>(players);
  const auto rules = bots::make_spirits_bot("rules");
  bots::spirits_play::Tree tree;
  Rng rng(1);
  std::uint64_t done = 0;
  for (int round = 0; round < rounds; ++round) {
    auto state = start(options);
    while (phase(state) == Phase::chance) apply(state, draw(state, rng));
    std::vector<bots::Done<Spirits>> trail;
    while (phase(state) == Phase::action) {
      auto question = bots::question_for<Spirits>(state, state.actor(), rng.next());
      question.trail = trail;
      if (question.legal.size() > 1) {
        tree.begin(question, bots::spirits_play::draw_pool(question, 256, true, rng), {}, 1);
        for (int i = 0; i < each; ++i) tree.simulate();
        done += each;
      }
      const auto action = bots::decide(*rules, question, 1, [] { return false; });
      trail.push_back({state.actor(), action});
      apply(state, state.actor(), action);
    }
  }
  return done;
}

// Positions from random play.
std::vector<dragons::State> dragons_positions() {
  std::vector<dragons::State> positions;
  RandomPlayers<Dragons> random;
  Rng rng(1);
  auto state = start(dragons::Options());
  const auto nothing = [](const auto&, const auto&) {};
  while (positions.size() < 200) {
    play_on<Dragons>(state, random, rng, 1, nothing, nothing);
    if (phase(state) == Phase::over) state = start(dragons::Options());
    if (phase(state) == Phase::action) positions.push_back(state);
  }
  return positions;
}

int print_bot_bench() {
  const auto line = [](std::string_view what, double rate, std::string_view unit) {
    fmt::print("{:<36} {:>9.0f} {}\n", what, rate, unit);
    std::fflush(stdout);
  };
  for (const int players : {4, 3, 2}) {
    line(fmt::format("spirits, {} players: tree search", players),
         best_rate([&] { return spirits_simulations(players); }), "simulations/s");
  }
  const bots::Net& net = *bots::trained_net();
  const auto positions = dragons_positions();
  line("dragons: static evaluation by the net", best_rate([&] {
         constexpr std::uint64_t rounds = 500;
         float sum = 0;
         for (std::uint64_t i = 0; i < rounds; ++i) {
           for (const auto& position : positions) sum += bots::net_value(net, position, 0);
         }
         return sum < 0 ? 0 : rounds * positions.size();  // a chance is never negative
       }),
       "evaluations/s");
  line("dragons: plain tree search (mcts)", best_rate([&] {
         constexpr std::uint64_t each = 2000;
         bots::Mcts mcts;
         for (std::size_t i = 0; i < 5; ++i) {
           mcts.begin(bots::question_for<Dragons>(positions[i], positions[i].side, 1));
           mcts.think(each);
         }
         return 5 * each;
       }),
       "simulations/s");
  fmt::print("the exact solver:\n");
  print_solver_times({.cards = 16, .deals = 50, .players = 0});
  return all_right;
}

}  // namespace

void add_bots(Parser& parser) {
  Command command =
      parser.add_command("bots", "Measure searches and evaluations of the bots on one core");
  command.footer("Example: hotaka_bench bots");
  command.on_run([] { return print_bot_bench(); });
}

}  // namespace hotaka::bench
