#pragma once
// How long the solver takes for positions from random play.

#include <cstddef>
#include <cstdint>

namespace hotaka::bench {

struct SolverRun {
  int cards = 16;
  int deals = 20;
  std::uint64_t seed = 1;
  int players = 0;  // 0 for 4, 3 and 2 in turn
  std::size_t megabytes = 64;
};

void print_solver_times(const SolverRun& run);

}  // namespace hotaka::bench
