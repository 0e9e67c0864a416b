#include <cstdio>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/version.h"

namespace {

int run(int argc, char** argv) {
  using namespace hotaka::cli;
  Parser parser("Hotaka: the rules of three tabletop games, for people and programs.", "hotaka",
                "Try: hotaka demo " + std::string(hotaka::all_games().front()->traits().name) +
                    "\nEach command explains itself: hotaka COMMAND --help");
  parser.set_version(std::string(version()));
  add_replay(parser);
  add_verify(parser);
  add_simulate(parser);
  add_show(parser);
  add_rules(parser);
  add_perft(parser);
  add_solve(parser);
  add_demo(parser);
  add_play(parser);
  add_analyze(parser);
  add_arena(parser);
  add_train(parser);
#ifdef HOTAKA_SERVER
  add_backup(parser);
  add_serve(parser);
  add_admin(parser);
#endif
  // A position may begin with a dash ("-/-/.."), which the parser would take for an option: a space
  // before it helps, and whoever reads a position takes it off again.
  std::vector<std::string> words(argv + 1, argv + argc);
  for (std::string& word : words) {
    if (word.starts_with("-/")) word.insert(0, 1, ' ');
  }
  return parser.run(std::move(words));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "hotaka: %s\n", error.what());
  }
  return hotaka::cli::input_wrong;
}
