#pragma once
// One number for all bots of a game: what they choose in games against themselves. Every build must
// print it.

#include <cstdint>
#include <string_view>

namespace hotaka::bots {

// How many bots a game has, and the number of one of them.
int bot_count(std::string_view game);
std::uint64_t bot_signature(std::string_view game, int bot);

}  // namespace hotaka::bots
