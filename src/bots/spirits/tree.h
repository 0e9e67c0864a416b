#pragma once
// Tree search over sampled worlds. All that is done in a round is seen by all, so a node is what
// was done since the decision, and its counts come from all the worlds in which that is possible
// (information-set tree search). Partners choose as one, as in the solver.

#include <cstdint>
#include <vector>

#include "bots/spirits/match.h"
#include "bots/spirits/playout.h"
#include "bots/spirits/pool.h"

namespace hotaka::bots::spirits_play {

struct TreeSettings {
  float curiosity = 0.4F;      // how much rarely tried choices are favoured
  std::uint32_t deepest = 40;  // choices below which it only plays out
};

class Tree {
 public:
  // What is known of one of the actions that are asked about.
  struct Branch {
    spirits::Action action;
    std::uint32_t visits = 0;
    float value = 0;   // mean, as MatchChance::after gives it
    float margin = 0;  // mean round score of the own team minus the other's
  };

  void begin(const Question<spirits::Spirits>& asked, std::vector<PooledWorld> pool,
             const TreeSettings& settings, std::uint64_t seed);
  void simulate();
  const std::vector<Branch>& branches() const { return branches_; }

 private:
  static constexpr std::size_t most_edges = 400'000;
  // A choice at a node: a card to lay or give, or an opposing seat to ask (28 + group).
  struct Edge {
    std::uint32_t next = 0;   // the node's next choice
    std::uint32_t first = 0;  // of the node to which it leads
    std::uint32_t visits = 0;
    std::uint32_t possible = 0;  // visits of the node in worlds that allow it
    float sum = 0;               // for the team that chooses
    std::uint8_t label = 0;
  };
  // A round on its way through the tree.
  struct Walk {
    const PooledWorld* world = nullptr;
    solver::Position position;
    int asked_group = -1;  // somebody must give one of `asked_cards`
    spirits::Cards asked_cards = 0;
  };

  std::size_t choose_branch() const;
  void take_root(Walk& walk, spirits::Action action) const;
  std::uint32_t labels_of(const Walk& walk, int group, spirits::Cards& cards);
  std::uint32_t descend(Walk& walk, std::uint32_t node);
  void finish(Walk& walk);
  std::uint32_t edge_for(std::uint32_t node, int label);

  Question<spirits::Spirits> asked_;
  std::vector<PooledWorld> pool_;
  TreeSettings settings_;
  Rng rng_{0};
  std::vector<MatchChance> chance_;  // one: it has no empty state
  int team_ = 0;
  std::uint32_t total_ = 0;
  std::vector<Branch> branches_;
  std::vector<double> margins_;
  std::vector<std::uint32_t> branch_nodes_;  // an edge that stands for each branch's node
  std::vector<Edge> edges_;
  struct Step {
    std::uint32_t edge;
    int chooser;
  };
  std::vector<Step> path_;
};

}  // namespace hotaka::bots::spirits_play
