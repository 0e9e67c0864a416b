// hotaka analyze: what the engine thinks of a position, or of a decision of a record.

#include "cli/analysis/analyze.h"

#include <fmt/format.h>

#include "games/typed.h"
#include "record/lines.h"
#include "record/replay.h"

namespace hotaka::cli {

namespace {

// The action that led from one state to the next; nothing if nature did.
std::optional<bots::Done<spirits::Spirits>> done_between(const spirits::State& before,
                                                         const spirits::State& after) {
  if (phase(before) != Phase::action) return std::nullopt;
  const Seat seat = before.actor();
  spirits::Actions actions;
  legal(before, seat, actions);
  for (const auto action : actions) {
    spirits::State next = before;
    apply(next, seat, action);
    if (next == after) return bots::Done<spirits::Spirits>{seat, action};
  }
  return std::nullopt;
}

// Finds the position of the wanted entry in a record.
class Finder final : public record::Replay::Listener {
 public:
  explicit Finder(const AnalyzeArgs& given) : given_(given) {}

  void on_entry(const record::Replay& replay) override {
    if (replay.game() != given_.game) return;
    const auto* of_dragons = match_of<dragons::Dragons>(replay.state());
    const auto* of_spirits = match_of<spirits::Spirits>(replay.state());
    if (of_spirits != nullptr) follow(of_spirits->state);
    if (given_.entry >= 0 && replay.entry() != given_.entry) return;
    if (of_dragons == nullptr && of_spirits == nullptr) {
      problem = "only dragons and spirits can be analyzed";
    } else if (of_dragons != nullptr && phase(*of_dragons) == Phase::action) {
      dragons_state = of_dragons->state;
    } else if (of_spirits != nullptr && phase(*of_spirits) == Phase::action) {
      spirits_state = of_spirits->state;
      trail = trail_;
    }
  }
  void on_result(const record::Replay&) override {}
  void on_error(const record::Replay& replay, const std::string& why) override {
    if (replay.game() == given_.game)
      problem = fmt::format("{}:{}: {}", given_.what, replay.line_number(), why);
  }

  std::optional<dragons::State> dragons_state;
  std::optional<spirits::State> spirits_state;
  std::vector<bots::Done<spirits::Spirits>> trail;  // to the position of spirits
  std::string problem;

 private:
  void follow(const spirits::State& now) {
    const auto done = last_ ? done_between(*last_, now) : std::nullopt;
    if (done) {
      trail_.push_back(*done);
    } else {
      trail_.clear();
    }
    last_ = now;
  }

  std::optional<spirits::State> last_;
  std::vector<bots::Done<spirits::Spirits>> trail_;
  const AnalyzeArgs& given_;
};

int analyse_record(const AnalyzeArgs& given) {
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
  if (finder.dragons_state) return analyse_dragons(given, *finder.dragons_state);
  if (finder.spirits_state) return analyse_spirits(given, *finder.spirits_state, finder.trail);
  return complain(fmt::format("nobody has anything to decide at that entry of game {} of {}",
                              given.game, given.what),
                  input_wrong);
}

template <class G, class Analyse>
int analyse_position(const AnalyzeArgs& given, Analyse&& analyse) {
  int status = all_right;
  const auto options = given.setup.options<G>(status);
  if (!options) return status;
  const auto state = G::read_position(given.position, *options);
  if (!state) return complain("the position: " + state.error().message, input_wrong);
  return analyse(*state);
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
    return analyse_record(given);
  }
  if (given.what == "dragons") {
    return analyse_position<dragons::Dragons>(
        given, [&](const auto& state) { return analyse_dragons(given, state); });
  }
  if (given.what == "spirits") {
    return analyse_position<spirits::Spirits>(
        given, [&](const auto& state) { return analyse_spirits(given, state, {}); });
  }
  return complain("only positions of dragons and spirits can be analyzed", usage_wrong);
}

}  // namespace

void add_analyze(Parser& parser) {
  auto given = std::make_shared<AnalyzeArgs>();
  Command command =
      parser.add_command("analyze", "What can be done in a position, and how good it is");
  command
      .argument("WHAT", given->what,
                "dragons or spirits (with a position), or a file of records; - is standard input")
      .required();
  command.argument("POSITION", given->position, "A position, in quotes");
  command.argument("--game", given->game, "Which game of the file, counted from 0").at_least(0);
  command.argument("--entry", given->entry, "After which entry; the last decision if not given")
      .at_least(0)
      .hide_default();
  command.argument("--search", given->searched,
                   "dragons: how many turns to look at two turns ahead");
  command.argument("--work", given->work, "spirits: how many playouts").range(1, 10'000'000);
  command.argument("--lines", given->lines, "How many candidates to show");
  command.flag("--json", given->json, "One JSON object with all candidates");
  given->setup.add_to(command, true);
  command.footer(
      "In spirits only what the deciding seat sees is used.\n"
      "Examples: hotaka analyze dragons \"vvv9VVV9 VWWWFF/vwwwff -/- w 52\"\n"
      "          hotaka simulate spirits --games 1 | head -n 20 | hotaka analyze -");
  command.on_run([given] { return run(*given); });
}

}  // namespace hotaka::cli
