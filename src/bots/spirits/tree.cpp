#include "bots/spirits/tree.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "bots/spirits/solver/roles.h"

namespace hotaka::bots::spirits_play {

namespace {

using namespace spirits;
using solver::groups;
using solver::own;

constexpr int ask_label = card_count;

bool face_down(const PooledWorld& world, const Position& position, int group) {
  return world.deal.columns && position.up[position.mover][group] == 0;
}

}  // namespace

void Tree::begin(const Question<Spirits>& asked, std::vector<PooledWorld> pool,
                 const TreeSettings& settings, std::uint64_t seed) {
  asked_ = asked;
  pool_ = std::move(pool);
  settings_ = settings;
  rng_ = Rng(seed);
  chance_.assign(1, MatchChance(asked.view, asked.seat));
  team_ = asked.seat & 1;
  total_ = 0;
  branches_.clear();
  edges_.assign(1, Edge());  // place 0 means none
  branch_nodes_.clear();
  for (const Action action : asked.legal) {
    branches_.push_back({action, 0, 0, 0});
    branch_nodes_.push_back(static_cast<std::uint32_t>(edges_.size()));
    edges_.emplace_back();
  }
  margins_.assign(branches_.size(), 0);
}

std::size_t Tree::choose_branch() const {
  const float root = std::sqrt(static_cast<float>(total_));
  std::size_t chosen = 0;
  float best = -1e9F;
  for (std::size_t i = 0; i < branches_.size(); ++i) {
    const Branch& branch = branches_[i];
    if (branch.visits == 0) return i;
    const float value =
        branch.value + settings_.curiosity * root / static_cast<float>(1 + branch.visits);
    if (value <= best) continue;
    best = value;
    chosen = i;
  }
  return chosen;
}

void Tree::take_root(Walk& walk, Action action) const {
  const State& state = walk.world->state;
  const Seat seat = state.actor();
  const int clan = state.clan();
  if (action.is_ask()) {
    const Seat other = action.seat();
    walk.asked_group = solver::group_of(state, other, clan);
    const Cards held = walk.world->deal.columns ? all_cards : state.hand[other];
    walk.asked_cards = choices(walk.world->deal, walk.position, clan, walk.asked_group) & held;
    return;
  }
  const Card card = action.is_flip() ? state.under[seat][action.column()] : action.card();
  play(walk.world->deal, walk.position, solver::group_of(state, seat, clan), card);
}

// The edge with that label, made if need be; 0 if there is no room.
std::uint32_t Tree::edge_for(std::uint32_t node, int label) {
  for (std::uint32_t i = edges_[node].first; i != 0; i = edges_[i].next) {
    if (edges_[i].label == label) return i;
  }
  if (edges_.size() >= most_edges) return 0;
  const auto made = static_cast<std::uint32_t>(edges_.size());
  edges_.push_back({.next = edges_[node].first, .label = static_cast<std::uint8_t>(label)});
  edges_[node].first = made;
  return made;
}

// What can be chosen: cards, of equal ones only one, and groups to ask.
std::uint32_t Tree::labels_of(const Walk& walk, int group, Cards& cards) {
  const Position& position = walk.position;
  const solver::Deal& deal = walk.world->deal;
  const int clan = position.mover;
  const bool answer = walk.asked_group >= 0;
  const bool blind = cards != 0 && face_down(*walk.world, position, group);
  std::uint32_t labels = 0;
  if (blind && answer) {
    const Card card = quick_answer(deal, position, group, cards, rng_);
    assert(card < card_count);
    labels = 1U << card;
  } else if (blind) {
    auto skip = rng_.below(static_cast<std::uint32_t>(std::popcount(cards)));
    for (; skip > 0; --skip) cards &= cards - 1;
    labels = cards & (~cards + 1);
  } else {
    labels = without_twins(deal, solver::strong_cards(position), clan, cards);
  }
  if (!answer) {
    for (int other = 1; other < groups; ++other) {
      if (choices(deal, position, clan, other) != 0) labels |= 1U << (ask_label + other);
    }
  }
  return labels;
}

// One choice further; returns the edge that was taken, 0 if the tree ends here.
std::uint32_t Tree::descend(Walk& walk, std::uint32_t node) {
  const Position& position = walk.position;
  const solver::Deal& deal = walk.world->deal;
  const int clan = position.mover;
  const bool answer = walk.asked_group >= 0;
  const int group = answer ? walk.asked_group : own;
  const int chooser = answer && group != own ? 1 - clan : clan;
  Cards cards = answer ? walk.asked_cards : choices(deal, position, clan, own);
  const std::uint32_t labels = labels_of(walk, group, cards);
  // The quick choice counts as the likeliest.
  int favourite = -1;
  if ((labels & (labels - 1)) == 0) {
    favourite = std::countr_zero(labels);
  } else if (answer) {
    favourite = quick_answer(deal, position, group, cards, rng_);
  } else {
    const Reply reply = quick_choice(deal, position, rng_);
    favourite = reply.group == own ? reply.card : ask_label + reply.group;
  }
  if ((labels >> static_cast<unsigned>(favourite) & 1U) == 0) {
    favourite = std::countr_zero(labels);
  }
  int label = favourite;
  std::uint32_t tried = 0;
  float best = -1e9F;
  float mean = 0;
  std::uint32_t visits = 0;
  for (std::uint32_t i = edges_[node].first; i != 0; i = edges_[i].next) {
    Edge& edge = edges_[i];
    if ((labels >> edge.label & 1U) == 0) continue;
    tried |= 1U << edge.label;
    ++edge.possible;
    visits += edge.visits;
    mean += edge.sum;
    if (edge.visits == 0) continue;
    const float weight = edge.label == favourite ? 2.0F : 1.0F;
    const float value = edge.sum / static_cast<float>(edge.visits) +
                        settings_.curiosity * weight *
                            std::sqrt(static_cast<float>(edge.possible)) /
                            static_cast<float>(1 + edge.visits);
    if (value <= best) continue;
    best = value;
    label = edge.label;
  }
  const std::uint32_t untried = labels & ~tried;
  if (untried != 0 && visits > 0) {
    const float hope = mean / static_cast<float>(visits) - 0.1F +
                       settings_.curiosity * 0.5F * std::sqrt(static_cast<float>(visits));
    if ((untried >> static_cast<unsigned>(favourite) & 1U) != 0) {
      label = favourite;
    } else if (hope > best) {
      label = std::countr_zero(untried);
    }
  }
  const std::uint32_t edge = edge_for(node, label);
  if (edge == 0) return 0;
  path_.push_back({edge, chooser});
  if (label >= ask_label) {
    walk.asked_group = label - ask_label;
    walk.asked_cards = choices(deal, position, clan, walk.asked_group);
  } else {
    walk.asked_group = -1;
    play(deal, walk.position, group, static_cast<Card>(label));
  }
  return edge;
}

void Tree::finish(Walk& walk) {
  const solver::Deal& deal = walk.world->deal;
  if (walk.asked_group >= 0) {
    const Card card = quick_answer(deal, walk.position, walk.asked_group, walk.asked_cards, rng_);
    play(deal, walk.position, walk.asked_group, card);
  }
  play_out(deal, walk.position, rng_);
}

void Tree::simulate() {
  Walk walk;
  walk.world = &pool_[pool_.size() == 1 ? 0 : rng_.below(static_cast<std::uint32_t>(pool_.size()))];
  walk.position = walk.world->position;
  const std::size_t branch = choose_branch();
  take_root(walk, branches_[branch].action);
  path_.clear();
  std::uint32_t node = branch_nodes_[branch];
  while (walk.position.left > 0 && path_.size() < settings_.deepest) {
    const std::uint32_t edge = descend(walk, node);
    if (edge == 0) break;
    node = edge;
    if (edges_[edge].visits == 0) break;  // a new place: played out from here
  }
  finish(walk);
  const auto scores = scores_of(walk.position);
  const float value = chance_[0].after(scores[0], scores[1]);
  for (const Step& step : path_) {
    Edge& edge = edges_[step.edge];
    ++edge.visits;
    edge.sum += step.chooser == team_ ? value : 1 - value;
  }
  Branch& taken = branches_[branch];
  ++taken.visits;
  ++total_;
  const auto count = static_cast<float>(taken.visits);
  taken.value += (value - taken.value) / count;
  const int margin = team_ == 0 ? scores[0] - scores[1] : scores[1] - scores[0];
  margins_[branch] += margin;
  taken.margin = static_cast<float>(margins_[branch] / taken.visits);
}

}  // namespace hotaka::bots::spirits_play
