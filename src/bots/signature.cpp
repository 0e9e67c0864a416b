#include "bots/signature.h"

#include "base/hash.h"
#include "bots/dragons/bots.h"
#include "bots/ratuki/host.h"
#include "bots/spirits/bots.h"

namespace hotaka::bots {

using dragons::Dragons;
using spirits::Spirits;

int bot_count(std::string_view game) {
  if (game == Dragons::traits.name) return static_cast<int>(dragons_bots().size());
  if (game == Spirits::traits.name) return static_cast<int>(spirits_bots().size());
  if (game == ratuki::Ratuki::traits.name) return static_cast<int>(ratuki_bots().size());
  return 0;
}

std::uint64_t bot_signature(std::string_view game, int bot) {
  if (game == Dragons::traits.name) return dragons_bot_signature(bot);
  if (game == Spirits::traits.name) return spirits_bot_signature(bot);
  if (game == ratuki::Ratuki::traits.name) return ratuki_bot_signature(bot);
  return 0;
}

std::uint64_t dragons_bot_signature(int bot) {
  constexpr int entries = 150;
  constexpr std::uint64_t work = 256;
  const auto net = trained_net();
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

// The times of what they do count too.
std::uint64_t ratuki_bot_signature(int bot) {
  constexpr int rounds = 2;
  const auto level = *ratuki_level(ratuki_bots()[static_cast<std::size_t>(bot)].name);
  Hasher hasher;
  for (const auto& options : ratuki::Ratuki::variants()) {
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
