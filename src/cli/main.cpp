#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/command.h"

namespace {

int run(int argc, char** argv) {
  using namespace hotaka::cli;
  int status = all_right;
  CLI::App app("Hotaka: the rules of three tabletop games, for people and programs.", "hotaka");
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "Help for all commands");
  app.footer("Try: hotaka demo dragons\nEach command explains itself: hotaka COMMAND --help");
  add_replay(app, status);
  add_verify(app, status);
  add_simulate(app, status);
  add_show(app, status);
  add_rules(app, status);
  add_perft(app, status);
  add_solve(app, status);
  add_bench(app, status);
  add_demo(app, status);
  add_play(app, status);
  add_analyze(app, status);
  add_arena(app, status);
  add_train(app, status);
  add_backup(app, status);
  add_serve(app, status);
  // A position may begin with a dash ("-/-/.."), which the parser would take for an option: a space
  // before it helps, and whoever reads a position takes it off again.
  std::vector<std::string> words(argv + 1, argv + argc);
  for (std::string& word : words) {
    if (word.starts_with("-/")) word.insert(0, 1, ' ');
  }
  std::reverse(words.begin(), words.end());  // as the parser wants them
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? all_right : usage_wrong;
  }
  return status;
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
