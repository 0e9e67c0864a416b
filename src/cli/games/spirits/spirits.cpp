#include "cli/games/spirits/spirits.h"

#include <array>

#include "cli/games/cli_game.h"

namespace hotaka::cli {

namespace {

constexpr std::array<HelpText, 5> help{{
    {"rules", "hotaka rules spirits | less", ""},
    {"simulate", "hotaka simulate spirits --players 3 --games 10 --set target=200 --out games.hgr",
     ""},
    {"play", "hotaka play spirits --players 3 --bot expert", ""},
    {"analyze", "hotaka simulate spirits --games 1 | head -n 20 | hotaka analyze -",
     "In spirits only what the deciding seat sees is used."},
    {"arena", "hotaka arena spirits --players 2 --bots club,rules --games 400",
     "In spirits with three players one of the first plays among two of the second, in each\n"
     "place once: its fair share is a third."},
}};

void add_analyze_arguments(Command& command, AnalyzeArgs& given) {
  command.argument("--work", given.work, "spirits: how many playouts").range(1, 10'000'000);
}

}  // namespace

template <>
const CliGame& cli_game<spirits::Spirits>() {
  static const CliGame game{
      .name = spirits::Spirits::traits.name,
      .help = help,
      .play = play_spirits,
      .sides = "which player you are, counted from 0",
      .analyze_position = analyze_spirits_position,
      .analyze_record = analyze_spirits_record,
      .add_analyze_arguments = add_analyze_arguments,
      .pairing = spirits_pairing,
  };
  return game;
}

}  // namespace hotaka::cli
