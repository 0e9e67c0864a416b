// hotaka play GAME: a game against bots, in the terminal.

#include "cli/play/play.h"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <random>

#include <fmt/format.h>

namespace hotaka::cli {

namespace {

int play_game(const PlayArgs& given, std::string& record) {
  if (given.game == "dragons") return play_dragons(given, record);
  if (given.game == "spirits") return play_spirits(given, record);
  return complain("only dragons and spirits can be played in the terminal", usage_wrong);
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
  command.argument("GAME", given->game, "dragons or spirits").required();
  command.argument("--bot", given->bot, "novice, casual, club, expert or master");
  command
      .argument(
          "--side", given->side,
          "dragons: white (if not given) or black; spirits: which player you are, counted from 0")
      .value_name("SIDE");
  command.argument("--record", given->record, "Write the game as a record into this file")
      .value_name("FILE");
  command
      .argument("--seed", given->seed,
                "The same seed gives the same dice or deals; by chance if not given")
      .hide_default();
  given->setup.add_to(command, true);
  command.footer(
      "Examples: hotaka play dragons --bot casual --record mine.hgr\n"
      "          hotaka play spirits --players 3 --bot expert");
  command.on_run([given] { return run(*given); });
}

}  // namespace hotaka::cli
