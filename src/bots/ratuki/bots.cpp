#include "bots/ratuki/bots.h"

#include <array>

#include "base/text.h"

namespace hotaka::bots {

namespace {

constexpr std::array<BotInfo, 6> infos{{
    {"novice", "a first opponent: slow, misses half of what fits, and plays or discards anything"},
    {"casual", "unhurried; misses some fits and wastes a wild now and then"},
    {"club", "quick, sees most of the table, and mostly keeps what is worth keeping"},
    {"expert", "fast, sees nearly everything, and knows what a card is worth"},
    {"master", "as fast as a practised hand can be; sees everything, and wastes nothing"},
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

}  // namespace hotaka::bots
