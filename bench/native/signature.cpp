// hotaka_bench signature: numbers that prove that two builds play by the same rules.

#include <fmt/format.h>

#include "bots/signature.h"
#include "games/any_game.h"
#include "games/signature.h"
#include "native/bench.h"

namespace hotaka::bench {

namespace {

int print_signatures() {
  for (const GameType* game : all_games()) {
    const Signature made = signature(*game);
    fmt::print("{} {:016x} ({} actions)\n", game->traits().name, made.number, made.actions);
  }
  for (const GameType* game : all_games()) {
    const std::string_view name = game->traits().name;
    const int count = bots::bot_count(name);
    std::uint64_t folded = 0;
    for (int bot = 0; bot < count; ++bot) {
      folded = fold_signature(folded, bots::bot_signature(name, bot));
    }
    if (count > 0) fmt::print("{}-bots {:016x} ({} bots)\n", name, folded, count);
  }
  return all_right;
}

}  // namespace

void add_signature(Parser& parser) {
  Command command = parser.add_command(
      "signature", "Print one number per game for the rules and one for the bots");
  command.footer("Every build must print the same numbers.\nExample: hotaka_bench signature");
  command.on_run([] { return print_signatures(); });
}

}  // namespace hotaka::bench
