#include "bots/spirits/solver/position.h"

#include <algorithm>

namespace hotaka::solver {

namespace {

using namespace spirits;

// 1, 2 and 3 for the multipliers, 0 for all other cards.
constexpr std::array<std::uint8_t, clan_size> factors{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 0};

void into_pot(Position& position, Card card) {
  position.pot = static_cast<std::uint8_t>(position.pot + value_of(card));
  const int clan = clan_of(card);
  position.pot_factor[clan] =
      static_cast<std::uint8_t>(position.pot_factor[clan] + factors[card % clan_size]);
}

void lay(Position& position, int team, Card card) {
  into_pot(position, card);
  if (position.fusion_team == nobody_yet) {
    if (is_fusion(card)) {
      position.fusion_team = static_cast<std::uint8_t>(team);
      position.best_team = 0;
      position.best_power = 0;
    } else if (position.played == 0 || power_of(card) > position.best_power) {
      position.best_team = static_cast<std::uint8_t>(team);
      position.best_power = static_cast<std::uint8_t>(power_of(card));
    }
  }
  ++position.played;
}

void win_pot(Position& position, int team) {
  position.points[team] = static_cast<std::uint8_t>(position.points[team] + position.pot);
  position.factor[team] =
      static_cast<std::uint8_t>(position.factor[team] + position.pot_factor[team]);
  position.pot = 0;
  position.pot_factor = {};
}

void end_trick(Position& position) {
  const int next = position.fusion_team != nobody_yet ? position.fusion_team : position.best_team;
  if (position.fusion_team == nobody_yet) win_pot(position, next);
  position.mover = static_cast<std::uint8_t>(next);
  position.played = 0;
  position.best_team = 0;
  position.best_power = 0;
  position.fusion_team = nobody_yet;
}

// S16: the card under a played cover is turned up, and stays with the same side.
void turn_up(const Deal& deal, Position& position, int clan, int group, Card cover) {
  const Card card = deal.below[cover];
  if (card == no_card) return;
  const int below_clan = clan_of(card);
  const int below_group = below_clan == clan ? group : 1 - group;
  Cards& down = position.down[below_clan][below_group];
  if (!has(down, card)) return;  // it was played from under its cover
  down &= ~only(card);
  position.up[below_clan][below_group] |= only(card);
}

}  // namespace

Deal deal_of(const State& state) {
  Deal deal;
  deal.below.fill(no_card);
  deal.columns = state.options.players == 2;
  if (!deal.columns) return deal;
  deal.both_sides = state.options.face_down == FaceDown::both_sides;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    for (std::size_t column = 0; column < columns; ++column) {
      const Card cover = state.cover[seat][column];
      if (cover != no_card) deal.below[cover] = state.under[seat][column];
    }
  }
  return deal;
}

int group_of(const State& state, Seat seat, int clan) {
  if ((seat & 1) == clan) return own;
  return state.seats() == 2 ? 1 : 1 + seat / 2;
}

Position position_of(const State& state) {
  Position position;
  for (Seat seat = 0; seat < state.seats(); ++seat) {
    for (int clan = 0; clan < 2; ++clan) {
      const int group = group_of(state, seat, clan);
      position.up[clan][group] |= state.hand[seat] & clan_cards[clan];
      if (state.seats() == 2) position.down[clan][group] |= state.down[seat] & clan_cards[clan];
    }
  }
  for (int clan = 0; clan < 2; ++clan) {
    for (int group = 0; group < groups; ++group) {
      const Cards cards = position.up[clan][group] | position.down[clan][group];
      position.held[clan] |= cards >> (clan * clan_size);
    }
    position.left = static_cast<std::uint8_t>(position.left + std::popcount(position.held[clan]));
  }
  for (int team = 0; team < 2; ++team) {
    each_card(state.captured[team], [&](Card card) {
      position.points[team] = static_cast<std::uint8_t>(position.points[team] + value_of(card));
      if (clan_of(card) != team) return;
      position.factor[team] =
          static_cast<std::uint8_t>(position.factor[team] + factors[card % clan_size]);
    });
  }
  each_card(state.carried, [&](Card card) { into_pot(position, card); });
  for (int i = 0; i < state.played; ++i) lay(position, (state.leader + i) & 1, state.trick[i]);
  position.mover = static_cast<std::uint8_t>(state.clan());
  return position;
}

void play(const Deal& deal, Position& position, int group, Card card) {
  const int team = position.mover;
  const bool was_up = has(position.up[team][group], card);
  position.up[team][group] &= ~only(card);
  position.held[team] &= ~(only(card) >> (team * clan_size));
  if (deal.columns) {
    position.down[team][group] &= ~only(card);
    if (was_up) turn_up(deal, position, team, group, card);
  }
  --position.left;
  lay(position, team, card);
  position.mover = static_cast<std::uint8_t>(opponent(team));
  if (position.played == 4) end_trick(position);
}

}  // namespace hotaka::solver
