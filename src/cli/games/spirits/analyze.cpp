// The actions of a position of spirits with the round's margin that each is expected to bring.

#include <algorithm>

#include <fmt/format.h>

#include "base/json.h"
#include "bots/spirits/search_bot.h"
#include "cli/games/spirits/spirits.h"
#include "games/typed.h"

namespace hotaka::cli {

namespace {

using spirits::Spirits;

std::string json_of(const spirits::View& view, Seat seat,
                    const std::vector<bots::spirits_play::Tree::Branch>& branches) {
  std::string out = "{\"view\":";
  json::append_string(out, view_text(view));
  out += fmt::format(",\"seat\":{},\"candidates\":[", seat);
  for (std::size_t i = 0; i < branches.size(); ++i) {
    out += i == 0 ? "{\"do\":" : ",{\"do\":";
    json::append_string(out, text_of(branches[i].action));
    out +=
        fmt::format(",\"margin\":{:.2f},\"looked\":{}}}", branches[i].margin, branches[i].visits);
  }
  return out + "]}";
}

// `trail` is what was done since the deal, if it is known.
int analyze(const AnalyzeArgs& given, const spirits::State& state,
            const std::vector<bots::Done<Spirits>>& trail) {
  if (phase(state) != Phase::action)
    return complain("nobody has anything to decide in this position", input_wrong);
  const Seat seat = state.actor();
  auto question = bots::question_for<Spirits>(state, seat, 1);
  question.trail = trail;
  bots::spirits_play::SearchSettings settings = bots::spirits_play::master_settings();
  settings.simulations =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(given.work, 10'000'000));
  settings.look_at_forced = true;
  bots::spirits_play::SearchBot bot(settings);
  bots::decide(bot, question, UINT64_MAX, [] { return true; });
  auto branches = bot.branches();
  const auto best = bot.best();
  std::sort(branches.begin(), branches.end(), [&](const auto& a, const auto& b) {
    if ((a.action == best) != (b.action == best)) return a.action == best;
    return a.value != b.value ? a.value > b.value : a.action.code < b.action.code;
  });
  if (given.json) {
    fmt::print("{}\n", json_of(question.view, seat, branches));
    return all_right;
  }
  fmt::print("{}\nSeat {} decides. Expected margin of this round for {}:\n", drawing(question.view),
             seat, seat % 2 == spirits::yellow ? "Yellow" : "Red");
  for (std::size_t i = 0; i < std::min(given.lines, branches.size()); ++i) {
    fmt::print("{:>+8.1f}  {:<10} looked at {} times\n", branches[i].margin,
               text_of(branches[i].action), branches[i].visits);
  }
  if (branches.size() > given.lines)
    fmt::print("          and {} more actions\n", branches.size() - given.lines);
  return all_right;
}

// The action that led from one state to the next; nothing if nature did.
std::optional<bots::Done<Spirits>> done_between(const spirits::State& before,
                                                const spirits::State& after) {
  if (phase(before) != Phase::action) return std::nullopt;
  const Seat seat = before.actor();
  spirits::Actions actions;
  legal(before, seat, actions);
  for (const auto action : actions) {
    spirits::State next = before;
    apply(next, seat, action);
    if (next == after) return bots::Done<Spirits>{seat, action};
  }
  return std::nullopt;
}

class SpiritsRecord final : public RecordAnalysis {
 public:
  void follow(const AnyGame& game, bool wanted) override {
    const auto* match = match_of<Spirits>(game);
    if (match == nullptr) return;
    const auto done = last_ ? done_between(*last_, match->state) : std::nullopt;
    if (done) {
      trail_.push_back(*done);
    } else {
      trail_.clear();
    }
    last_ = match->state;
    if (!wanted || phase(*match) != Phase::action) return;
    found_ = match->state;
    trail_to_it_ = trail_;
  }
  bool found() const override { return found_.has_value(); }
  int analyze(const AnalyzeArgs& given) const override {
    return cli::analyze(given, *found_, trail_to_it_);
  }

 private:
  std::optional<spirits::State> last_;
  std::vector<bots::Done<Spirits>> trail_;
  std::optional<spirits::State> found_;
  std::vector<bots::Done<Spirits>> trail_to_it_;
};

}  // namespace

int analyze_spirits_position(const AnalyzeArgs& given) {
  return analyze_given_position<Spirits>(
      given, [&](const spirits::State& state) { return analyze(given, state, {}); });
}

std::unique_ptr<RecordAnalysis> analyze_spirits_record() {
  return std::make_unique<SpiritsRecord>();
}

}  // namespace hotaka::cli
