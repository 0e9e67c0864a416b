#pragma once
// Worlds: whole states that agree with all that a seat sees.

#include <array>

#include "base/list.h"
#include "base/rng.h"
#include "games/spirits/rules.h"
#include "games/spirits/view.h"

namespace hotaka::bots::spirits_play {

using spirits::Action;
using spirits::Actions;
using spirits::Card;
using spirits::Cards;
using spirits::State;
using spirits::View;

// The cards that the viewer sees nowhere: in hidden hands, or under covers.
Cards unseen_cards(const View& view);

class Worlds {
 public:
  explicit Worlds(const View& view);

  // One of all worlds that agree with the view, each as likely as any other.
  State sample(Rng& rng);
  bool certain() const;  // nothing is hidden: there is only one world

 private:
  View view_;
  State open_;  // what is seen; hidden places are still empty
  std::array<List<Card, spirits::clan_size>, 2> unseen_;
};

}  // namespace hotaka::bots::spirits_play
