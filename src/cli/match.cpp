#include "cli/match.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <thread>
#include <vector>

#include "bots/dragons/bots.h"
#include "cli/progress.h"

namespace hotaka::cli {

namespace {

using dragons::Dragons;

class Table {
 public:
  Table(const MatchPlan& plan, const Entrant& a, const Entrant& b,
        const std::shared_ptr<const bots::Net>& net)
      : plan_(plan), entrants_{a, b} {
    for (int i = 0; i < 2; ++i) bots_[i] = bots::make_dragons_bot(entrants_[i].name, net);
  }

  // The same dice twice, with seats swapped; the share of the first bot.
  double pair(std::uint64_t number, Score& score) {
    return (game(number, 0, score) + game(number, 1, score)) / 2;
  }

 private:
  double game(std::uint64_t number, int white_bot, Score& score) {
    Rng dice(plan_.seed * 0x9e3779b97f4a7c15U + number);
    auto state = start(plan_.options);
    std::uint64_t decision = 0;
    constexpr int most_entries = 20'000;
    for (int i = 0; i < most_entries && phase(state) != Phase::over; ++i) {
      if (phase(state) == Phase::chance) {
        apply(state, draw(state, dice));
        continue;
      }
      const int bot = state.side == dragons::white ? white_bot : 1 - white_bot;
      apply(state, state.side, choose(state, bot, number * 1'000'003 + ++decision, score));
    }
    if (phase(state) != Phase::over) return 0.5;
    return (state.side == dragons::white) == (white_bot == 0) ? 1.0 : 0.0;
  }

  dragons::Action choose(const dragons::State& state, int bot, std::uint64_t seed, Score& score) {
    dragons::Actions actions;
    legal(state, state.side, actions);
    const auto start = std::chrono::steady_clock::now();
    const auto end = start + std::chrono::milliseconds(entrants_[bot].ms);
    const bool clock = entrants_[bot].ms > 0;
    const auto action =
        bots::decide<Dragons>(*bots_[bot], view(state, Viewer::seat(state.side)), state.side,
                              actions, seed, clock ? UINT64_MAX : plan_.work,
                              [&] { return !clock || std::chrono::steady_clock::now() < end; });
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    score.ms[bot] += took.count();
    ++score.decisions[bot];
    return action;
  }

  const MatchPlan& plan_;
  Entrant entrants_[2];
  std::unique_ptr<bots::Bot<Dragons>> bots_[2];
};

}  // namespace

double Score::margin() const {
  const auto count = static_cast<double>(pairs);
  const double variance = std::max(0.0, squares / count - share() * share());
  return 1.96 * std::sqrt(variance / count);
}

Score compete(const MatchPlan& plan, const Entrant& a, const Entrant& b,
              const std::shared_ptr<const bots::Net>& net) {
  const std::uint64_t pairs = std::max<std::uint64_t>(1, plan.games / 2);
  std::vector<double> shares(pairs);
  std::atomic<std::uint64_t> next = 0;
  std::mutex mutex;
  Score total;
  Progress progress(a.text + " against " + b.text, pairs);
  const unsigned workers = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  threads.reserve(workers);
  for (unsigned worker = 0; worker < workers; ++worker) {
    threads.emplace_back([&] {
      Table table(plan, a, b, net);
      Score own;
      for (std::uint64_t pair = next++; pair < pairs; pair = next++) {
        shares[pair] = table.pair(pair, own);
        const std::lock_guard lock(mutex);
        progress.at(pair);
      }
      const std::lock_guard lock(mutex);
      for (int i = 0; i < 2; ++i) {
        total.ms[i] += own.ms[i];
        total.decisions[i] += own.decisions[i];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const double share : shares) {  // in one order, so that sums do not depend on threads
    total.wins += share;
    total.squares += share * share;
  }
  total.pairs = pairs;
  return total;
}

}  // namespace hotaka::cli
