#include "games/workload.h"

#include "games/any_game.h"
#include "games/random_play.h"

namespace hotaka {

namespace {

template <class G>
std::uint64_t play(const typename G::Options& options, std::uint64_t actions, std::uint64_t seed) {
  Rng rng(seed);
  std::uint64_t done = 0;
  while (done < actions) {
    auto state = start(options);
    RandomPlayers<G> players;
    const auto nothing = [](const auto&, const auto&) {};
    done += play_on<G>(state, players, rng, 10 * actions, nothing, nothing);
  }
  return done;
}

template <class Options>
Options with_players(int players) {
  Options options;
  options.players = static_cast<std::uint8_t>(players);
  return options;
}

}  // namespace

std::uint64_t run_workload(std::size_t workload, std::uint64_t actions, std::uint64_t seed) {
  using Spirits = spirits::Options;
  using Ratuki = ratuki::Options;
  switch (workload) {
    case 0: return play<dragons::Dragons>(dragons::Options(), actions, seed);
    case 1: return play<spirits::Spirits>(with_players<Spirits>(4), actions, seed);
    case 2: return play<spirits::Spirits>(with_players<Spirits>(3), actions, seed);
    case 3: return play<spirits::Spirits>(with_players<Spirits>(2), actions, seed);
    default:
      return play<ratuki::Ratuki>(with_players<Ratuki>(static_cast<int>(workload) - 2), actions,
                                  seed);
  }
}

}  // namespace hotaka
