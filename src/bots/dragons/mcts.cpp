#include "bots/dragons/mcts.h"

#include <bit>
#include <cmath>

#include "games/random_play.h"

namespace hotaka::bots {

using namespace dragons;

void Mcts::begin(const Question<Dragons>& asked) {
  root_ = asked.view;
  rng_ = Rng(asked.seed);
  nodes_.assign(1, Node());
  expand(0, root_);
}

void Mcts::expand(std::uint32_t node, const State& state) {
  const auto first = static_cast<std::uint32_t>(nodes_.size());
  if (phase(state) == Phase::chance) {
    nodes_.resize(nodes_.size() + 36);
    nodes_[node].first = first;
    nodes_[node].count = 36;
    return;
  }
  Actions actions;
  legal(state, state.side, actions);
  for (const Action action : actions) nodes_.push_back({.action = action});
  nodes_[node].first = first;
  nodes_[node].count = static_cast<std::uint8_t>(actions.size());
}

// UCT; a child that was never tried comes first.
std::uint32_t Mcts::select(std::uint32_t node) {
  const Node& parent = nodes_[node];
  std::uint32_t chosen = parent.first;
  float best = -1;
  // The logarithm by the number of bits: libm's differs between builds.
  const float log = 0.69F * static_cast<float>(std::bit_width(parent.visits + 1));
  const float spread = 1.4F * std::sqrt(log);
  for (std::uint32_t child = parent.first; child < parent.first + parent.count; ++child) {
    const Node& one = nodes_[child];
    if (one.visits == 0) return child;
    const auto visits = static_cast<float>(one.visits);
    const float value = one.wins / visits + spread / std::sqrt(visits);
    if (value > best) {
      best = value;
      chosen = child;
    }
  }
  return chosen;
}

void Mcts::playout() {
  State state = root_;
  std::uint32_t node = 0;
  path_.assign(1, {0, nobody});
  while (phase(state) != Phase::over && nodes_[node].first != 0) {
    if (phase(state) == Phase::chance) {
      const Chance roll = draw(state, rng_);
      apply(state, roll);
      node = nodes_[node].first + static_cast<std::uint32_t>((roll.a - 1) * 6 + roll.b - 1);
      path_.push_back({node, nobody});
    } else {
      const int side = state.side;
      node = select(node);
      apply(state, side, nodes_[node].action);
      path_.push_back({node, side});
    }
  }
  if (phase(state) != Phase::over && nodes_[node].visits > 0 && nodes_.size() < most_nodes) {
    expand(node, state);
  }
  RandomPlayers<Dragons> players;
  const auto nothing = [](const auto&, const auto&) {};
  constexpr std::uint64_t most_decisions = 20'000;
  play_on<Dragons>(state, players, rng_, most_decisions, nothing, nothing);
  const int winner = phase(state) == Phase::over ? state.side : nobody;
  for (const Step& step : path_) {
    ++nodes_[step.node].visits;
    if (step.chooser == winner && winner != nobody) nodes_[step.node].wins += 1.0F;
  }
}

bool Mcts::think(std::uint64_t work) {
  if (nodes_[0].count == 1) return false;
  for (std::uint64_t i = 0; i < work; ++i) playout();
  return true;
}

Action Mcts::best() const {
  const Node& root = nodes_[0];
  std::uint32_t chosen = root.first;
  for (std::uint32_t child = root.first; child < root.first + root.count; ++child) {
    if (nodes_[child].visits > nodes_[chosen].visits) chosen = child;
  }
  return nodes_[chosen].action;
}

}  // namespace hotaka::bots
