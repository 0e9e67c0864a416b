#pragma once
// Play by rules of thumb alone, nothing is played out: each action is judged by what lies on the
// table and by a dozen guesses of the hidden cards.

#include "bots/bot.h"
#include "games/spirits/spirits.h"

namespace hotaka::bots::spirits_play {

// For each legal action, how good it looks to the seat that decides.
List<int, spirits::Actions::capacity> rule_scores(const Question<spirits::Spirits>& asked);

// The action that looks best. A weaker player's eye is blurred: to each judgement a random part of
// at most `blur` is added; and so often in a hundred, `slips`, it takes just any action.
class RulesBot final : public Bot<spirits::Spirits> {
 public:
  RulesBot(int blur, int slips) : blur_(blur), slips_(slips) {}

  void begin(const Question<spirits::Spirits>& asked) override;
  bool think(std::uint64_t) override { return false; }
  spirits::Action best() const override { return choice_; }

 private:
  int blur_;
  int slips_;
  spirits::Action choice_;
};

}  // namespace hotaka::bots::spirits_play
