// Bots for hoard by turns; a race has none. All levels choose at random.

#include "games/test_bot_list.h"

#include "base/levels.h"
#include "bots/bot_model.h"
#include "bots/random_bot.h"
#include "games/hoard/hoard.h"

namespace hotaka::hoard {

namespace {

using bots::BotInfo;

constexpr std::array<BotInfo, 5> infos{{{level::novice, "any action"},
                                        {level::casual, "any action"},
                                        {level::club, "any action"},
                                        {level::expert, "any action"},
                                        {level::master, "any action"}}};

std::unique_ptr<bots::AnyBot> make_bot(std::string_view name) {
  if (!is_level(name)) return nullptr;
  return bots::any_bot<Hoard>(std::make_unique<bots::RandomBot<Hoard>>());
}

}  // namespace

constinit const bots::BotType bot_type{
    .game = Hoard::traits.name, .bots = infos, .make = make_bot, .signature = [](int) {
      return std::uint64_t{0};
    }};

}  // namespace hotaka::hoard
