// The one list of games that the program does more with than with any game.

#include <array>

#include "cli/games/cli_game.h"
#include "games/dragons/dragons.h"
#include "games/ratuki/ratuki.h"
#include "games/spirits/spirits.h"

namespace hotaka::cli {

std::span<const CliGame* const> cli_games() {
  static const std::array<const CliGame*, 3> all{
      &cli_game<dragons::Dragons>(), &cli_game<spirits::Spirits>(), &cli_game<ratuki::Ratuki>()};
  return all;
}

}  // namespace hotaka::cli
