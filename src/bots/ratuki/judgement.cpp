#include "bots/ratuki/judgement.h"

#include <algorithm>
#include <span>

namespace hotaka::bots {

using namespace ratuki;

namespace {

// Found by playing variants against each other at equal speed; in hundredths of a point.
struct Weights {
  int shed = 100;              // a card fewer in the own piles
  int keep_wild = 350;         // a wild in the hand, as long as cards can be drawn
  int own_five_next = 60;      // a 4 under an own 5: for each card of the stack
  int strange_five_next = 15;  // a 4 without one: lost for each card of the stack
  int least_last_take =
      200;  // with empty piles, what a smaller stack is worth is not worth the time
  // How gladly a card is kept where one must go, by rank. A second card of a rank is worth less: a
  // hand full of fives is slow, as nothing else fits.
  std::array<int, wild_rank + 1> hold{0, 20, 50, 50, 30, 60, 500};
  int hold_four_for_five = 30;
  int hold_twice = 25;
};
constexpr Weights weights;

bool has_five(const Sight& sight) {
  return std::any_of(sight.hand.begin(), sight.hand.end(),
                     [](Card card) { return rank_of(card) == 5; });
}

int worth_of_play(const Sight& sight, Card card, const Sight::Place& place) {
  const int rank = rank_of(card);
  const int shed = sight.can_draw ? weights.shed : 0;
  if (rank == 4) {
    const int each = has_five(sight) ? weights.own_five_next : -weights.strange_five_next;
    return shed + each * place.size;
  }
  if (!takes(rank)) return shed;
  const int kept = rank == wild_rank && sight.can_draw ? weights.keep_wild : 0;
  return shed + 100 * (place.size + 1) - kept;
}

int worth_of_keeping(const Sight& sight, std::size_t at) {
  const int rank = rank_of(sight.hand[at]);
  int worth = weights.hold[static_cast<std::size_t>(rank)];
  if (rank == 4 && has_five(sight)) worth += weights.hold_four_for_five;
  for (std::size_t other = 0; other < sight.hand.size(); ++other) {
    if (other != at && rank_of(sight.hand[other]) == rank) worth -= weights.hold_twice;
  }
  return worth;
}

std::optional<Action> discard_of(const Sight& sight, Rng& rng) {
  if (!sight.can_draw || sight.hand.empty()) return std::nullopt;
  std::size_t least = 0;
  std::uint32_t equals = 1;
  for (std::size_t at = 1; at < sight.hand.size(); ++at) {
    const int difference = worth_of_keeping(sight, at) - worth_of_keeping(sight, least);
    if (difference < 0) equals = 0;
    if (difference <= 0 && rng.below(++equals) == 0) least = at;
  }
  return Action::discard(sight.hand[least], 0);
}

// The best fit, any of equals.
std::optional<Fit> best_of(const Fits& fits, Rng& rng) {
  std::optional<Fit> best;
  std::uint32_t equals = 0;
  for (std::size_t at = 0; at < fits.size(); ++at) {
    const Fit& fit = fits[at];
    if (best && fit.worth < best->worth) continue;
    if (!best || fit.worth > best->worth) equals = 0;
    if (rng.below(++equals) == 0) best = fit;
  }
  return best;
}

}  // namespace

Sight::Sight(const View& view, Seat seat) : players(view.options.players) {
  const Player& own = view.players[seat];
  hand = own.hand;
  can_draw = !own.draw.empty();
  for (int slot = 0; slot < players; ++slot) {
    const Stack& stack = view.stacks[slot];
    Place& place = places[slot];
    place.size = stack.size;
    place.rank = stack.size > 0 ? rank_of(stack.top) : 0;
    for (const Pending& card : stack.pending) {
      if (card.seat != seat) continue;
      place.rank = rank_of(card.card);
      place.size = takes(place.rank) ? 0 : place.size + 1;
    }
    free_place = free_place || place.size == 0;
  }
  std::array<std::int32_t, most_players> totals{};
  std::int32_t most = INT32_MIN;
  for (int other = 0; other < players; ++other) {
    totals[other] = view.totals[other] + round_score(view.players[other]);
    most = std::max(most, totals[other]);
  }
  out_loses = most >= view.options.target && totals[seat] < most;
}

Fits fits_of(const Sight& sight) {
  Fits found;
  for (std::size_t at = 0; at < sight.hand.size(); ++at) {
    const Card card = sight.hand[at];
    if (std::find(sight.hand.begin(), sight.hand.begin() + at, card) != sight.hand.begin() + at)
      continue;
    const int rank = rank_of(card);
    if (rank == 1 && sight.free_place)
      found.push({Action::start(card, 0), sight.can_draw ? weights.shed : 0});
    for (int slot = 0; slot < sight.players; ++slot) {
      const Sight::Place& place = sight.places[slot];
      if (!place.seen || place.size == 0 || !ratuki::fits(rank, place.rank)) continue;
      found.push({Action::play(card, slot, 0), worth_of_play(sight, card, place)});
    }
  }
  return found;
}

std::optional<Action> sensible(const Sight& sight, bool pressed, Rng& rng) {
  const Fits fits = fits_of(sight);
  const std::optional<Fit> best = best_of(fits, rng);
  if (sight.can_draw) {
    if (best && (pressed || best->worth > 0)) return best->action;
    return discard_of(sight, rng);
  }
  // The own piles are empty: only what takes a stack still pays, and the others gain all the while.
  if (best && best->worth >= weights.least_last_take) return best->action;
  if (!sight.out_loses) return Action::out(0);
  if (best) return best->action;
  return pressed ? std::optional(Action::out(0)) : std::nullopt;
}

std::optional<Action> thoughtless(const Sight& sight, Rng& rng) {
  const Fits fits = fits_of(sight);
  if (!fits.empty()) return fits[rng.below(static_cast<std::uint32_t>(fits.size()))].action;
  if (!sight.can_draw || sight.hand.empty()) return Action::out(0);
  return Action::discard(sight.hand[rng.below(static_cast<std::uint32_t>(sight.hand.size()))], 0);
}

}  // namespace hotaka::bots
