#include "bots/signature.h"

#include "base/hash.h"
#include "bots/dragons/bots.h"
#include "bots/ratuki/host.h"
#include "games/variants.h"

namespace hotaka::bots {

using dragons::Dragons;

int dragons_bot_count() { return static_cast<int>(dragons_bots().size()); }

std::uint64_t dragons_bot_signature(int bot) {
  constexpr int entries = 150;
  constexpr std::uint64_t work = 256;
  const auto net = std::make_shared<const Net>(trained_net());
  const auto player = make_dragons_bot(dragons_bots()[static_cast<std::size_t>(bot)].name, net);
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

int ratuki_bot_count() { return static_cast<int>(ratuki_bots().size()); }

std::uint64_t ratuki_bot_signature(int bot) {
  constexpr int rounds = 2;
  const auto level = *ratuki_level(ratuki_bots()[static_cast<std::size_t>(bot)].name);
  Hasher hasher;
  for (const auto& options : variants<ratuki::Ratuki>()) {
    Rng decks(static_cast<std::uint64_t>(bot));
    RatukiBots players(static_cast<std::uint64_t>(bot));
    auto state = start(options);
    for (Seat seat = 0; seat < options.players; ++seat) players.sit_down(seat, level);
    for (int round = 0; round < rounds && phase(state) != Phase::over; ++round) {
      apply(state, draw(state, decks));
      players.begin(state);
      while (const auto done = players.step(state, ratuki::never - 1)) {
        const auto& action = done->action;
        hasher.add(static_cast<std::uint64_t>(action.t))
            .add(static_cast<std::uint64_t>(done->seat) << 24U |
                 static_cast<std::uint64_t>(action.kind) << 16U |
                 static_cast<std::uint64_t>(action.card) << 8U | action.slot);
      }
    }
    hasher.add(hash(state));
  }
  return hasher.value();
}

}  // namespace hotaka::bots
