// hotaka solve FILE: the last position of each game of a record, solved with open hands.

#include <algorithm>
#include <cstdio>
#include <optional>

#include <fmt/format.h>

#include "base/json.h"
#include "bots/spirits/solver/solver.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "games/spirits/spirits.h"
#include "games/typed.h"
#include "record/lines.h"
#include "record/replay.h"

namespace hotaka::cli {

namespace {

struct SolveArgs {
  std::string file;
  std::size_t megabytes = solver::SolverTable::default_megabytes;
};

void print_solution(std::int64_t game, const spirits::State& state,
                    const solver::Solution& solution) {
  std::vector<std::string> best;
  for (const auto action : solution.best) append_text(best.emplace_back(), action);
  std::sort(best.begin(), best.end());
  std::string list;
  for (const auto& text : best) {
    if (!list.empty()) list += ',';
    json::append_string(list, text);
  }
  fmt::print("{{\"game\":{},\"cards\":{},\"actor\":{},\"value\":{},\"best\":[{}]}}\n", game,
             solution.cards, state.actor(), solution.value, list);
  std::fflush(stdout);
}

void print_error(std::int64_t game, std::string_view why) {
  std::string text;
  json::append_string(text, why);
  fmt::print("{{\"game\":{},\"error\":{}}}\n", game, text);
  std::fflush(stdout);
}

// Holds what the latest entry of a game left, until the next game or the end shows it was the last.
class Solver final : public record::Replay::Listener {
 public:
  Solver(std::string file, std::size_t megabytes) : file_(std::move(file)), table_(megabytes) {}

  void on_entry(const record::Replay& replay) override {
    at(replay);
    const auto* match = match_of<spirits::Spirits>(replay.state());
    why_.clear();
    if (match == nullptr) {
      why_ = fmt::format("only spirits can be solved, and this is {}", replay.state().name());
    } else if (replay.state().current_phase() == Phase::over) {
      why_ = "the game is over";
    } else if (replay.state().current_phase() == Phase::chance) {
      const spirits::Step step = match->state.step;
      why_ = step == spirits::Step::dealer  ? "the first dealer is not drawn"
             : step == spirits::Step::first ? "it is not drawn who leads"
                                            : "the next round is not dealt";
    } else {
      state_ = match->state;
    }
  }
  void on_error(const record::Replay& replay, const std::string& why) override {
    at(replay);
    why_ = fmt::format("{}:{}: entry {}: {}", file_, replay.line_number(), replay.entry(), why);
  }

  // No more follows of the game that was read last.
  void finish_game() {
    if (game_ < 0) return;
    if (why_.empty()) {
      print_solution(game_, state_, solve(state_, table_));
    } else {
      print_error(game_, why_);
      ++errors_;
    }
    game_ = -1;
  }

  bool clean() const { return errors_ == 0; }

 private:
  void at(const record::Replay& replay) {
    if (game_ != replay.game()) finish_game();
    game_ = replay.game();
  }

  std::string file_;
  solver::SolverTable table_;
  std::int64_t game_ = -1;
  std::int64_t errors_ = 0;
  std::string why_;  // it cannot be solved; empty if it can
  spirits::State state_;
};

int solve_file(const SolveArgs& given) {
  Solver solver(given.file, given.megabytes);
  record::Replay replay(solver);
  Progress progress("solving", size_of(given.file));
  std::uint64_t done = 0;
  const auto complaint = read_file(given.file, [&](std::string_view bytes) {
    replay.feed(bytes);
    progress.at(done += bytes.size());
    return true;
  });
  if (complaint) return complain(*complaint, input_wrong);
  replay.finish();
  if (replay.game() < 0) return complain(given.file + " has no game in it", input_wrong);
  solver.finish_game();
  return solver.clean() ? all_right : input_wrong;
}

}  // namespace

void add_solve(Parser& parser) {
  auto given = std::make_shared<SolveArgs>();
  Command command = parser.add_command(
      "solve", "Spirits with open hands: the round's exact value and every best action");
  command
      .argument("FILE", given->file,
                "Game records (.hgr), solved after the last entry of each; - reads standard "
                "input")
      .required();
  command.argument("--memory", given->megabytes, "Megabytes for the transposition table")
      .range(1, solver::SolverTable::most_megabytes);
  command.footer(
      "A value is Yellow's score of the round minus Red's when everybody plays best.\n"
      "Example: hotaka simulate spirits --games 1 | head -n 45 | hotaka solve -");
  command.on_run([given] { return solve_file(*given); });
}

}  // namespace hotaka::cli
