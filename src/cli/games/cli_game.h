#pragma once
// What this program does with one game and not with all of them. A game may have a folder here that
// defines its value, and a line in list.cpp; what is not set the program does not do with it.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/text.h"
#include "cli/analysis/analyze.h"
#include "cli/arena/compete.h"
#include "cli/play/play.h"

namespace hotaka::cli {

// What a game adds at the end of a command's help: a remark, an example, or both.
struct HelpText {
  std::string_view command;
  std::string_view example;
  std::string_view remark;
};

struct CliGame {
  std::string_view name;
  std::span<const HelpText> help = {};

  // hotaka play: plays until the game is over or the person leaves, and leaves the record.
  int (*play)(const PlayArgs& given, std::string& record) = nullptr;
  std::string_view sides = "";  // what --side may be

  // hotaka analyze
  int (*analyze_position)(const AnalyzeArgs& given) = nullptr;
  std::unique_ptr<RecordAnalysis> (*analyze_record)() = nullptr;
  void (*add_analyze_arguments)(Command& command, AnalyzeArgs& given) = nullptr;

  // hotaka arena
  std::optional<Pairing> (*pairing)(const ArenaArgs& given, int& status) = nullptr;
  void (*add_arena_arguments)(Command& command, ArenaArgs& given) = nullptr;
};

// Defined in the game's folder.
template <class G>
const CliGame& cli_game();

// Those of list.cpp, in the order of the list of games.
std::span<const CliGame* const> cli_games();
const CliGame* find_cli_game(std::string_view name);  // nullptr if it is not among them

// The names of the games with that member set, such as "a, b and c".
template <class Member>
std::string names_with(Member CliGame::* member, std::string_view conjunction);

template <class Member>
std::string names_with(Member CliGame::* member, std::string_view conjunction) {
  std::vector<std::string_view> names;
  for (const CliGame* game : cli_games()) {
    if (game->*member != nullptr) names.push_back(game->name);
  }
  return join_names(names, conjunction);
}

}  // namespace hotaka::cli
