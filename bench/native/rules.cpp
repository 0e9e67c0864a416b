// hotaka_bench rules: how fast random play is on one core.

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "games/list.h"
#include "games/workload.h"
#include "native/bench.h"

namespace hotaka::bench {

namespace {

struct RulesArgs {
  std::string only;
  std::uint64_t actions = 0;
};

std::string workload_names() {
  std::string names;
  for (const Workload& workload : all_workloads())
    names += (names.empty() ? "" : ", ") + workload.name;
  return names;
}

double seconds_of(const Workload& workload, std::uint64_t actions, std::uint64_t seed,
                  std::uint64_t& done) {
  const auto start = std::chrono::steady_clock::now();
  done = workload.run(actions, seed);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The best of several runs: what else the machine does only ever makes it slower.
void print_speed(const Workload& workload, std::uint64_t actions) {
  constexpr int runs = 7;
  double best = 0;
  for (int run = 0; run < runs; ++run) {
    std::uint64_t done = 0;
    const double seconds = seconds_of(workload, actions, static_cast<std::uint64_t>(run), done);
    best = std::max(best, static_cast<double>(done) / seconds);
  }
  fmt::print("{:<10} {:>12.0f} actions/s {:>7.1f} ns/action\n", workload.name, best, 1e9 / best);
}

int run(const RulesArgs& given) {
  const auto workloads = all_workloads();
  const auto found = std::ranges::find(workloads, given.only, &Workload::name);
  if (!given.only.empty() && found == workloads.end()) {
    return complain(
        fmt::format("there is no workload \"{}\"; there are {}", given.only, workload_names()),
        usage_wrong);
  }
  if (given.actions > 0 && !given.only.empty()) {  // exactly this work, for counting instructions
    fmt::print("{} actions\n", found->run(given.actions, 1));
    return all_right;
  }
  Progress progress("measuring", workloads.size());
  std::size_t done = 0;
  for (const Workload& workload : workloads) {
    if (given.only.empty() || given.only == workload.name) {
      print_speed(workload, given.actions > 0 ? given.actions : 1'000'000);
    }
    progress.at(++done);
  }
  std::string sizes;
  Games::any_of([&]<class G>() {
    sizes += fmt::format("{}{}{} in {}", sizes.empty() ? "" : ", ", sizeof(typename G::State),
                         sizes.empty() ? " bytes" : "", G::traits.name);
    return false;
  });
  fmt::print("a state takes {}\n", sizes);
  return all_right;
}

}  // namespace

void add_rules(Parser& parser) {
  auto given = std::make_shared<RulesArgs>();
  Command command = parser.add_command("rules", "Measure random play on one core");
  command.argument("--only", given->only, fmt::format("One workload: {}", workload_names()));
  command
      .argument("--actions", given->actions,
                "How many actions a run has; with --only exactly one run")
      .hide_default();
  command.footer("Example: hotaka_bench rules --only dragons");
  command.on_run([given] { return run(*given); });
}

}  // namespace hotaka::bench
