#include "cli/arena/compete.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>
#include <vector>

#include "cli/progress.h"

namespace hotaka::cli {

double Score::margin() const {
  const auto count = static_cast<double>(pairs);
  const double variance = std::max(0.0, squares / count - share() * share());
  return 1.96 * std::sqrt(variance / count);
}

Score compete(const MatchPlan& plan, const std::string& title, const MakePairTable& make) {
  const std::uint64_t pairs = std::max<std::uint64_t>(1, plan.games / plan.places);
  std::vector<double> shares(pairs);
  std::atomic<std::uint64_t> next = 0;
  std::mutex mutex;
  Score total;
  Progress progress(title, pairs);
  const unsigned workers = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  threads.reserve(workers);
  for (unsigned worker = 0; worker < workers; ++worker) {
    threads.emplace_back([&] {
      const auto table = make();
      Score own;
      for (std::uint64_t pair = next++; pair < pairs; pair = next++) {
        shares[pair] = table->pair(pair, own);
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
