#pragma once
// Plain Monte Carlo tree search with random playouts, as general game libraries offer it: a
// yardstick.

#include <vector>

#include "base/rng.h"
#include "bots/bot.h"
#include "games/dragons/dragons.h"

namespace hotaka::bots {

class Mcts final : public Bot<dragons::Dragons> {
 public:
  void begin(const Question<dragons::Dragons>& asked) override;
  bool think(std::uint64_t work) override;
  dragons::Action best() const override;

 private:
  // A decision has a child for each legal action; a roll has 36, made when they are first met.
  struct Node {
    dragons::Action action;   // that led here from a decision
    std::uint32_t first = 0;  // of the children, in nodes_; 0 before they are made
    std::uint32_t visits = 0;
    float wins = 0;  // for the side that chose to come here
    std::uint8_t count = 0;
  };
  static constexpr std::size_t most_nodes = 3'000'000;

  void playout();
  void expand(std::uint32_t node, const dragons::State& state);
  std::uint32_t select(std::uint32_t node);

  dragons::State root_;
  Rng rng_{0};
  std::vector<Node> nodes_;
  struct Step {
    std::uint32_t node;
    int chooser;  // the side whose choice led to the node; nobody for nature
  };
  std::vector<Step> path_;
};

}  // namespace hotaka::bots
