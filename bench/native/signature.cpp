// hotaka_bench signature: numbers that prove that two builds play by the same rules.

#include <fmt/format.h>

#include "bots/signature.h"
#include "games/signature.h"
#include "native/bench.h"

namespace hotaka::bench {

namespace {

int print_signatures() {
  any_of_games([]<class G>() {
    const Signature made = signature(G::name);
    fmt::print("{} {:016x} ({} actions)\n", G::name, made.number, made.actions);
    return false;
  });
  any_of_games([]<class G>() {
    const int count = bots::bot_count(G::name);
    std::uint64_t folded = 0;
    for (int bot = 0; bot < count; ++bot) {
      folded = fold_signature(folded, bots::bot_signature(G::name, bot));
    }
    if (count > 0) fmt::print("{}-bots {:016x} ({} bots)\n", G::name, folded, count);
    return false;
  });
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
