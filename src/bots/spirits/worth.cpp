#include "bots/spirits/worth.h"

#include <algorithm>
#include <bit>

namespace hotaka::bots::spirits_play {

namespace {

using solver::nobody_yet;

constexpr Cards power_mask = 0x3ff;
constexpr int fusion_kind = 13;
constexpr std::array<std::uint8_t, 8> factor_sums{0, 1, 2, 3, 3, 4, 5, 6};
constexpr std::array<std::uint8_t, 14> factors{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 0};
// What is lost with a card of this power that could have won a later trick.
constexpr std::array<int, 7> power_worth{0, 0, 6, 14, 26, 42, 62};
constexpr int fusion_worth = 36;
// How likely the own team is to win a multiplier later, in sixteenths: held by itself or by a foe.
constexpr int later_own = 10;
constexpr int later_foe = 6;

int top_power(Cards cards) {
  cards &= power_mask;
  return cards == 0 ? 0 : spirits::powers[static_cast<std::size_t>(std::bit_width(cards)) - 1];
}

constexpr bool has_fusion(Cards cards) { return (cards >> fusion_kind & 1U) != 0; }

}  // namespace

Reach open_reach(const Position& position) {
  return {position.up[0][solver::own],
          position.up[1][solver::own] >> static_cast<unsigned>(spirits::clan_size)};
}

Worth::Worth(const Position& position, const Reach& reach)
    : position_(position),
      reach_(reach),
      mover_(position.mover),
      last_trick_(position.left + position.played <= 4),
      later_(std::max(0, position.left + position.played - 4)) {
  const int open = 60 - position.points[0] - position.points[1];
  for (int side = 0; side < 2; ++side) {
    const int team = side == 0 ? mover_ : 1 - mover_;
    const int sure = position.factor[team];
    const int maybe = position.pot_factor[team] + factor_sums[position.held[team] >> 10U & 7U];
    per_point_[side] = 2 * sure + maybe;
    per_factor_[side] = 2 * position.points[team] + open;
    pot_[side] = position.pot * per_point_[side] + position.pot_factor[team] * per_factor_[side];
  }
  if (position.played > 0) {
    unbeaten_ = best_stays(position.best_team, position.best_power, reach_[mover_]);
  }
}

Worth::Odds Worth::best_stays(int best_team, int best_power, Cards mover_reach) const {
  if (position_.fusion_team != nobody_yet) return last_trick_ ? Odds{0, 0} : Odds{8, 8};
  const int rest = 3 - position_.played;
  const int foe_lays = (rest + 1) / 2;
  const int mover_lays = rest / 2;
  const bool mover_leads = best_team == mover_;
  const Cards chaser = mover_leads ? reach_[1 - mover_] : mover_reach;
  const Cards holder = mover_leads ? mover_reach : reach_[1 - mover_];
  const int chaser_lays = mover_leads ? foe_lays : mover_lays;
  const int holder_lays = mover_leads ? mover_lays : foe_lays;
  int holds = 16;  // in sixteenths, that the best card's team wins
  int chases = 0;
  if (chaser_lays > 0) {
    const int top = top_power(chaser);
    const bool chaser_last = (rest % 2 == 1) == mover_leads;
    if (top <= best_power) {
      if (has_fusion(chaser)) holds = 14;
    } else if (chaser_last) {
      chases = holder_lays > 0 && top_power(holder) >= top ? 8 : 12;
      holds = 16 - chases;
    } else {
      holds = top_power(holder) > top ? 11 : 6;
      chases = 16 - holds;
    }
  }
  return mover_leads ? Odds{holds, chases} : Odds{chases, holds};
}

Worth::Odds Worth::odds_after(int power, int kind) const {
  if (position_.played > 0 && power <= position_.best_power) return unbeaten_;
  return best_stays(mover_, power, reach_[mover_] & ~(1U << static_cast<unsigned>(kind)));
}

int Worth::of(int kind, bool held_by_foe) const {
  const auto place = static_cast<std::size_t>(kind);
  const int value = spirits::values[place];
  const int factor = factors[place];
  const int mover_wins = pot_[0] + value * per_point_[0] + factor * per_factor_[0];
  const int foe_wins = pot_[1] + value * per_point_[1];
  Odds odds;
  int kept = 0;
  if (kind == fusion_kind) {
    if (!last_trick_) odds = {8, 8};
    kept = fusion_worth * later_ / 24;
  } else {
    const int power = spirits::powers[place];
    odds = position_.fusion_team != nobody_yet ? unbeaten_ : odds_after(power, kind);
    if (!last_trick_) {
      kept = power_worth[static_cast<std::size_t>(power)] * (later_ + 8) / 32 +
             (factor * per_factor_[0] * (held_by_foe ? later_foe : later_own) +
              value * (per_point_[0] - per_point_[1]) * 8) /
                 16;
    }
  }
  return (odds.mover * mover_wins - odds.foe * foe_wins) / 16 - kept;
}

}  // namespace hotaka::bots::spirits_play
