#include "games/test_bot_list.h"

#include <array>

#include "bots/dragons/bots.h"
#include "bots/ratuki/bots.h"
#include "bots/spirits/bots.h"

namespace hotaka::bots {

std::span<const BotType* const> all_bots() {
  static constexpr std::array<const BotType*, 4> all{&dragons_bot_type, &spirits_bot_type,
                                                     &ratuki_bot_type, &hoard::bot_type};
  return all;
}

}  // namespace hotaka::bots
