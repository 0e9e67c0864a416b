#include "bots/ratuki/reaction.h"

#include <array>

namespace hotaka::bots {

using namespace ratuki;

namespace {

// In permille of a mean card, by style n d w r h. Over the 35 cards of a deck the mean is 1000:
// 8 n, 8 d, 7 w, 5 r, 5 h and 2 wilds, which are read like a digit.
constexpr std::array<int, 5> style_factor{850, 850, 1100, 1200, 1200};
static_assert((8 + 8 + 2) * style_factor[0] + 7 * style_factor[2] + 10 * style_factor[3] ==
              deck_size * 1000);

constexpr int factor_of(Card card) {
  return card >= wild ? style_factor[0] : style_factor[card % 5];
}

constexpr Time shortest_lapse = 1000;
constexpr std::uint32_t lapse_spread = 2001;
constexpr Time mean_lapse = shortest_lapse + (lapse_spread - 1) / 2;

// A number with mean 1000 * 1000 * 1000 whose logarithm is nearly normal: the product of three
// uniform ones from 400 to 1600.
Time skewed(Rng& rng) {
  Time product = 1;
  for (int i = 0; i < 3; ++i) product *= 400 + static_cast<Time>(rng.below(1201));
  return product;
}

}  // namespace

Pace::Pace(const RatukiLevel& level, Rng& rng) {
  const Time mean = level.mean_ms - reaction_floor - mean_lapse * level.lapse_permille / 1000;
  thinking_ = mean * skewed(rng) / 1'000'000'000;
  const bool lapses = rng.below(1000) < static_cast<std::uint32_t>(level.lapse_permille);
  const Time lapse = shortest_lapse + rng.below(lapse_spread);
  if (lapses) lapse_ = lapse;
}

Time Pace::scaled(int permille) const {
  return reaction_floor + thinking_ * permille / 1000 + lapse_;
}

Time Pace::time(Card card) const { return scaled(factor_of(card)); }

}  // namespace hotaka::bots
