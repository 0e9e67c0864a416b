// Any bytes as a position: refused with a sentence, or a position that says itself again and can be
// played.

#include <cstdint>
#include <cstdlib>

#include "games/list.h"
#include "games/random_play.h"

namespace {

using namespace hotaka;

template <class G>
void try_position(std::uint8_t variant, std::string_view text) {
  const auto all = G::variants();
  const auto& options = all[variant % all.size()];
  const auto read = G::read_position(text, options);
  if (!read) {
    if (read.error().message.empty()) std::abort();
    return;
  }
  if (position_text(*read) != text) std::abort();
  typename G::State state = *read;
  Rng rng(variant);
  RandomPlayers<G> players;
  if constexpr (!RealTimeGame<G>) {
    typename G::Actions actions;
    if (phase(state) == Phase::action) {
      legal(state, actors(state).lowest(), actions);
      if (actions.empty())
        return;  // dice that nobody can use are a position, but nothing to play on
    }
  } else {
    players.begin_round(state, rng);
    if (state.now > 0) return;  // the crowd begins at time 0
  }
  const auto nothing = [](const auto&, const auto&) {};
  play_on<G>(state, players, rng, 200, nothing, nothing);
  if (phase(state) == Phase::over && outcome(state).winners.empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  std::size_t skip = data[0] % Games::types().size();  // of the list's games
  Games::any_of([&]<class G>() {
    if (skip-- > 0) return false;
    try_position<G>(data[1], text);
    return true;
  });
  return 0;
}
