#include "bots/any_bot.h"

#include "bots/bot_type.h"

namespace hotaka::bots {

const BotType* bots_of_game(std::string_view game) {
  for (const BotType* type : all_bots()) {
    if (type->game == game) return type;
  }
  return nullptr;
}

std::unique_ptr<AnyBot> make_any_bot(std::string_view game, std::string_view name) {
  const BotType* type = bots_of_game(game);
  return type == nullptr || type->make == nullptr ? nullptr : type->make(name);
}

std::unique_ptr<AnyRealTimeBot> make_any_real_time_bot(std::string_view game,
                                                       std::string_view name) {
  const BotType* type = bots_of_game(game);
  return type == nullptr || type->make_real_time == nullptr ? nullptr : type->make_real_time(name);
}

}  // namespace hotaka::bots
