// Plays a random game of dragons with nothing but what is installed, and says who has won.

#include <hotaka/base/rng.h>
#include <hotaka/bots/any_bot.h>
#include <hotaka/games/dragons/dragons.h>

#include <cstdio>

int main() {
  using namespace hotaka;
  if (bots::make_any_bot("dragons", "casual") == nullptr) return 1;
  Rng rng(1);
  dragons::State state = dragons::start(dragons::Options());
  int count = 0;
  while (phase(state) != Phase::over) {
    if (phase(state) == Phase::chance) {
      apply(state, draw(state, rng));
      continue;
    }
    dragons::Actions actions;
    legal(state, state.side, actions);
    apply(state, state.side, actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    ++count;
  }
  std::printf("%s won after %d actions\n", state.side == dragons::white ? "White" : "Black", count);
}
