#include "bots/any_bot.h"

#include "bots/bot.h"
#include "bots/dragons/bots.h"
#include "bots/spirits/bots.h"
#include "games/typed.h"

namespace hotaka::bots {

namespace {

template <class G>
class Model final : public AnyBot {
 public:
  explicit Model(std::unique_ptr<Bot<G>> bot) : bot_(std::move(bot)) {}

  void begin(const AnyGame& game, Seat seat, std::span<const DoneText> trail,
             std::uint64_t seed) override {
    auto question = question_for<G>(match_of<G>(game)->state, seat, seed);
    for (const DoneText& deed : trail) {
      if (const auto action = G::parse_action(deed.action))
        question.trail.push_back({deed.seat, *action});
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
std::unique_ptr<AnyBot> wrapped(std::unique_ptr<Bot<G>> bot) {
  if (bot == nullptr) return nullptr;
  return std::make_unique<Model<G>>(std::move(bot));
}

}  // namespace

std::unique_ptr<AnyBot> make_any_bot(std::string_view game, std::string_view name) {
  if (game == dragons::Dragons::traits.name) return wrapped(make_dragons_bot(name, trained_net()));
  if (game == spirits::Spirits::traits.name) return wrapped(make_spirits_bot(name));
  return nullptr;
}

}  // namespace hotaka::bots
