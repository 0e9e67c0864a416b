#include "bots/spirits/solver/key.h"

#include <bit>

#include "base/rng.h"

namespace hotaka::solver {

namespace {

constexpr std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 32U)) * 0xd6e8feb86659fd93U;
  x = (x ^ (x >> 32U)) * 0x9fb21c651e98df25U;
  return x ^ (x >> 32U);
}

// One number for each role, face up or under another card.
struct Numbers {
  std::array<std::uint64_t, role_count> up{};
  std::array<std::uint64_t, role_count> under{};
};

constexpr Numbers make_numbers() {
  Numbers numbers;
  Rng rng(28);
  for (auto& number : numbers.up) number = rng.next();
  for (auto& number : numbers.under) number = rng.next();
  return numbers;
}

constexpr Numbers numbers = make_numbers();

// The numbers of a hand's cards, added up, so that cards of the same role may change places. A
// table for each few cards of a clan, as tables for all that are strong and all that are not would
// be six times as large, and random numbers are not compressed.
constexpr int low_count = 3;  // strong cards of power 2 to 4; what they beat or meet is no stronger
constexpr int high_count = strong_count - low_count;
constexpr int special_count = spirits::clan_size - first_strong - strong_count;

template <int count>
using HandSums = std::array<std::uint64_t, 1U << count>;  // by which of the cards are held
template <int count, int others>
using StrongSums = std::array<HandSums<count>, 1U << others>;  // by what the other clan has

struct Sums {  // by clan
  std::array<HandSums<first_strong>, 2> weak;
  std::array<StrongSums<low_count, low_count>, 2> low;
  std::array<StrongSums<high_count, strong_count>, 2> high;
  std::array<HandSums<special_count>, 2> special;
};

constexpr Sums make_sums() {
  Sums sums{};
  for (int clan = 0; clan < 2; ++clan) {
    const auto fill = [&](auto& hand_sums, int first_kind, unsigned others) {
      Strong strong{};
      strong[1 - clan] = others;
      for (unsigned held = 1; held < hand_sums.size(); ++held) {
        const int kind = first_kind + std::countr_zero(held);
        hand_sums[held] = hand_sums[held & (held - 1)] + numbers.up[role_of(strong, clan, kind)];
      }
    };
    fill(sums.weak[clan], 0, 0);
    for (unsigned others = 0; others < sums.low[clan].size(); ++others)
      fill(sums.low[clan][others], first_strong, others);
    for (unsigned others = 0; others < sums.high[clan].size(); ++others)
      fill(sums.high[clan][others], first_strong + low_count, others);
    fill(sums.special[clan], first_strong + strong_count, 0);
  }
  return sums;
}

constexpr Sums sums = make_sums();

std::uint64_t hand_sum(const Strong& strong, int clan, Cards cards) {
  Cards held = cards >> (clan * spirits::clan_size);
  const auto take = [&](const auto& hand_sums, int count) {
    const std::uint64_t sum = hand_sums[held & (hand_sums.size() - 1)];
    held >>= count;
    return sum;
  };
  const unsigned others = strong[1 - clan];
  const std::uint64_t weak = take(sums.weak[clan], first_strong);
  const std::uint64_t low = take(sums.low[clan][others % sums.low[clan].size()], low_count);
  const std::uint64_t high = take(sums.high[clan][others], high_count);
  return weak + low + high + take(sums.special[clan], special_count);
}

// Two players: a column is one thing, and columns may change places.
std::uint64_t column_sum(const Deal& deal, const Position& position, const Strong& strong, int clan,
                         int group) {
  std::uint64_t sum = 0;
  spirits::each_card(position.up[clan][group], [&](Card card) {
    const std::uint64_t number = numbers.up[role_of(strong, card)];
    const Card below = deal.below[card];
    if (below == spirits::no_card) {
      sum += number;
      return;
    }
    const int below_clan = spirits::clan_of(below);
    const int side = below_clan == clan ? group : 1 - group;
    const bool covered = spirits::has(position.down[below_clan][side], below);
    sum += covered ? mixed(number + numbers.under[role_of(strong, below)]) : number;
  });
  return sum;
}

std::uint64_t group_sum(const Deal& deal, const Position& position, const Strong& strong, int clan,
                        int group) {
  return deal.columns ? column_sum(deal, position, strong, clan, group)
                      : hand_sum(strong, clan, position.up[clan][group]);
}

}  // namespace

std::uint64_t key_of(const Deal& deal, const Position& position, const Strong& strong) {
  std::uint64_t sum = 0;
  for (int clan = 0; clan < 2; ++clan) {
    sum += group_sum(deal, position, strong, clan, own);
    // Added up, so that the two opposing seats may change places.
    for (int group = 1; group < groups; ++group) {
      sum += mixed(group_sum(deal, position, strong, clan, group));
    }
  }
  int best = position.best_power;
  if (best >= 2) {
    best = 2 + role_of(strong, position.best_team, first_strong + best - 2);
  } else if (position.played > 0) {
    best += 50 + 2 * position.best_team;
  }
  std::uint64_t rest = static_cast<std::uint64_t>(best);
  const auto add = [&](int part, unsigned bits) {
    rest = rest << bits | static_cast<std::uint64_t>(part);
  };
  add(position.pot, 6);
  for (const int factor : position.factor) add(factor, 3);
  for (const int factor : position.pot_factor) add(factor, 3);
  add(position.mover, 1);
  add(position.played, 2);
  add(position.fusion_team, 2);
  add(deal.columns ? 1 : 0, 1);
  add(deal.both_sides ? 1 : 0, 1);
  return mixed(sum + mixed(rest));
}

}  // namespace hotaka::solver
