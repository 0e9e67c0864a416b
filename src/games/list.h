#pragma once
// The one list of games. Only typed tools include it: others ask all_games().

#include <array>
#include <span>
#include <string_view>

#include "games/dragons/dragons.h"
#include "games/ratuki/ratuki.h"
#include "games/spirits/spirits.h"
#include "games/typed.h"

namespace hotaka {

template <class... Game>
struct GameList {
  // Calls f.operator()<G>() for each game G until one returns true; returns whether one did.
  template <class F>
  static bool any_of(F&& f) {
    return (f.template operator()<Game>() || ...);
  }

  static std::span<const GameType* const> types() {
    static const std::array<const GameType*, sizeof...(Game)> all{&game_type<Game>()...};
    return all;
  }
};

using Games = GameList<dragons::Dragons, spirits::Spirits, ratuki::Ratuki>;

// Calls f.operator()<G>() for the game of that name; returns whether there is one.
template <class F>
bool with_game(std::string_view name, F&& f) {
  return Games::any_of([&]<class G>() {
    if (G::traits.name != name) return false;
    f.template operator()<G>();
    return true;
  });
}

}  // namespace hotaka
