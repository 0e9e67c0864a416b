#include "bots/dragons/bots.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/levels.h"
#include "bots/bot_model.h"
#include "bots/dragons/linear.h"
#include "bots/dragons/mcts.h"
#include "bots/dragons/search.h"
#include "bots/dragons/turns.h"
#include "bots/random_bot.h"

namespace hotaka::bots {

namespace {

using namespace dragons;
using DragonsBot = Bot<Dragons>;

// What one action does at once, and nothing beyond it: destroy, expel, entangle, enter, recruit.
class GreedyBot final : public DragonsBot {
 public:
  void begin(const Question<Dragons>& asked) override {
    Rng rng(asked.seed);
    int best = -1;
    int equals = 0;
    for (const Action action : asked.legal) {
      const int gain = gain_of(asked.view, asked.seat, action);
      if (gain > best) {
        best = gain;
        equals = 0;
      }
      if (gain == best && rng.below(static_cast<std::uint32_t>(++equals)) == 0) choice_ = action;
    }
  }
  bool think(std::uint64_t) override { return false; }
  Action best() const override { return choice_; }

 private:
  static int gain_of(const View& view, Seat seat, Action action) {
    State after = view;
    apply(after, seat, action);
    if (after.step == Step::over) return 1000;
    const int other = opponent(seat);
    const auto in_arena = [&](const State& state) {
      return std::popcount(state.inner[other]) + std::popcount(state.outer[other]);
    };
    int gone = 0;
    for (int type = 0; type < type_count; ++type) {
      gone += destroyed(after, other, static_cast<Type>(type)) -
              destroyed(view, other, static_cast<Type>(type));
    }
    if (gone > 0) return 100;
    if (in_arena(after) < in_arena(view)) return 50;
    if (action.is_enter()) return 20 + static_cast<int>(action.entering());
    return action == Action::take() ? 10 : 0;
  }

  Action choice_;
};

// The best whole turn by an evaluation of where it ends. A weaker player's eye is noisy: to each
// value a random part of at most `noise` is added.
template <class Evaluate>
class TurnBot final : public DragonsBot {
 public:
  TurnBot(Evaluate evaluate, float noise) : evaluate_(std::move(evaluate)), noise_(noise) {}

  void begin(const Question<Dragons>& asked) override {
    choice_ = asked.legal[0];
    if (asked.legal.size() == 1) return;
    Rng rng(asked.seed);
    whole_turns(asked.view, turns_);
    float best = 0;
    bool first = true;
    for (const Turn& turn : turns_) {
      const float blur = noise_ * (static_cast<float>(rng.below(2001)) / 1000.0F - 1.0F);
      const float value = evaluate_(turn.after, asked.seat) + blur;
      if (!first && value <= best) continue;
      first = false;
      best = value;
      choice_ = turn.first();
    }
  }
  bool think(std::uint64_t) override { return false; }
  Action best() const override { return choice_; }

 private:
  Evaluate evaluate_;
  float noise_;
  std::vector<Turn> turns_;
  Action choice_;
};

// Two turns ahead, a candidate a slice.
class SearchBot final : public DragonsBot {
 public:
  explicit SearchBot(std::shared_ptr<const Net> net) : search_(std::move(net)) {}

  void begin(const Question<Dragons>& asked) override {
    choice_ = asked.legal[0];
    only_ = asked.legal.size() == 1;
    if (only_) return;
    search_.begin(asked.view);
    choice_ = search_.best().turn.first();
  }
  bool think(std::uint64_t) override {
    if (only_ || search_.candidates().size() == 1) return false;
    const bool more = search_.step();
    choice_ = search_.best().turn.first();
    return more;
  }
  Action best() const override { return choice_; }

 private:
  Search search_;
  bool only_ = false;
  Action choice_;
};

std::unique_ptr<DragonsBot> net_bot(std::shared_ptr<const Net> net, float noise) {
  auto evaluate = [net = std::move(net)](const State& state, int side) {
    return net_value(*net, state, side);
  };
  return std::make_unique<TurnBot<decltype(evaluate)>>(std::move(evaluate), noise);
}

constexpr std::array<BotInfo, 10> infos{{
    {level::novice,
     "a first opponent: sees what a move does at once, but often does something else"},
    {level::casual, "looks a turn ahead with a very blurred eye"},
    {level::club, "looks a turn ahead with a slightly blurred eye"},
    {level::expert, "looks a turn ahead with an almost clear eye"},
    {level::master, "looks two turns ahead, over all rolls"},
    {"random", "yardstick: any legal action"},
    {"greedy", "yardstick: destroys, expels, enters, and looks no further"},
    {"linear", "yardstick: a turn ahead with hand-made weights"},
    {"net", "yardstick: a turn ahead with the learned eye, not blurred at all"},
    {"mcts", "yardstick: plain tree search with random playouts"},
}};

// Every other time a greedy move, otherwise any.
class NoviceBot final : public DragonsBot {
 public:
  void begin(const Question<Dragons>& asked) override {
    asked_ =
        Rng(asked.seed ^ 0x5bd1e995U).below(2) == 0 ? static_cast<DragonsBot*>(&greedy_) : &random_;
    asked_->begin(asked);
  }
  bool think(std::uint64_t) override { return false; }
  Action best() const override { return asked_->best(); }

 private:
  RandomBot<Dragons> random_;
  GreedyBot greedy_;
  DragonsBot* asked_ = &random_;
};

}  // namespace

std::span<const BotInfo> dragons_bots() { return infos; }

std::unique_ptr<DragonsBot> make_dragons_bot(std::string_view name,
                                             std::shared_ptr<const Net> net) {
  if (name == level::novice) return std::make_unique<NoviceBot>();
  if (name == level::casual) return net_bot(std::move(net), 0.22F);
  if (name == level::club) return net_bot(std::move(net), 0.09F);
  if (name == level::expert) return net_bot(std::move(net), 0.03F);
  if (name == "net") return net_bot(std::move(net), 0.0F);
  if (name == level::master) return std::make_unique<SearchBot>(std::move(net));
  if (name == "random") return std::make_unique<RandomBot<Dragons>>();
  if (name == "greedy") return std::make_unique<GreedyBot>();
  if (name == "mcts") return std::make_unique<Mcts>();
  if (name != "linear") return nullptr;
  return std::make_unique<TurnBot<float (*)(const State&, int)>>(&linear_value, 0.0F);
}

constinit const BotType dragons_bot_type{
    .game = Dragons::traits.name,
    .bots = infos,
    .make = [](std::string_view name) { return any_bot(make_dragons_bot(name, trained_net())); },
    .signature = dragons_bot_signature,
    .ratings = {863, 1217, 1500, 1815, 2087},
};

}  // namespace hotaka::bots
