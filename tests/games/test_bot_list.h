#pragma once
// The bots that the programs of the tests are linked with: those of the one list, and hoard's.

#include "bots/bot_type.h"

namespace hotaka::hoard {

extern const bots::BotType bot_type;

}  // namespace hotaka::hoard
