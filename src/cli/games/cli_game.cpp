#include "cli/games/cli_game.h"

namespace hotaka::cli {

const CliGame* find_cli_game(std::string_view name) {
  for (const CliGame* game : cli_games()) {
    if (game->name == name) return game;
  }
  return nullptr;
}

std::string footer_of(std::string_view command, std::string_view remark, std::string_view example) {
  std::string remarks(remark);
  std::string examples;
  int count = 0;
  const auto add_line = [](std::string& out, std::string_view line, std::string_view between) {
    if (line.empty()) return;
    if (!out.empty()) out += between;
    out += line;
  };
  const auto add = [&](std::string_view remark_, std::string_view example_) {
    add_line(remarks, remark_, "\n");
    add_line(examples, example_, "\n          ");
    if (!example_.empty()) ++count;
  };
  for (const CliGame* game : cli_games()) {
    for (const HelpText& text : game->help) {
      if (text.command == command) add(text.remark, text.example);
    }
  }
  add("", example);
  if (!remarks.empty() && !examples.empty()) remarks += '\n';
  if (!examples.empty()) remarks += count > 1 ? "Examples: " : "Example: ";
  return remarks + examples;
}

}  // namespace hotaka::cli
