#include "bots/spirits/solver/search.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace hotaka::solver {

namespace {

using spirits::no_card;

// Whether a result decides the question in favour of a team: Yellow wants it reached, Red not.
bool good_for(int team, int result, int wanted) { return (result >= wanted) == (team == 0); }
int better_for(int team, int a, int b) { return team == 0 ? std::max(a, b) : std::min(a, b); }
int worst_for(int team) { return team == 0 ? -1000 : 1000; }

constexpr std::uint8_t ask_hint = 100;

// Which moves tend to be good depends on: how many tricks are left, who is winning this one, the
// team, the place in the trick.
std::size_t situation(const Position& position) {
  const unsigned winning = position.fusion_team != nobody_yet     ? 2U
                           : position.best_team == position.mover ? 1U
                                                                  : 0U;
  return (position.left / 4U * 3U + winning) * 8U + position.mover * 4U + position.played;
}

// Success adds up, and each failure takes away a part: what was good lately counts most.
void learn(std::int32_t& score, bool good, const Position& position) {
  score = good ? std::min(score + position.left, 1 << 30) : score - score / 8;
}

}  // namespace

int Search::probe(const Position& position, int wanted) {
  ++nodes_;
  if (position.left == 0) return final_value(position);
  if (position.left <= 4) {
    if (const auto value = last_trick_value(position)) return *value;
  }
  const Stock stock = stock_of(position);
  Found found{static_bounds(stock), 0};
  if (found.bounds.low >= wanted) return found.bounds.low;
  if (found.bounds.high < wanted) return found.bounds.high;
  const Strong strong = strong_cards(position);
  // The second-last trick is searched faster than the table is reached.
  if (position.left < 8) return search(position, strong, wanted, found.move);
  const std::uint64_t key = key_of(deal_, position, strong);
  const int points = position.points[0];
  table_.look_up(key, points, slope(stock), found);
  if (found.bounds.low >= wanted) return found.bounds.low;
  if (found.bounds.high < wanted) return found.bounds.high;

  const std::uint64_t before = nodes_;
  const int result = search(position, strong, wanted, found.move);
  if (result >= wanted) {
    found.bounds.low = std::max(found.bounds.low, result);
  } else {
    found.bounds.high = std::min(found.bounds.high, result);
  }
  table_.store(key, points, found, 2 * static_cast<int>(std::bit_width(nodes_ - before)));
  return result;
}

int Search::search(const Position& position, const Strong& strong, int wanted, std::uint8_t& hint) {
  const int team = position.mover;
  int best = worst_for(team);
  const Moves moves = moves_of(position, strong, hint);
  if (position.left > 8 && moves.size() > 1) {
    const auto known = known_success(position, moves, wanted);
    if (known) return *known;
  }
  for (const Move& move : moves) {
    const int result = probe_move(position, move, strong, wanted);
    best = better_for(team, best, result);
    const bool good = good_for(team, result, wanted);
    learn(history(position, false, place_of(move)), good, position);
    if (!good) continue;
    hint = static_cast<std::uint8_t>(move.card == no_card ? ask_hint + move.group
                                                          : 1 + role_of(strong, move.card));
    break;
  }
  return best;
}

std::optional<int> Search::known_success(const Position& position, const Moves& moves,
                                         int wanted) const {
  struct Child {
    std::uint64_t key;
    Slope slope;
    Bounds bounds;
    int points;
  };
  List<Child, Moves::capacity> children;
  for (const Move& move : moves) {
    if (move.card == no_card) continue;
    Position next = position;
    play(deal_, next, move.group, move.card);
    const Stock stock = stock_of(next);
    children.push({key_of(deal_, next, strong_cards(next)), slope(stock), static_bounds(stock),
                   next.points[0]});
    table_.prefetch(children[children.size() - 1].key);
  }
  for (const Child& child : children) {
    Found found{child.bounds, 0};
    table_.look_up(child.key, child.points, child.slope, found);
    const int limit = position.mover == 0 ? found.bounds.low : found.bounds.high;
    if (good_for(position.mover, limit, wanted)) return limit;
  }
  return std::nullopt;
}

int Search::probe_move(const Position& position, const Move& move, const Strong& strong,
                       int wanted) {
  if (move.card == no_card) {
    const Cards cards = choices(deal_, position, position.mover, move.group);
    return probe_answers(position, strong, move.group, cards, wanted);
  }
  Position next = position;
  play(deal_, next, move.group, move.card);
  return probe(next, wanted);
}

int Search::probe_answers(const Position& position, const Strong& strong, int group, Cards cards,
                          int wanted) {
  const int chooser = group == own ? position.mover : opponent(position.mover);
  int best = worst_for(chooser);
  for (const Move& move : answers_of(position, strong, group, cards)) {
    const int result = probe_move(position, move, strong, wanted);
    best = better_for(chooser, best, result);
    const bool good = good_for(chooser, result, wanted);
    learn(history(position, true, place_of(move)), good, position);
    if (good) break;
  }
  return best;
}

int Search::probe_choice(const Position& position, int group, Cards cards, int wanted) {
  return probe_answers(position, strong_cards(position), group, cards, wanted);
}

void Search::best_first(Moves& moves) {
  std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
    return std::tie(b.score, a.card, a.group) < std::tie(a.score, b.card, b.group);
  });
}

Search::Moves Search::moves_of(const Position& position, const Strong& strong,
                               std::uint8_t first) const {
  const int team = position.mover;
  const auto& history = history_[situation(position)][0];
  Moves moves;
  const Cards cards = without_twins(deal_, strong, team, choices(deal_, position, team, own));
  spirits::each_card(cards, [&](Card card) {
    const bool hinted = first == 1 + role_of(strong, card);
    moves.push({own, card, hinted ? INT32_MAX : history[card]});
  });
  for (std::int8_t group = 1; group < groups; ++group) {
    const Cards answers = choices(deal_, position, team, group);
    if (answers == 0) continue;
    const bool hinted = first == ask_hint + group;
    // An ask must be good for every answer, so many answers make it dear.
    const int count = std::popcount(without_twins(deal_, strong, team, answers));
    const std::int32_t score = history[spirits::card_count + group] / count;
    moves.push({group, no_card, hinted ? INT32_MAX : score});
  }
  best_first(moves);
  return moves;
}

Search::Moves Search::answers_of(const Position& position, const Strong& strong, int group,
                                 Cards cards) const {
  const int team = position.mover;
  const auto& history = history_[situation(position)][1];
  Moves moves;
  spirits::each_card(without_twins(deal_, strong, team, cards), [&](Card card) {
    moves.push({static_cast<std::int8_t>(group), card, history[card]});
  });
  best_first(moves);
  return moves;
}

std::int32_t& Search::history(const Position& position, bool answer, std::size_t place) {
  return history_[situation(position)][answer ? 1 : 0][place];
}

std::size_t Search::place_of(const Move& move) {
  return move.card == no_card ? static_cast<std::size_t>(spirits::card_count + move.group)
                              : move.card;
}

}  // namespace hotaka::solver
