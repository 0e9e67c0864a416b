#pragma once
// Glicko-2 ratings (Mark Glickman, "Example of the Glicko-2 system"), a game at a time.

#include <span>

namespace hotaka::server {

struct Strength {
  double rating = 1500;
  double deviation = 350;
  double volatility = 0.06;
};

struct Meeting {
  Strength opponent;
  double score = 0;  // 1 won, 0.5 drawn, 0 lost
};

// The strength after a period in which these opponents were met.
Strength after(const Strength& own, std::span<const Meeting> meetings);

}  // namespace hotaka::server
