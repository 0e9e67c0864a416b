#pragma once
// What the choices of others say about their hidden cards. Whoever gave a card had it, and would
// rather have given a better one: a world in which much better ones were at hand is less likely.
// A forced answer says nothing. With two players nobody knows the hidden cards, so nothing is said.

#include <vector>

#include "bots/bot.h"
#include "games/spirits/spirits.h"

namespace hotaka::bots::spirits_play {

class Beliefs {
 public:
  explicit Beliefs(const Question<spirits::Spirits>& asked);

  // How well a world explains what was done, 1 at best.
  float likelihood(const spirits::State& world) const;
  bool empty() const { return events_.empty(); }

 private:
  struct Event {
    Seat seat = nobody;
    spirits::Cards given_later = 0;  // cards of the clan that the seat gave then or after
    int clan = 0;
    bool by_foe = false;
    std::array<std::int32_t, spirits::clan_size> worth{};
    std::int32_t chosen = 0;  // the worth of what was given
    float doubt = 1;          // the loss that makes a choice half as likely
  };
  std::vector<Event> events_;
};

}  // namespace hotaka::bots::spirits_play
