#pragma once
// What the bots' folder of a game offers, and the one list of those. Nobody else asks for a game's
// bots by the name of the game.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/levels.h"
#include "bots/any_bot.h"
#include "bots/bot.h"

namespace hotaka::bots {

struct BotType {
  std::string_view game;
  std::span<const BotInfo> bots;  // the levels of base/levels.h first
  // One of the two; the other one is nullptr. They return nullptr for a name that no bot has.
  std::unique_ptr<AnyBot> (*make)(std::string_view name) = nullptr;
  std::unique_ptr<AnyRealTimeBot> (*make_real_time)(std::string_view name) = nullptr;
  // One number for what a bot chooses in games against itself. Every build must have the same.
  std::uint64_t (*signature)(int bot) = nullptr;
  // Of each level, lowest first: constants from the arena (docs/strength.md), where `club` is 1500
  // and neighbors are as far apart as their share of wins says, 600 at most.
  std::array<int, levels.size()> ratings{};
};

// The bots of all games, in list.cpp.
std::span<const BotType* const> all_bots();

// nullptr if there is no game of that name.
const BotType* bots_of_game(std::string_view game);

}  // namespace hotaka::bots
