#pragma once
// The bots of ratuki by name. A bot is a level: how fast its hand is, how much its eye sees, and
// how often it thinks before it plays. docs/bots.md tells how it plays.

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/result.h"
#include "bots/bot.h"
#include "bots/bot_type.h"
#include "bots/real_time_bot.h"
#include "games/ratuki/ratuki.h"

namespace hotaka::bots {

struct RatukiLevel {
  std::int32_t mean_ms = 0;         // from a look to the card on the table, over a whole deck
  std::int32_t lapse_permille = 0;  // how often the mind is elsewhere for a moment
  std::int32_t notice_percent = 0;  // the chance to look at a stack at all
  std::int32_t sense_percent = 0;   // the chance to weigh up what fits, and not take anything
};

extern const BotType ratuki_bot_type;

std::span<const BotInfo> ratuki_bots();
std::uint64_t ratuki_bot_signature(int bot);

// nullptr if there is no bot of that name.
std::unique_ptr<RealTimeBot<ratuki::Ratuki>> make_ratuki_bot(std::string_view name);

// The level of that name, or a sentence with the names there are.
Result<RatukiLevel> ratuki_level(std::string_view name);

}  // namespace hotaka::bots
