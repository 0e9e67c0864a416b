#include "games/test_list.h"

namespace hotaka {

std::span<const GameType* const> all_games() { return TestGames::types(); }

}  // namespace hotaka
