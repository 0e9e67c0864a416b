#pragma once
// What games in the terminal share. How one is played is in the folder of the game.

#include <cstdint>
#include <optional>
#include <string>

#include "cli/command.h"

namespace hotaka::cli {

struct PlayArgs {
  std::string game;
  std::string bot = "club";
  std::string side;  // "" if not given
  std::string record;
  std::uint64_t seed = 0;
  Setup setup;
};

// What the person types next; nothing when there is no more.
std::optional<std::string> read_answer();

}  // namespace hotaka::cli
