// hotaka_bench: measures the engine and the server. script/bench prints every figure that the docs
// quote.

#include <cstdio>
#include <exception>
#include <vector>

#include "native/bench.h"

namespace {

int run(int argc, char** argv) {
  namespace bench = hotaka::bench;
  bench::Parser parser("Measures Hotaka's rules, bots, solver, storage and server.", "hotaka_bench",
                       "script/bench prints every figure that the docs quote.\n"
                       "Each command explains itself: hotaka_bench COMMAND --help");
  bench::add_signature(parser);
  bench::add_rules(parser);
  bench::add_bots(parser);
  bench::add_solver(parser);
  bench::add_store(parser);
  bench::add_load(parser);
  bench::add_server_data(parser);
  bench::add_relay(parser);
  return parser.run({argv + 1, argv + argc});
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "hotaka_bench: %s\n", error.what());
  }
  return hotaka::cli::input_wrong;
}
