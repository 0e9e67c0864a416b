#pragma once
// The list of games that the programs of the tests are linked with: the one list, and hoard.

#include "games/hoard/hoard.h"
#include "games/list.h"

namespace hotaka {

template <class List, class... More>
struct LongerList;
template <class... Game, class... More>
struct LongerList<GameList<Game...>, More...> {
  using type = GameList<Game..., More...>;
};

using TestGames = LongerList<Games, hoard::Hoard, hoard::HoardRace>::type;

}  // namespace hotaka
