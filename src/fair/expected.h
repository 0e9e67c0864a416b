#pragma once
// What somebody noted before a game, to compare with its record: a record alone only shows that it
// agrees with itself.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fair/proof.h"

namespace hotaka::fair {

struct Expected {
  struct SeatSeed {
    std::size_t seat = 0;
    Seed seed;
  };
  std::optional<Digest> commit;
  std::vector<SeatSeed> seeds;

  bool is_empty() const { return !commit && seeds.empty(); }
  // Reads 64 hexadecimal digits; returns a sentence if they are not.
  Problem take_commit(std::string_view text);
  // Reads SEAT:HEX with 32 hexadecimal digits, or none for a seat without a seed.
  Problem take_seed(std::string_view text);
};

// What came of comparing, in words, and whether all of it was as expected.
struct Comparison {
  std::string words;
  bool matches = true;
};
Comparison compare(const Expected& expected, const Proof& proof);

}  // namespace hotaka::fair
