#pragma once
// How long the solver takes for positions from random play.

#include <cstddef>
#include <cstdint>

namespace hotaka::cli {

struct SolveBench {
  int cards = 16;
  int deals = 20;
  std::uint64_t seed = 1;
  int players = 0;  // 0 for 4, 3 and 2 in turn
  std::size_t megabytes = 64;
};

void print_solve_bench(const SolveBench& bench);

}  // namespace hotaka::cli
