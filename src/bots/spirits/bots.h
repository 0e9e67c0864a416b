#pragma once
// The bots of spirits by name: five levels, and yardsticks to measure them by. docs/bots.md tells
// how each works.

#include <memory>
#include <span>
#include <string_view>

#include "bots/bot.h"
#include "bots/bot_type.h"
#include "games/spirits/spirits.h"

namespace hotaka::bots {

extern const BotType spirits_bot_type;

std::span<const BotInfo> spirits_bots();
std::uint64_t spirits_bot_signature(int bot);

// Nothing if there is no bot of that name.
std::unique_ptr<Bot<spirits::Spirits>> make_spirits_bot(std::string_view name);

}  // namespace hotaka::bots
