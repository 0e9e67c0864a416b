#include "base/hash.h"
#include "bots/dragons/bots.h"

namespace hotaka::bots {

using dragons::Dragons;

std::uint64_t dragons_bot_signature(int bot) {
  constexpr int entries = 150;
  constexpr std::uint64_t work = 256;
  const auto player =
      make_dragons_bot(dragons_bots()[static_cast<std::size_t>(bot)].name, trained_net());
  Hasher hasher;
  for (const auto& options : {*dragons::edition("gen42"), *dragons::edition("huch")}) {
    Rng rng(static_cast<std::uint64_t>(bot));
    auto state = start(options);
    for (int i = 0; i < entries && phase(state) != Phase::over; ++i) {
      if (phase(state) == Phase::chance) {
        apply(state, draw(state, rng));
        continue;
      }
      const auto question = question_for<Dragons>(state, state.side, rng.next());
      const auto action = decide(*player, question, work, [] { return true; });
      hasher.add(static_cast<std::uint64_t>(action.from) << 8U | action.to);
      apply(state, state.side, action);
    }
  }
  return hasher.value();
}

}  // namespace hotaka::bots
