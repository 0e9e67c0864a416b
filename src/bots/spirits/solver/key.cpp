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

// The numbers of a hand's cards, added up, so that cards of the same role may change places.
// By clan: the strong cards by which of them are held and which the other clan has, and the rest.
struct Sums {
  std::array<std::array<std::array<std::uint64_t, 32>, 32>, 2> strong{};  // [clan][held][others]
  std::array<std::array<std::uint64_t, 512>, 2> rest{};                   // [clan][held]
};

constexpr unsigned rest_of(Cards held) { return (held & 31U) | (held >> 5U & 0x1e0U); }

constexpr Sums make_sums() {
  Sums sums;
  for (int clan = 0; clan < 2; ++clan) {
    for (unsigned held = 1; held < 512; ++held) {
      const int place = std::countr_zero(held);
      const int kind = place < first_strong ? place : place + strong_count;
      sums.rest[clan][held] =
          sums.rest[clan][held & (held - 1)] + numbers.up[role_of({}, clan, kind)];
    }
    for (unsigned others = 0; others < 32; ++others) {
      Strong strong{};
      strong[1 - clan] = others;
      for (unsigned held = 1; held < 32; ++held) {
        const int kind = first_strong + std::countr_zero(held);
        sums.strong[clan][held][others] =
            sums.strong[clan][held & (held - 1)][others] + numbers.up[role_of(strong, clan, kind)];
      }
    }
  }
  return sums;
}

constexpr Sums sums = make_sums();

std::uint64_t hand_sum(const Strong& strong, int clan, Cards cards) {
  const Cards held = cards >> (clan * spirits::clan_size);
  return sums.strong[clan][held >> first_strong & 31U][strong[1 - clan]] +
         sums.rest[clan][rest_of(held)];
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
