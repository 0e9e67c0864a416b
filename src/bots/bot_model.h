#pragma once
// Makes a typed bot into one of any game. Included by each game's bots once.

#include <memory>
#include <string>
#include <utility>

#include "bots/any_bot.h"
#include "bots/bot.h"
#include "bots/real_time_bot.h"
#include "games/typed.h"

namespace hotaka::bots {

template <class G>
class BotModel final : public AnyBot {
 public:
  explicit BotModel(std::unique_ptr<Bot<G>> bot) : bot_(std::move(bot)) {}

  void begin(const AnyGame& game, Seat seat, std::span<const DoneText> trail,
             std::uint64_t seed) override {
    auto question = question_for<G>(match_of<G>(game)->state, seat, seed);
    for (const DoneText& done : trail) {
      if (const auto action = G::parse_action(done.action))
        question.trail.push_back({done.seat, *action});
    }
    bot_->begin(question);
  }
  bool think(std::uint64_t work) override { return bot_->think(work); }
  std::string best() const override {
    std::string text;
    append_text(text, bot_->best());
    return text;
  }

 private:
  std::unique_ptr<Bot<G>> bot_;
};

template <class G>
class RealTimeBotModel final : public AnyRealTimeBot {
 public:
  explicit RealTimeBotModel(std::unique_ptr<RealTimeBot<G>> bot) : bot_(std::move(bot)) {}

  Plan<std::string> plan(const AnyGame& game, std::int64_t now, Seat seat,
                         std::uint64_t seed) const override {
    if (game.current_phase() != Phase::action) return {};
    auto state = match_of<G>(game)->state;
    advance(state, now);
    if (phase(state) != Phase::action) return {};
    state.now = now;  // time has passed, even if nothing has happened
    const auto plan = bot_->plan(view(state, Viewer::seat(seat)), seat, seed);
    Plan<std::string> spelled{plan.at, std::nullopt};
    if (plan.action) append_text(spelled.action.emplace(), *plan.action);
    return spelled;
  }

 private:
  std::unique_ptr<RealTimeBot<G>> bot_;
};

// nullptr for nullptr.
template <class G>
std::unique_ptr<AnyBot> any_bot(std::unique_ptr<Bot<G>> bot) {
  return bot == nullptr ? nullptr : std::make_unique<BotModel<G>>(std::move(bot));
}
template <class G>
std::unique_ptr<AnyRealTimeBot> any_bot(std::unique_ptr<RealTimeBot<G>> bot) {
  return bot == nullptr ? nullptr : std::make_unique<RealTimeBotModel<G>>(std::move(bot));
}

}  // namespace hotaka::bots
