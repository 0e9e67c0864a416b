// The laws over all games and options, natively; laws_wasm.cpp runs the same under Node.

#include "laws/laws.h"

#include <gtest/gtest.h>

namespace hotaka::laws {
namespace {

template <class G>
void expect_laws(std::uint64_t games, std::uint64_t decisions, bool hides) {
  Findings findings;
  for (std::size_t variant = 0; variant < G::variants().size(); ++variant) {
    run_variant<G>(variant, games, decisions, findings);
  }
  for (const std::string& text : findings.texts) ADD_FAILURE() << text;
  EXPECT_EQ(findings.broken, 0);
  EXPECT_GT(findings.checked, 100'000);
  EXPECT_EQ(findings.redealt > 0, hides);
}

TEST(Laws, dragons) { expect_laws<dragons::Dragons>(2, 600, false); }
TEST(Laws, spirits) { expect_laws<spirits::Spirits>(4, 600, true); }
TEST(Laws, hoard) { expect_laws<hoard::Hoard>(4, 600, true); }
TEST(Laws, hoard_race) { expect_laws<hoard::HoardRace>(4, 600, true); }
TEST(Laws, ratuki) { expect_laws<ratuki::Ratuki>(2, 1500, true); }

}  // namespace
}  // namespace hotaka::laws
