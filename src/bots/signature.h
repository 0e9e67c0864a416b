#pragma once
// One number for all bots of a game: what they choose in games against themselves. Every build must
// print it.

#include <cstdint>

namespace hotaka::bots {

// How many bots of dragons there are, and the number of one of them.
int dragons_bot_count();
std::uint64_t dragons_bot_signature(int bot);

// The same for ratuki, with the times of what they do.
int ratuki_bot_count();
std::uint64_t ratuki_bot_signature(int bot);

}  // namespace hotaka::bots
