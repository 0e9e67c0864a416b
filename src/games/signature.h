#pragma once
// One number a game that every build must print: random games over all its options, every state and
// every list of legal actions folded into a hash. It changes only when rules, spelling or the
// driver change.

#include <cstdint>

namespace hotaka {

class GameType;

struct Signature {
  std::uint64_t number = 0;
  std::uint64_t actions = 0;
};

// GameType::signature_part() gives a part, so that long runs can be cut into short calls.
inline constexpr int signature_parts = 56;

// All parts folded into one number, one after the other, beginning with 0.
std::uint64_t fold_signature(std::uint64_t so_far, std::uint64_t part);
Signature signature(const GameType& game);

}  // namespace hotaka
