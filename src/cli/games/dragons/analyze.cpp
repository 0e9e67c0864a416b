// The turns of a position of dragons with their chances to win.

#include <fmt/format.h>

#include "base/json.h"
#include "bots/dragons/search.h"
#include "cli/games/dragons/dragons.h"
#include "games/typed.h"

namespace hotaka::cli {

namespace {

std::string line_text(const bots::Turn& turn) {
  std::string out;
  for (const auto action : turn.actions) {
    if (!out.empty()) out += ", ";
    append_text(out, action);
  }
  return out;
}

int analyze(const AnalyzeArgs& given, const dragons::State& state) {
  dragons::Actions actions;
  legal(state, state.side, actions);
  if (actions.empty())
    return complain("nobody has anything to decide in this position", input_wrong);
  bots::Search search(bots::trained_net());
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

class DragonsRecord final : public RecordAnalysis {
 public:
  void follow(const AnyGame& game, bool wanted) override {
    const auto* match = match_of<dragons::Dragons>(game);
    if (wanted && match != nullptr && phase(*match) == Phase::action) state_ = match->state;
  }
  bool found() const override { return state_.has_value(); }
  int analyze(const AnalyzeArgs& given) const override { return cli::analyze(given, *state_); }

 private:
  std::optional<dragons::State> state_;
};

}  // namespace

int analyze_dragons_position(const AnalyzeArgs& given) {
  return analyze_given_position<dragons::Dragons>(
      given, [&](const dragons::State& state) { return analyze(given, state); });
}

std::unique_ptr<RecordAnalysis> analyze_dragons_record() {
  return std::make_unique<DragonsRecord>();
}

}  // namespace hotaka::cli
