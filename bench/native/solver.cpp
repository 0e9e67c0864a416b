// hotaka_bench solver: how long the solver takes.

#include "native/solver.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "bots/spirits/solver/solver.h"
#include "games/random_play.h"
#include "games/spirits/spirits.h"
#include "native/bench.h"

namespace hotaka::bench {

namespace {

using spirits::Spirits;

// A turn of a first round with so many cards left.
spirits::State random_position(int players, int cards, Rng& rng) {
  spirits::Options options;
  options.players = static_cast<std::uint8_t>(players);
  spirits::State state = start(options);
  RandomPlayers<Spirits> random;
  const auto nothing = [](const auto&, const auto&) {};
  while (phase(state) == Phase::chance || state.answering() || solver::cards_left(state) > cards) {
    play_on<Spirits>(state, random, rng, 1, nothing, nothing);
  }
  return state;
}

void print_times(const SolverRun& run, int players) {
  Rng rng(run.seed);
  std::vector<double> times;
  std::uint64_t nodes = 0;
  solver::SolverTable table(run.megabytes);
  Progress progress(fmt::format("{} players", players), static_cast<std::uint64_t>(run.deals));
  for (int i = 0; i < run.deals; ++i) {
    const spirits::State state = random_position(players, run.cards, rng);
    table.clear();  // each position from nothing
    const auto start = std::chrono::steady_clock::now();
    nodes += solve(state, table).nodes;
    times.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
            .count());
    progress.at(static_cast<std::uint64_t>(i) + 1);
  }
  const double sum = std::accumulate(times.begin(), times.end(), 0.0);
  std::sort(times.begin(), times.end());
  fmt::print(
      "{} players, {} cards, {} positions: mean {:.2f} ms, median {:.2f}, max {:.2f}; {:.0f} nodes "
      "each, {:.2f} M nodes/s\n",
      players, run.cards, run.deals, sum / run.deals, times[times.size() / 2], times.back(),
      static_cast<double>(nodes) / run.deals, static_cast<double>(nodes) / sum / 1000);
  std::fflush(stdout);
}

}  // namespace

void print_solver_times(const SolverRun& run) {
  for (const int players : {4, 3, 2}) {
    if (run.players == 0 || run.players == players) print_times(run, players);
  }
}

void add_solver(Parser& parser) {
  auto given = std::make_shared<SolverRun>();
  Command command =
      parser.add_command("solver", "Measure the exact solver on positions from random play");
  command.argument("--cards", given->cards, "Cards left in a position")
      .range(1, spirits::card_count);
  command.argument("--deals", given->deals, "How many positions").range(1, 1'000'000);
  command.argument("--seed", given->seed, "The same seed gives the same positions");
  command.argument("--players", given->players, "Only with so many players")
      .range(2, 4)
      .hide_default();
  command.argument("--memory", given->megabytes, "Megabytes for the transposition table")
      .range(1, solver::SolverTable::most_megabytes);
  command.footer("Example: hotaka_bench solver --cards 16 --deals 50");
  command.on_run([given] {
    print_solver_times(*given);
    return all_right;
  });
}

}  // namespace hotaka::bench
