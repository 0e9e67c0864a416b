#include "bots/spirits/bots.h"

#include <array>

#include "bots/spirits/rules_bot.h"
#include "bots/spirits/search_bot.h"

namespace hotaka::bots {

namespace {

using namespace spirits_play;
using spirits::Spirits;

// Any legal action.
class RandomBot final : public Bot<Spirits> {
 public:
  void begin(const Question<Spirits>& asked) override {
    choice_ = asked.legal[Rng(asked.seed).below(static_cast<std::uint32_t>(asked.legal.size()))];
  }
  bool think(std::uint64_t) override { return false; }
  spirits::Action best() const override { return choice_; }

 private:
  spirits::Action choice_;
};

constexpr std::array<BotInfo, 7> infos{{
    {"novice", "a first opponent: plays by rules of thumb, but often does something else"},
    {"casual", "plays by rules of thumb with a blurred eye"},
    {"club", "imagines a few deals and plays each out a few times"},
    {"expert", "imagines more deals and looks ahead, but not at what others' choices tell"},
    {"master", "heeds all that was played, searches far, and solves the end of a round"},
    {"random", "yardstick: any legal action"},
    {"rules", "yardstick: plays by rules of thumb, with a clear eye"},
}};

}  // namespace

std::span<const BotInfo> spirits_bots() { return infos; }

std::unique_ptr<Bot<Spirits>> make_spirits_bot(std::string_view name) {
  const auto search = [](const SearchSettings& settings) {
    return std::make_unique<SearchBot>(settings);
  };
  if (name == "novice") return std::make_unique<RulesBot>(200, 45);
  if (name == "casual") return std::make_unique<RulesBot>(40, 0);
  if (name == "club") {
    return search({.worlds = 10,
                   .simulations = 24,
                   .heed_trail = false,
                   .blur = 0.1F,
                   .tree = {.deepest = 1}});
  }
  if (name == "expert") {
    return search(
        {.worlds = 64, .simulations = 300, .heed_trail = false, .blur = 0.03F, .tree = {}});
  }
  if (name == "master") return search(master_settings());
  if (name == "random") return std::make_unique<RandomBot>();
  if (name == "rules") return std::make_unique<RulesBot>(0, 0);
  return nullptr;
}

}  // namespace hotaka::bots
