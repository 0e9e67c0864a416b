#pragma once
// What the analyses of the games share. Each game has a file of its own.

#include <cstdint>
#include <string>
#include <vector>

#include "bots/bot.h"
#include "cli/command.h"
#include "games/dragons/dragons.h"
#include "games/spirits/spirits.h"

namespace hotaka::cli {

struct AnalyzeArgs {
  std::string what;  // a game, or a file
  std::string position;
  std::int64_t game = 0;
  std::int64_t entry = -1;  // the last one at which somebody decides
  std::size_t lines = 8;
  std::uint64_t searched = 10;
  std::uint64_t work = 20'000;
  bool json = false;
  Setup setup;
};

// --- One a game
int analyse_dragons(const AnalyzeArgs& given, const dragons::State& state);
// `trail` is what was done since the deal, if it is known.
int analyse_spirits(const AnalyzeArgs& given, const spirits::State& state,
                    const std::vector<bots::Done<spirits::Spirits>>& trail);

}  // namespace hotaka::cli
