#pragma once
// Paired games between two bots of dragons on all cores: the same dice twice, with seats swapped.

#include <cstdint>
#include <memory>
#include <string>

#include "bots/dragons/net.h"
#include "games/dragons/options.h"

namespace hotaka::cli {

// A bot as it was named: "mcts@500" thinks at most 500 ms a decision.
struct Entrant {
  std::string text;
  std::string name;
  int ms = 0;  // 0: as long as the work lasts
};

struct Score {
  double wins = 0;     // of the first bot, an unfinished game counting half
  double squares = 0;  // of the pairs' shares
  std::uint64_t pairs = 0;
  double ms[2] = {0, 0};
  std::uint64_t decisions[2] = {0, 0};

  double share() const { return wins / static_cast<double>(pairs); }
  double margin() const;  // half of the 95% interval of the share, from the spread over pairs
};

struct MatchPlan {
  dragons::Options options;
  std::uint64_t games = 1000;
  std::uint64_t seed = 1;
  std::uint64_t work = 100'000;  // playouts or evaluations a decision, where no clock decides
};

Score compete(const MatchPlan& plan, const Entrant& a, const Entrant& b,
              const std::shared_ptr<const bots::Net>& net);

}  // namespace hotaka::cli
