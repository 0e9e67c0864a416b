#pragma once
// Decides over sampled worlds: by tree search while many cards are left, then by exact solving.

#include "bots/spirits/endgame.h"
#include "bots/spirits/tree.h"

namespace hotaka::bots::spirits_play {

struct SearchSettings {
  std::size_t worlds = 512;  // that the tree is searched over
  std::uint32_t simulations = 16'000;
  int solved_cards = 0;  // with so many cards left or fewer, worlds are solved
  std::size_t solved_worlds = 24;
  bool heed_trail = true;
  float blur = 0;               // a random part of at most this on each action's value
  bool look_at_forced = false;  // also where there is only one legal action
  TreeSettings tree;
};

// The strongest level.
SearchSettings master_settings();

class SearchBot final : public Bot<spirits::Spirits> {
 public:
  explicit SearchBot(const SearchSettings& settings) : settings_(settings) {}

  void begin(const Question<spirits::Spirits>& asked) override;
  bool think(std::uint64_t work) override;
  spirits::Action best() const override;

  // All actions with what is known of them, in the order of the question.
  const std::vector<Tree::Branch>& branches() const {
    return solving_ ? endgame_.branches() : tree_.branches();
  }

 private:
  SearchSettings settings_;
  Tree tree_;
  Endgame endgame_;
  bool solving_ = false;
  bool only_ = false;
  std::uint32_t done_ = 0;
  std::uint64_t seed_ = 0;
  spirits::Action first_;
};

}  // namespace hotaka::bots::spirits_play
