// hotaka demo [GAME]: a game that plays itself in the terminal.

#include <unistd.h>

#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "cli/command.h"
#include "games/list.h"
#include "games/random_play.h"

namespace hotaka::cli {

namespace {

struct DemoArgs {
  std::string game{all_games().front()->traits().name};
  std::uint64_t seed = 1;
  int ms = 400;
  std::uint64_t steps = 100;
  Setup setup;
};

template <class G>
int demo(const DemoArgs& given) {
  int status = all_right;
  const auto options = given.setup.options<G>(status);
  if (!options) return status;
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  Rng rng(given.seed);
  RandomPlayers<G> players;
  auto state = start(*options);
  // Spectators see no hidden card: neither does this.
  const auto frame = [&](const std::string& what) {
    if (terminal) fmt::print("\x1b[H\x1b[2J");
    fmt::print("{}\n\n{}\n{}\n", G::traits.title, drawing(view(state, Viewer::spectator())), what);
    std::fflush(stdout);
    if (terminal) std::this_thread::sleep_for(std::chrono::milliseconds(given.ms));
  };
  frame("a game of random moves begins");
  std::string what;
  for (std::uint64_t step = 0; step < given.steps && phase(state) != Phase::over; ++step) {
    what.clear();
    play_on<G>(
        state, players, rng, 1, [&](const auto&, const auto&) { what = "nature draws"; },
        [&](const auto&, const Deed<G>& deed) {
          what = fmt::format("seat {}: ", deed.seat);
          append_text(what, deed.action);
        });
    frame(what.empty() ? "time passes" : what);
  }
  if (phase(state) == Phase::over) {
    fmt::print("The game is over: {}.\n", outcome(state).reason.message);
  } else {
    fmt::print("The demo ends here, after {} steps (--steps).\n", given.steps);
  }
  return all_right;
}

}  // namespace

void add_demo(Parser& parser) {
  auto given = std::make_shared<DemoArgs>();
  Command command = parser.add_command("demo", "Watch a game that plays itself");
  command.argument("GAME", given->game, game_help());
  command.argument("--seed", given->seed, "The same seed gives the same game");
  command.argument("--ms", given->ms, "Milliseconds for each step, on a terminal").range(0, 60000);
  command.argument("--steps", given->steps, "How many steps at most");
  given->setup.add_to(command, true);
  command.footer(footer_of("demo"));
  command.on_run([given] {
    int status = all_right;
    const bool known = with_game(given->game, [&]<class G>() { status = demo<G>(*given); });
    return known ? status : complain(unknown_game(given->game), usage_wrong);
  });
}

}  // namespace hotaka::cli
