// hotaka analyze: what the engine thinks of a position of dragons, or of each decision of a record.

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "base/json.h"
#include "bots/dragons/search.h"
#include "cli/command.h"
#include "games/dragons/dragons.h"
#include "record/lines.h"
#include "record/replay.h"

namespace hotaka::cli {

namespace {

struct Given {
  std::string what;  // dragons, or a file
  std::string position;
  std::int64_t game = 0;
  std::int64_t entry = -1;  // the last one at which somebody decides
  std::size_t lines = 8;
  std::uint64_t searched = 10;
  bool json = false;
  Setup setup;
};

std::string line_text(const bots::Turn& turn) {
  std::string out;
  for (const auto action : turn.actions) {
    if (!out.empty()) out += ", ";
    append_text(out, action);
  }
  return out;
}

int analyse(const Given& given, const dragons::State& state) {
  dragons::Actions actions;
  legal(state, state.side, actions);
  if (actions.empty())
    return complain("nobody has anything to decide in this position", input_wrong);
  bots::Search search(std::make_shared<const bots::Net>(bots::trained_net()));
  search.begin(state);
  for (std::uint64_t i = 0; i < given.searched && search.step(); ++i) continue;
  auto candidates = search.candidates();
  std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
    if (a.searched != b.searched) return a.searched;
    return a.chance != b.chance ? a.chance > b.chance : a.turn.id < b.turn.id;
  });
  if (given.json) {
    std::string out = "{\"position\":";
    json::append_string(out, position_text(state));
    out += fmt::format(",\"seat\":{},\"candidates\":[", static_cast<int>(state.side));
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      out += i == 0 ? "{\"do\":[" : ",{\"do\":[";
      for (std::size_t k = 0; k < candidates[i].turn.actions.size(); ++k) {
        std::string text;
        append_text(text, candidates[i].turn.actions[k]);
        if (k > 0) out += ',';
        json::append_string(out, text);
      }
      out += fmt::format("],\"chance\":{:.4f},\"turns_ahead\":{}}}", candidates[i].chance,
                         candidates[i].searched ? 2 : 1);
    }
    fmt::print("{}]}}\n", out);
    return all_right;
  }
  fmt::print("{}\n chance  turn\n", drawing(state));
  for (std::size_t i = 0; i < std::min(given.lines, candidates.size()); ++i) {
    fmt::print("{:>6.1f}%  {}{}\n", 100 * candidates[i].chance, line_text(candidates[i].turn),
               candidates[i].searched ? "" : "   (one turn ahead only)");
  }
  if (candidates.size() > given.lines)
    fmt::print("         and {} more turns\n", candidates.size() - given.lines);
  return all_right;
}

// Finds the position of the wanted entry in a record.
class Finder final : public record::Replay::Listener {
 public:
  explicit Finder(const Given& given) : given_(given) {}

  void on_entry(const record::Replay& replay) override {
    if (replay.game() != given_.game || (given_.entry >= 0 && replay.entry() != given_.entry))
      return;
    const auto* found = state_of<dragons::Dragons>(replay.state());
    if (found == nullptr) {
      problem = "only dragons can be analysed";
    } else if (phase(*found) == Phase::action) {
      state = *found;
    }
  }
  void on_result(const record::Replay&) override {}
  void on_error(const record::Replay& replay, const std::string& why) override {
    if (replay.game() == given_.game)
      problem = fmt::format("{}:{}: {}", given_.what, replay.line_number(), why);
  }

  std::optional<dragons::State> state;
  std::string problem;

 private:
  const Given& given_;
};

int analyse_record(const Given& given) {
  Finder finder(given);
  record::Replay replay(finder);
  record::LineCutter cutter;
  const auto line = [&](std::string_view text) { replay.line(text); };
  const auto overlong = [&] { replay.overlong_line(); };
  const auto complaint = read_file(given.what, [&](std::string_view bytes) {
    cutter.feed(bytes, line, overlong);
    return replay.game() <= given.game && finder.problem.empty();
  });
  if (complaint) return complain(*complaint, input_wrong);
  cutter.finish(line, overlong);
  if (!finder.problem.empty()) return complain(finder.problem, input_wrong);
  if (finder.state) return analyse(given, *finder.state);
  return complain(fmt::format("nobody has anything to decide at that entry of game {} of {}",
                              given.game, given.what),
                  input_wrong);
}

int run(const Given& given) {
  if (given.position.empty()) return analyse_record(given);
  if (given.what != "dragons")
    return complain("only positions of dragons can be analysed", usage_wrong);
  int status = all_right;
  const auto options = given.setup.options<dragons::Dragons>(status);
  if (!options) return status;
  const auto state = dragons::read_position(given.position, *options);
  if (!state) return complain("the position: " + state.error(), input_wrong);
  return analyse(given, *state);
}

}  // namespace

void add_analyze(CLI::App& app, int& status) {
  auto given = std::make_shared<Given>();
  auto* command =
      app.add_subcommand("analyze", "The turns of a position with their chances to win");
  command
      ->add_option("WHAT", given->what,
                   "dragons (with a position) or a file of records; - is standard input")
      ->required();
  command->add_option("POSITION", given->position,
                      "A position of dragons with its dice, in quotes");
  command->add_option("--game", given->game, "Which game of the file, counted from 0");
  command->add_option("--entry", given->entry, "After which entry; the last decision if not given")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--search", given->searched,
                      "How many turns to look at two turns ahead (10 at most)");
  command->add_option("--lines", given->lines, "How many turns to show (8 if not given)");
  command->add_flag("--json", given->json, "One JSON object with all turns");
  given->setup.add_to(*command, false);
  command->footer("Example: hotaka analyze dragons \"vvv9VVV9 VWWWFF/vwwwff -/- w 52\"");
  command->callback([given, &status] { status = run(*given); });
}

}  // namespace hotaka::cli
