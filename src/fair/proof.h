#pragma once
// The member `fair` of a record's header: what a reader needs to compute all chance again.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "fair/draws.h"

namespace hotaka::fair {

struct Proof {
  std::string id;
  Digest commit{};
  std::vector<Seed> seeds;       // by seat
  std::optional<Secret> secret;  // only when the game is over

  bool operator==(const Proof&) const = default;
};

// "fair":{"v":1,"id":"..","commit":"..","seeds":["..",""],"secret":".."}
void append_member(std::string& out, const Proof& proof);

// The value of that member, or a sentence that says what is wrong with it.
Result<Proof> read_proof(json::Value value);

// Whether the seeds fit the seats of a game that has just begun.
Problem check_seats(const Proof& proof, const AnyGame& game);

}  // namespace hotaka::fair
