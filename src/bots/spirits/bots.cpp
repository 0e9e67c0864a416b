#include "bots/spirits/bots.h"

#include <array>

#include "base/levels.h"
#include "bots/bot_model.h"
#include "bots/random_bot.h"
#include "bots/spirits/rules_bot.h"
#include "bots/spirits/search_bot.h"

namespace hotaka::bots {

namespace {

using namespace spirits_play;
using spirits::Spirits;

constexpr std::array<BotInfo, 7> infos{{
    {level::novice, "a first opponent: plays by rules of thumb, but often does something else"},
    {level::casual, "plays by rules of thumb with a blurred eye"},
    {level::club, "imagines a few deals and plays each out a few times"},
    {level::expert, "imagines more deals and looks ahead, but not at what others' choices tell"},
    {level::master, "heeds all that was played, searches far, and solves the end of a round"},
    {"random", "yardstick: any legal action"},
    {"rules", "yardstick: plays by rules of thumb, with a clear eye"},
}};

}  // namespace

std::span<const BotInfo> spirits_bots() { return infos; }

std::unique_ptr<Bot<Spirits>> make_spirits_bot(std::string_view name) {
  const auto search = [](const SearchSettings& settings) {
    return std::make_unique<SearchBot>(settings);
  };
  if (name == level::novice) return std::make_unique<RulesBot>(200, 45);
  if (name == level::casual) return std::make_unique<RulesBot>(40, 0);
  if (name == level::club) {
    return search({.worlds = 10,
                   .simulations = 24,
                   .heed_trail = false,
                   .blur = 0.1F,
                   .tree = {.deepest = 1}});
  }
  if (name == level::expert) {
    return search(
        {.worlds = 64, .simulations = 300, .heed_trail = false, .blur = 0.03F, .tree = {}});
  }
  if (name == level::master) return search(master_settings());
  if (name == "random") return std::make_unique<RandomBot<Spirits>>();
  if (name == "rules") return std::make_unique<RulesBot>(0, 0);
  return nullptr;
}

constinit const BotType spirits_bot_type{
    .game = Spirits::traits.name,
    .bots = infos,
    .make = [](std::string_view name) { return any_bot(make_spirits_bot(name)); },
    .signature = spirits_bot_signature,
    .ratings = {798, 1180, 1500, 1957, 2374},
};

}  // namespace hotaka::bots
