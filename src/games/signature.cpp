#include "games/signature.h"

#include "base/hash.h"
#include "games/random_play.h"
#include "games/variants.h"

namespace hotaka {

namespace {

constexpr std::uint64_t decisions_a_game = 2000;

template <class G>
Signature part_of(int part) {
  const auto all = variants<G>();
  Signature signature;
  Hasher hasher;
  Rng rng(static_cast<std::uint64_t>(part));
  auto state = start(all[static_cast<std::size_t>(part) % all.size()]);
  RandomPlayers<G> players;
  std::string text;
  typename G::Actions actions;
  signature.actions = play_on<G>(
      state, players, rng, decisions_a_game,
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

}  // namespace

Signature signature_part(std::string_view game, int part) {
  Signature signature;
  with_game(game, [&]<class G>() { signature = part_of<G>(part); });
  return signature;
}

std::uint64_t fold_signature(std::uint64_t so_far, std::uint64_t part) {
  return Hasher().add(so_far).add(part).value();
}

Signature signature(std::string_view game) {
  Signature whole;
  for (int part = 0; part < signature_parts; ++part) {
    const Signature one = signature_part(game, part);
    whole.number = fold_signature(whole.number, one.number);
    whole.actions += one.actions;
  }
  return whole;
}

}  // namespace hotaka
