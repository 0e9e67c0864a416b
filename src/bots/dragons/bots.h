#pragma once
// The bots of dragons by name: five levels, and yardsticks to measure them by. docs/bots.md tells
// how each works.

#include <memory>
#include <span>
#include <string_view>

#include "bots/bot.h"
#include "bots/bot_type.h"
#include "bots/dragons/net.h"
#include "games/dragons/dragons.h"

namespace hotaka::bots {

extern const BotType dragons_bot_type;

std::span<const BotInfo> dragons_bots();
std::uint64_t dragons_bot_signature(int bot);

// Nothing if there is no bot of that name. The net is shared by all bots that use it.
std::unique_ptr<Bot<dragons::Dragons>> make_dragons_bot(std::string_view name,
                                                        std::shared_ptr<const Net> net);

}  // namespace hotaka::bots
