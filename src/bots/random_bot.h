#pragma once
// A bot of any turn-based game: any legal action.

#include "base/rng.h"
#include "bots/bot.h"

namespace hotaka::bots {

template <class G>
class RandomBot final : public Bot<G> {
 public:
  void begin(const Question<G>& asked) override {
    choice_ = asked.legal[Rng(asked.seed).below(static_cast<std::uint32_t>(asked.legal.size()))];
  }
  bool think(std::uint64_t) override { return false; }
  typename G::Action best() const override { return choice_; }

 private:
  typename G::Action choice_;
};

}  // namespace hotaka::bots
