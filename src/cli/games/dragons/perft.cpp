// hotaka perft dragons "POSITION" N

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/progress.h"
#include "games/dragons/dragons.h"
#include "games/dragons/perft.h"

namespace hotaka::cli {

namespace {

struct PerftArgs {
  std::string game;
  std::string position;
  int depth = 1;
  bool divide = false;
  Setup setup;
};

// A part of the count: a state some actions on, and how deep it is still to be counted.
struct Part {
  dragons::State state;
  int depth;
};

// Splits a count into parts of one action less, so that there is something to show progress by.
std::vector<Part> split_count(const Part& whole) {
  using namespace dragons;
  std::vector<Part> parts;
  const State& state = whole.state;
  if (whole.depth == 0) return {whole};
  if (state.step == Step::roll) {
    for (int a = 1; a <= 6; ++a) {
      for (int b = 1; b <= a; ++b) {
        parts.push_back(whole);
        set_dice(parts.back().state, a, b);
      }
    }
    return parts;
  }
  Actions actions;
  legal(state, state.side, actions);
  if (actions.empty()) return {whole};
  for (const Action action : actions) {
    parts.push_back({state, whole.depth - 1});
    apply(parts.back().state, state.side, action);
  }
  return parts;
}

std::uint64_t counted(const Part& whole, Progress& progress) {
  std::vector<Part> parts{whole};
  for (int i = 0; i < 3; ++i) {
    std::vector<Part> finer;
    for (const Part& part : parts) {
      const auto split = split_count(part);
      finer.insert(finer.end(), split.begin(), split.end());
    }
    parts = std::move(finer);
  }
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    total += dragons::perft(parts[i].state, parts[i].depth);
    progress.at(1'000'000 * (i + 1) / parts.size());
  }
  return total;
}

// With `show` one count for each first action, so that two programs can find where they differ.
std::uint64_t divided(const dragons::State& state, int depth, bool show) {
  using namespace dragons;
  Actions actions;
  legal(state, state.side, actions);
  Progress progress("counting", 1'000'000);
  if (!show || depth == 0 || actions.empty()) return counted({state, depth}, progress);
  std::uint64_t total = 0;
  for (const Action action : actions) {
    State next = state;
    apply(next, state.side, action);
    const std::uint64_t count = counted({next, depth - 1}, progress);
    total += count;
    std::string text;
    append_text(text, action);
    fmt::print("{}: {}\n", text, count);
  }
  return total;
}

int run(const PerftArgs& given) {
  if (given.game != "dragons") {
    return complain(
        "perft counts dragons only: the other games have no positions without hidden cards",
        usage_wrong);
  }
  int status = all_right;
  const auto options = given.setup.options<dragons::Dragons>(status);
  if (!options) return status;
  const auto state = dragons::read_position(given.position, *options);
  if (!state) return complain("the position: " + state.error().message, input_wrong);
  fmt::print("{}\n", divided(*state, given.depth, given.divide));
  return all_right;
}

}  // namespace

void add_perft(Parser& parser) {
  auto given = std::make_shared<PerftArgs>();
  Command command =
      parser.add_command("perft", "Count the action sequences of length N from a position");
  command.argument("GAME", given->game, "dragons").required();
  command.argument("POSITION", given->position, "ARENA TRAY MAT SIDE DICE, in quotes").required();
  command.argument("N", given->depth, "How many actions deep").required().range(0, 30);
  command.flag("--divide", given->divide, "Show the count behind each first action too");
  given->setup.add_to(command, false);
  command.footer("Example: hotaka perft dragons \"vvv9VVV9 VWWWFF/vwwwff -/- w 52\" 4");
  command.on_run([given] { return run(*given); });
}

}  // namespace hotaka::cli
