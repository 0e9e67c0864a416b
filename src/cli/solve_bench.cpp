#include "cli/solve_bench.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "bots/solver/solver.h"
#include "cli/progress.h"
#include "games/random_play.h"
#include "games/spirits/spirits.h"

namespace hotaka::cli {

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

void print_times(const SolveBench& bench, int players) {
  Rng rng(bench.seed);
  std::vector<double> times;
  std::uint64_t nodes = 0;
  solver::SolverTable table(bench.megabytes);
  Progress progress(fmt::format("{} players", players), static_cast<std::uint64_t>(bench.deals));
  for (int i = 0; i < bench.deals; ++i) {
    const spirits::State state = random_position(players, bench.cards, rng);
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
      players, bench.cards, bench.deals, sum / bench.deals, times[times.size() / 2], times.back(),
      static_cast<double>(nodes) / bench.deals, static_cast<double>(nodes) / sum / 1000);
  std::fflush(stdout);
}

}  // namespace

void print_solve_bench(const SolveBench& bench) {
  for (const int players : {4, 3, 2}) {
    if (bench.players == 0 || bench.players == players) print_times(bench, players);
  }
}

}  // namespace hotaka::cli
