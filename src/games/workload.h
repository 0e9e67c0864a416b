#pragma once
// What the benchmarks run: random play, natively and as WebAssembly the same.

#include <cstdint>
#include <string>
#include <vector>

namespace hotaka {

class GameType;

// A game with so many players: "NAME-3", or the game's name alone where that is no choice.
struct Workload {
  std::string name;
  const GameType* game = nullptr;
  int players = 0;

  // Plays whole games (at each decision: list what is legal, choose, apply) until `actions` are
  // done or a little more; returns how many were. The same seed does the same work.
  std::uint64_t run(std::uint64_t actions, std::uint64_t seed) const;
};

std::vector<Workload> all_workloads();

}  // namespace hotaka
