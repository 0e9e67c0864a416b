#include "bots/ratuki/bots.h"

#include <array>

#include "base/levels.h"
#include "base/text.h"
#include "bots/bot_model.h"
#include "bots/ratuki/plan.h"

namespace hotaka::bots {

namespace {

constexpr std::array<BotInfo, 6> infos{{
    {level::novice,
     "a first opponent: slow, misses half of what fits, and plays or discards anything"},
    {level::casual, "unhurried; misses some fits and wastes a wild now and then"},
    {level::club, "quick, sees most of the table, and mostly keeps what is worth keeping"},
    {level::expert, "fast, sees nearly everything, and knows what a card is worth"},
    {level::master, "as fast as a practised hand can be; sees everything, and wastes nothing"},
    {"hasty", "yardstick: as fast as master and sees as much, but plays whatever fits"},
}};

constexpr std::array<RatukiLevel, infos.size()> levels{{
    {1800, 30, 50, 20},
    {1400, 20, 70, 50},
    {1100, 12, 85, 75},
    {900, 8, 95, 92},
    {750, 4, 100, 100},
    {750, 4, 100, 0},
}};

class RatukiBot final : public RealTimeBot<ratuki::Ratuki> {
 public:
  explicit RatukiBot(const RatukiLevel& level) : level_(level) {}

  RatukiPlan plan(const ratuki::View& view, Seat seat, std::uint64_t seed) const override {
    return bots::plan(level_, view, seat, seed);
  }

 private:
  RatukiLevel level_;
};

}  // namespace

std::span<const BotInfo> ratuki_bots() { return infos; }

Result<RatukiLevel> ratuki_level(std::string_view name) {
  std::string names;
  for (std::size_t i = 0; i < infos.size(); ++i) {
    if (infos[i].name == name) return levels[i];
    names += (names.empty() ? "" : ", ") + std::string(infos[i].name);
  }
  return Error{"unknown_bot", "there is no bot " + in_quotes(name) + "; there are " + names};
}

std::unique_ptr<RealTimeBot<ratuki::Ratuki>> make_ratuki_bot(std::string_view name) {
  const auto level = ratuki_level(name);
  return level ? std::make_unique<RatukiBot>(*level) : nullptr;
}

constinit const BotType ratuki_bot_type{
    .game = ratuki::Ratuki::traits.name,
    .bots = infos,
    .make_real_time = [](std::string_view name) { return any_bot(make_ratuki_bot(name)); },
    .signature = ratuki_bot_signature,
    .ratings = {300, 900, 1500, 2100, 2700},
};

}  // namespace hotaka::bots
