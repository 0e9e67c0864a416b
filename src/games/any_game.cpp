#include "games/any_game.h"

#include "base/text.h"

namespace hotaka {

const GameType* find_game(std::string_view name) {
  for (const GameType* type : all_games()) {
    if (type->traits().name == name) return type;
  }
  return nullptr;
}

std::string game_names(std::string_view conjunction) {
  std::vector<std::string_view> names;
  for (const GameType* type : all_games()) names.push_back(type->traits().name);
  return join_names(names, conjunction);
}

std::string_view chance_key(std::string_view name) {
  for (const GameType* type : all_games()) {
    for (const ChanceKey& chance : type->traits().chance_keys) {
      if (chance.key == name) return chance.key;
    }
  }
  return {};
}

Error unknown_game(std::string_view name) {
  return Error{"unknown_game",
               "there is no game " + in_quotes(name) + "; the games are " + game_names("and")};
}

GameType::Made make_game(std::string_view name, std::string_view edition,
                         std::span<const GivenOption> given) {
  const GameType* type = find_game(name);
  if (type == nullptr) return unknown_game(name);
  return type->make(edition, given);
}

GameType::Made make_game_at(std::string_view name, std::string_view edition,
                            std::span<const GivenOption> given, std::string_view position) {
  const GameType* type = find_game(name);
  if (type == nullptr) return unknown_game(name);
  return type->make_at(edition, given, position);
}

}  // namespace hotaka
