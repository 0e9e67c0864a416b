// hotaka bench: how fast the rules are; --signature: that they are the same everywhere.

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "bots/signature.h"
#include "cli/bot_bench.h"
#include "cli/command.h"
#include "cli/load.h"
#include "cli/progress.h"
#include "cli/server_data.h"
#include "cli/store_bench.h"
#include "games/dragons/perft.h"
#include "games/signature.h"
#include "games/workload.h"

namespace hotaka::cli {

namespace {

struct BenchArgs {
  bool signature = false;
  bool store = false;
  bool bots = false;
  std::string only;
  std::uint64_t actions = 0;
  LoadArgs load;
  std::string server_data;
};

int print_signatures() {
  any_of_games([]<class G>() {
    const Signature made = signature(G::name);
    fmt::print("{} {:016x} ({} actions)\n", G::name, made.number, made.actions);
    return false;
  });
  any_of_games([]<class G>() {
    const int count = bots::bot_count(G::name);
    std::uint64_t folded = 0;
    for (int bot = 0; bot < count; ++bot) {
      folded = fold_signature(folded, bots::bot_signature(G::name, bot));
    }
    if (count > 0) fmt::print("{}-bots {:016x} ({} bots)\n", G::name, folded, count);
    return false;
  });
  return all_right;
}

double seconds_of(std::size_t workload, std::uint64_t actions, std::uint64_t seed,
                  std::uint64_t& done) {
  const auto start = std::chrono::steady_clock::now();
  done = run_workload(workload, actions, seed);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The best of several runs: what else the machine does only ever makes it slower.
void print_speed(std::size_t workload, std::uint64_t actions) {
  constexpr int runs = 7;
  double best = 0;
  for (int run = 0; run < runs; ++run) {
    std::uint64_t done = 0;
    const double seconds = seconds_of(workload, actions, static_cast<std::uint64_t>(run), done);
    best = std::max(best, static_cast<double>(done) / seconds);
  }
  fmt::print("{:<10} {:>12.0f} actions/s {:>7.1f} ns/action\n", workloads[workload], best,
             1e9 / best);
}

int run(const BenchArgs& given) {
  if (given.signature) return print_signatures();
  if (!given.load.url.empty()) return run_load(given.load);
  if (!given.server_data.empty()) return write_server_data(given.server_data);
  if (given.store) return print_store_bench();
  if (given.bots) {
    print_bot_bench();
    return all_right;
  }
  const auto found = std::find(workloads.begin(), workloads.end(), given.only);
  if (!given.only.empty() && found == workloads.end()) {
    return complain(fmt::format("there is no workload \"{}\"; there are {}", given.only,
                                fmt::join(workloads, ", ")),
                    usage_wrong);
  }
  if (given.actions > 0 && !given.only.empty()) {  // exactly this work, for counting instructions
    fmt::print("{} actions\n",
               run_workload(static_cast<std::size_t>(found - workloads.begin()), given.actions, 1));
    return all_right;
  }
  Progress progress("measuring", workloads.size());
  for (std::size_t workload = 0; workload < workloads.size(); ++workload) {
    if (given.only.empty() || given.only == workloads[workload]) {
      print_speed(workload, given.actions > 0 ? given.actions : 1'000'000);
    }
    progress.at(workload + 1);
  }
  fmt::print("a state takes {} bytes in dragons, {} in spirits, {} in ratuki\n",
             sizeof(dragons::State), sizeof(spirits::State), sizeof(ratuki::State));
  return all_right;
}

}  // namespace

void add_bench(Parser& parser) {
  auto given = std::make_shared<BenchArgs>();
  Command command =
      parser.add_command("bench", "Measure random play on one core, or print the signature");
  command.flag("--signature", given->signature, "One number a game, which every build must print");
  command.flag("--store", given->store,
               "What a journal entry costs on SQLite, in a temporary folder");
  command.flag("--bots", given->bots, "Measure searching and evaluating instead, on one core");
  command.argument("--only", given->only,
                   fmt::format("One workload: {}", fmt::join(workloads, ", ")));
  command.argument("--actions", given->actions,
                   "How many actions a run has; with --only exactly one run");
  LoadArgs& load = given->load;
  command.argument("--load", load.url, "Play at a server, http://127.0.0.1:8080, and measure it")
      .type_name("URL");
  command.argument("--game", load.game, "With --load: dragons or ratuki (dragons)")
      .one_of({"dragons", "ratuki"});
  command.argument("--tables", load.tables, "With --load: how many (100)").range(1, 9000);
  command.argument("--pace", load.pace,
                   "With --load: ms that people think; 0: as fast as answers come; -1: for ever");
  command.argument("--seconds", load.seconds, "With --load: how long to measure (10)");
  command.argument("--warmup", load.warmup, "With --load: seconds before that (2)");
  command.argument("--bot-tables", load.bot_tables,
                   "With --load: further tables where bots play spirits");
  command.argument("--server-process", load.server,
                   "With --load: the process whose CPU and memory are told");
  command.argument("--server-data", given->server_data,
                   "Write a data folder with many games, to start a server with");
  command.footer(
      "Example: hotaka bench --signature\n`script/bench` prints every figure that the docs quote.");
  command.on_run([given] { return run(*given); });
}

}  // namespace hotaka::cli
