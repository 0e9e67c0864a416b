// The one list of bots. A target of its own, like the list of games.

#include <array>

#include "bots/bot_type.h"
#include "bots/dragons/bots.h"
#include "bots/ratuki/bots.h"
#include "bots/spirits/bots.h"

namespace hotaka::bots {

std::span<const BotType* const> all_bots() {
  static constexpr std::array<const BotType*, 3> all{&dragons_bot_type, &spirits_bot_type,
                                                     &ratuki_bot_type};
  return all;
}

}  // namespace hotaka::bots
