#pragma once
// What SHA-256 does with each block of 64 bytes: in plain C++, and where the processor has
// instructions for it, with those, which take a sixth of the time.

#include <array>
#include <cstdint>

namespace hotaka::fair {

using Sha256State = std::array<std::uint32_t, 8>;
using Sha256Block = std::array<std::uint8_t, 64>;
using TakeBlock = void (*)(Sha256State& state, const Sha256Block& block);

void take_block_plainly(Sha256State& state, const Sha256Block& block);
// What this machine does fastest; the one above where it has nothing better.
TakeBlock fastest_take_block();

}  // namespace hotaka::fair
