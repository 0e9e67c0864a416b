#include "bots/signature.h"

#include "bots/bot_type.h"

namespace hotaka::bots {

int bot_count(std::string_view game) {
  const BotType* type = bots_of_game(game);
  return type == nullptr ? 0 : static_cast<int>(type->bots.size());
}

std::uint64_t bot_signature(std::string_view game, int bot) {
  const BotType* type = bots_of_game(game);
  return type == nullptr ? 0 : type->signature(bot);
}

}  // namespace hotaka::bots
