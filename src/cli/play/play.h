#pragma once
// What games in the terminal share. Each game has a file of its own.

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

// --- One a game: plays until it is over or the person leaves, and leaves the record.
int play_dragons(const PlayArgs& given, std::string& record);
int play_spirits(const PlayArgs& given, std::string& record);

}  // namespace hotaka::cli
