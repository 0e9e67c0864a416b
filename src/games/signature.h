#pragma once
// One number a game that every build must print: random games over all its options, every state and
// every list of legal actions folded into a hash. It changes only when rules, spelling or the
// driver change.

#include <cstdint>
#include <string_view>

namespace hotaka {

struct Signature {
  std::uint64_t number = 0;
  std::uint64_t actions = 0;
};

// A part of a signature, so that long runs can be cut into short calls: parts 0 .. signature_parts
// - 1.
inline constexpr int signature_parts = 56;
Signature signature_part(std::string_view game, int part);

// All parts folded into one number, one after the other, beginning with 0.
std::uint64_t fold_signature(std::uint64_t so_far, std::uint64_t part);
Signature signature(std::string_view game);

}  // namespace hotaka
