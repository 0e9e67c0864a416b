// The turns of a position of dragons with their chances to win.

#include <fmt/format.h>

#include "base/json.h"
#include "bots/dragons/search.h"
#include "cli/analysis/analyze.h"
#include "games/dragons/dragons.h"

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

}  // namespace

int analyse_dragons(const AnalyzeArgs& given, const dragons::State& state) {
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

}  // namespace hotaka::cli
