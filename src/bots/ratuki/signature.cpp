#include "base/hash.h"
#include "bots/ratuki/bots.h"
#include "bots/real_time_seats.h"

namespace hotaka::bots {

// The times of what they do count too.
std::uint64_t ratuki_bot_signature(int bot) {
  constexpr int rounds = 2;
  const std::shared_ptr<const RealTimeBot<ratuki::Ratuki>> player =
      make_ratuki_bot(ratuki_bots()[static_cast<std::size_t>(bot)].name);
  Hasher hasher;
  for (const auto& options : ratuki::Ratuki::variants()) {
    Rng decks(static_cast<std::uint64_t>(bot));
    RealTimeSeats<ratuki::Ratuki> players(static_cast<std::uint64_t>(bot));
    auto state = start(options);
    for (Seat seat = 0; seat < options.players; ++seat) players.sit_down(seat, player);
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
