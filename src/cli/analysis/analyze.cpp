// hotaka analyze: what the engine thinks of a position, or of a decision of a record.

#include "cli/analysis/analyze.h"

#include <fmt/format.h>

#include "cli/games/cli_game.h"
#include "record/lines.h"
#include "record/replay.h"

namespace hotaka::cli {

namespace {

// Finds the position of the wanted entry in a record.
class Finder final : public record::Replay::Listener {
 public:
  explicit Finder(const AnalyzeArgs& given) : given_(given) {}

  void on_entry(const record::Replay& replay) override {
    if (replay.game() != given_.game) return;
    const bool wanted = given_.entry < 0 || replay.entry() == given_.entry;
    const CliGame* game = find_cli_game(replay.state().name());
    if (game == nullptr || game->analyze_record == nullptr) {
      if (wanted)
        problem =
            fmt::format("only {} can be analyzed", names_with(&CliGame::analyze_record, "and"));
      return;
    }
    if (!analysis) analysis = game->analyze_record();
    analysis->follow(replay.state(), wanted);
  }
  void on_error(const record::Replay& replay, const std::string& why) override {
    if (replay.game() == given_.game)
      problem = fmt::format("{}:{}: {}", given_.what, replay.line_number(), why);
  }

  std::unique_ptr<RecordAnalysis> analysis;
  std::string problem;

 private:
  const AnalyzeArgs& given_;
};

int analyze_record(const AnalyzeArgs& given) {
  Finder finder(given);
  record::Replay replay(finder);
  const auto complaint = read_file(given.what, [&](std::string_view bytes) {
    replay.feed(bytes);
    return replay.game() <= given.game && finder.problem.empty();
  });
  if (complaint) return complain(*complaint, input_wrong);
  replay.finish();
  if (!finder.problem.empty()) return complain(finder.problem, input_wrong);
  if (finder.analysis && finder.analysis->found()) return finder.analysis->analyze(given);
  return complain(fmt::format("nobody has anything to decide at that entry of game {} of {}",
                              given.game, given.what),
                  input_wrong);
}

int run(const AnalyzeArgs& given) {
  if (given.position.empty()) {
    if (is_game_without_file(given.what)) {
      return complain(
          fmt::format("{} is a game, not a file: give a position after it (hotaka analyze --help "
                      "has one)",
                      given.what),
          usage_wrong);
    }
    return analyze_record(given);
  }
  const CliGame* game = find_cli_game(given.what);
  if (game != nullptr && game->analyze_position != nullptr) return game->analyze_position(given);
  return complain(fmt::format("only positions of {} can be analyzed",
                              names_with(&CliGame::analyze_position, "and")),
                  usage_wrong);
}

}  // namespace

void add_analyze(Parser& parser) {
  auto given = std::make_shared<AnalyzeArgs>();
  Command command =
      parser.add_command("analyze", "What can be done in a position, and how good it is");
  command
      .argument("WHAT", given->what,
                names_with(&CliGame::analyze_position, "or") +
                    " (with a position), or a file of records; - is standard input")
      .required();
  command.argument("POSITION", given->position, "A position, in quotes");
  command.argument("--game", given->game, "Which game of the file, counted from 0").at_least(0);
  command.argument("--entry", given->entry, "After which entry; the last decision if not given")
      .at_least(0)
      .hide_default();
  for (const CliGame* game : cli_games()) {
    if (game->add_analyze_arguments != nullptr) game->add_analyze_arguments(command, *given);
  }
  command.argument("--lines", given->lines, "How many candidates to show");
  command.flag("--json", given->json, "One JSON object with all candidates");
  given->setup.add_to(command, true);
  command.footer(footer_of("analyze"));
  command.on_run([given] { return run(*given); });
}

}  // namespace hotaka::cli
