#pragma once
// A part of a game's signature (signature.h).

#include <string>

#include "base/hash.h"
#include "games/random_play.h"
#include "games/signature.h"

namespace hotaka {

inline constexpr std::uint64_t decisions_a_signature_part = 2000;

template <class G>
Signature signature_part(int part) {
  const auto all = G::variants();
  Signature signature;
  Hasher hasher;
  Rng rng(static_cast<std::uint64_t>(part));
  auto state = start(all[static_cast<std::size_t>(part) % all.size()]);
  RandomPlayers<G> players;
  std::string text;
  typename G::Actions actions;
  signature.actions = play_on<G>(
      state, players, rng, decisions_a_signature_part,
      [&](const auto& now, const auto& chance) {
        text.clear();
        append_chance(text, chance);
        hasher.add(hash(now)).add(text);
      },
      [&](const auto& now, const Deed<G>& deed) {
        hasher.add(hash(now));
        for (Seat seat = 0; seat < seats(now); ++seat) {
          legal(now, seat, actions);
          text.clear();
          for (const auto& action : actions) append_text(text, action);
          hasher.add(text);
        }
        text.clear();
        append_text(text, deed.action);
        hasher.add(text);
      });
  signature.number = hasher.add(hash(state)).add(position_text(state)).value();
  return signature;
}

}  // namespace hotaka
