#include "base/hash.h"
#include "bots/spirits/bots.h"

namespace hotaka::bots {

using spirits::Spirits;

// A round of every number of players, in both editions.
std::uint64_t spirits_bot_signature(int bot) {
  constexpr std::uint64_t work = 512;
  const auto player = make_spirits_bot(spirits_bots()[static_cast<std::size_t>(bot)].name);
  Hasher hasher;
  for (const auto* edition : {"matagot", "russian"}) {
    for (const unsigned players : {2U, 3U, 4U}) {
      Rng rng(static_cast<std::uint64_t>(bot) + players);
      auto options = *spirits::edition(edition);
      options.players = static_cast<std::uint8_t>(players);
      auto state = start(options);
      while (phase(state) == Phase::chance) apply(state, draw(state, rng));
      std::vector<Done<Spirits>> trail;
      while (phase(state) == Phase::action) {
        auto question = question_for<Spirits>(state, state.actor(), rng.next());
        question.trail = trail;
        const auto action = decide(*player, question, work, [] { return true; });
        hasher.add(action.code);
        trail.push_back({state.actor(), action});
        apply(state, state.actor(), action);
      }
    }
  }
  return hasher.value();
}

}  // namespace hotaka::bots
