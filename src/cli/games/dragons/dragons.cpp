#include "cli/games/dragons/dragons.h"

#include <array>

#include "cli/games/cli_game.h"

namespace hotaka::cli {

namespace {

constexpr std::array<HelpText, 7> help{{
    {"rules", "hotaka rules dragons D14", ""},
    {"replay", "hotaka simulate dragons --games 3 | hotaka replay -", ""},
    {"verify", "hotaka simulate dragons --fair --games 3 | hotaka verify -", ""},
    {"show", R"(hotaka show dragons "vvv9VVV9 VWWWFF/vwwwff -/- w 52")", ""},
    {"play", "hotaka play dragons --bot casual --record mine.hgr", ""},
    {"analyze", R"(hotaka analyze dragons "vvv9VVV9 VWWWFF/vwwwff -/- w 52")", ""},
    {"arena", "hotaka arena dragons --bots expert,linear --games 2000", ""},
}};

void add_analyze_arguments(Command& command, AnalyzeArgs& given) {
  command.argument("--search", given.searched,
                   "dragons: how many turns to look at two turns ahead");
}

void add_arena_arguments(Command& command, ArenaArgs& given) {
  command.argument("--weights", given.weights, "dragons: weights of your own for the net")
      .value_name("FILE");
}

}  // namespace

template <>
const CliGame& cli_game<dragons::Dragons>() {
  static const CliGame game{
      .name = dragons::Dragons::traits.name,
      .help = help,
      .play = play_dragons,
      .sides = "white (if not given) or black",
      .analyze_position = analyze_dragons_position,
      .analyze_record = analyze_dragons_record,
      .add_analyze_arguments = add_analyze_arguments,
      .pairing = dragons_pairing,
      .add_arena_arguments = add_arena_arguments,
  };
  return game;
}

}  // namespace hotaka::cli
