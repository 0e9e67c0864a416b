#include "games/ratuki/ratuki.h"

#include <array>

#include "cli/games/cli_game.h"
#include "cli/games/ratuki/pairs.h"

namespace hotaka::cli {

namespace {

constexpr std::array<HelpText, 2> help{{
    {"demo", "hotaka demo ratuki --players 4 --ms 200", ""},
    {"simulate", "", "In ratuki simulated people with reaction times play, ties included."},
}};

}  // namespace

template <>
const CliGame& cli_game<ratuki::Ratuki>() {
  static const CliGame game{
      .name = ratuki::Ratuki::traits.name,
      .help = help,
      .pairing = ratuki_pairing,
  };
  return game;
}

}  // namespace hotaka::cli
