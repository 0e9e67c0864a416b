// Listing, refusing and applying never allocate: counted by an operator new of our own.

#include <gtest/gtest.h>

#include <cstdlib>

#include "games/random_play.h"
#include "games/test_list.h"
#include "support/counting_new.h"

namespace hotaka {
namespace {

template <class G>
void expect_no_allocation() {
  std::uint64_t actions = 0;
  for (const auto& options : G::variants()) {
    Rng rng(5);
    auto state = start(options);
    RandomPlayers<G> players;
    const auto nothing = [](const auto&, const auto&) {};
    const std::int64_t before = allocations;
    actions +=
        play_on<G>(state, players, rng, 3000, nothing, [](const auto& now, const Deed<G>& deed) {
          if (refuse(now, deed.seat, deed.action) != G::Refusal::none) std::abort();
        });
    EXPECT_EQ(allocations, before) << G::traits.name;
  }
  EXPECT_GT(actions, 50U);
}

TEST(Allocation, the_counter_counts) {
  const std::int64_t before = allocations;
  const auto* made = new std::string(1000, 'x');
  EXPECT_GE(allocations, before + 2);
  delete made;
}

TEST(Allocation, dragons) { expect_no_allocation<dragons::Dragons>(); }
TEST(Allocation, spirits) { expect_no_allocation<spirits::Spirits>(); }
TEST(Allocation, hoard) { expect_no_allocation<hoard::Hoard>(); }
TEST(Allocation, hoard_race) { expect_no_allocation<hoard::HoardRace>(); }
TEST(Allocation, ratuki) { expect_no_allocation<ratuki::Ratuki>(); }

}  // namespace
}  // namespace hotaka
