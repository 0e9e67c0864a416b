// hotaka play GAME: a game against bots, in the terminal.

#include "cli/play/play.h"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <random>

#include <fmt/format.h>

#include "cli/games/cli_game.h"

namespace hotaka::cli {

namespace {

int play_game(const PlayArgs& given, std::string& record) {
  const CliGame* game = find_cli_game(given.game);
  if (game != nullptr && game->play != nullptr) return game->play(given, record);
  return complain(
      fmt::format("only {} can be played in the terminal", names_with(&CliGame::play, "and")),
      usage_wrong);
}

// "this game: white or black; that: .."
std::string side_help() {
  std::string out;
  for (const CliGame* game : cli_games()) {
    if (game->sides.empty()) continue;
    if (!out.empty()) out += "; ";
    out += fmt::format("{}: {}", game->name, game->sides);
  }
  return out;
}

int run(PlayArgs given) {
  if (!bots_of(given.game).empty() && !has_bot(given.game, given.bot))
    return complain(unknown_bot(given.game, given.bot), usage_wrong);
  if (given.seed == 0) given.seed = std::random_device()();
  std::string record;
  const int status = play_game(given, record);
  if (status != all_right || given.record.empty()) return status;
  std::ofstream file(given.record, std::ios::binary);
  file << record;
  file.close();
  if (!file) return complain("cannot write " + given.record, input_wrong);
  fmt::print("The game is in {}: try hotaka show {}\n", given.record, given.record);
  return all_right;
}

}  // namespace

std::optional<std::string> read_answer() {
  fmt::print("> ");
  std::fflush(stdout);
  std::string line;
  if (std::getline(std::cin, line)) return line;
  fmt::print("\n");
  return std::nullopt;
}

void add_play(Parser& parser) {
  auto given = std::make_shared<PlayArgs>();
  Command command = parser.add_command("play", "Play against bots in the terminal");
  command.argument("GAME", given->game, names_with(&CliGame::play, "or")).required();
  command.argument("--bot", given->bot, "novice, casual, club, expert or master");
  command.argument("--side", given->side, side_help()).value_name("SIDE");
  command.argument("--record", given->record, "Write the game as a record into this file")
      .value_name("FILE");
  command
      .argument("--seed", given->seed,
                "The same seed gives the same dice or deals; by chance if not given")
      .hide_default();
  given->setup.add_to(command, true);
  command.footer(footer_of("play"));
  command.on_run([given] { return run(*given); });
}

}  // namespace hotaka::cli
