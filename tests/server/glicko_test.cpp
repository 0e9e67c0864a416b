#include "server/glicko.h"

#include <gtest/gtest.h>

#include <array>

namespace hotaka::server {
namespace {

// The example that the author of the system gives.
TEST(Glicko, the_published_example) {
  const std::array<Meeting, 3> meetings{
      {{{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}}};
  const Strength now = after({1500, 200, 0.06}, meetings);
  EXPECT_NEAR(now.rating, 1464.06, 0.01);
  EXPECT_NEAR(now.deviation, 151.52, 0.01);
  EXPECT_NEAR(now.volatility, 0.05999, 0.00001);
}

TEST(Glicko, winning_raises_and_playing_makes_surer) {
  Strength strength;
  for (int i = 0; i < 20; ++i) {
    const std::array<Meeting, 1> won{{{Strength(), 1}}};
    const Strength next = after(strength, won);
    EXPECT_GT(next.rating, strength.rating);
    EXPECT_LT(next.deviation, strength.deviation);
    strength = next;
  }
  EXPECT_EQ(after(strength, {}).rating, strength.rating);
}

}  // namespace
}  // namespace hotaka::server
