#include "cli/arena/compete.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>
#include <vector>

#include "cli/progress.h"

namespace hotaka::cli {

// The interval of Agresti and Coull over pairs: z squared further pairs, half of them won and half
// lost, so that a few equal results do not look certain. The spread is measured instead of assumed,
// because swapping seats makes pairs less different than single games. Many pairs hardly feel it.
Interval Score::interval() const {
  constexpr double z = 1.96;
  const double count = static_cast<double>(pairs) + z * z;
  const double center = (wins + z * z / 2) / count;
  const double variance = (squares + z * z / 2) / count - center * center;
  const double margin = z * std::sqrt(variance / count);
  return {std::max(0.0, center - margin), std::min(1.0, center + margin)};
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
