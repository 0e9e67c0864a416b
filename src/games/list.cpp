// A target of its own, so that a program can be linked with another list: the tests have a game
// more.

#include "games/list.h"

namespace hotaka {

std::span<const GameType* const> all_games() { return Games::types(); }

}  // namespace hotaka
