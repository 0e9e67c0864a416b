#pragma once
// Decides whether a position is worth at least so much to Yellow.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/list.h"
#include "bots/spirits/solver/key.h"
#include "bots/spirits/solver/table.h"

namespace hotaka::solver {

class Search {
 public:
  Search(const Deal& deal, SolverTable& table) : deal_(deal), table_(table) {}

  // A limit of the value on the side of `wanted` where it lies: a result of `wanted` or more is not
  // above the value, a smaller one is not below it.
  int probe(const Position& position, int wanted);
  // The same if holders of a group must choose one of `cards` to lay before the team to move.
  int probe_choice(const Position& position, int group, Cards cards, int wanted);

  std::uint64_t nodes() const { return nodes_; }

 private:
  // What a team can do on its turn: lay a card of its own, or ask an opposing seat (no card).
  struct Move {
    std::int8_t group;
    Card card;
    std::int32_t score;
  };
  using Moves = List<Move, 16>;

  int search(const Position& position, const Strong& strong, int wanted, std::uint8_t& move);
  // A limit that decides for the team to move, if the table has one after a card of its own.
  std::optional<int> known_success(const Position& position, const Moves& moves, int wanted) const;
  int probe_move(const Position& position, const Move& move, const Strong& strong, int wanted);
  Moves moves_of(const Position& position, const Strong& strong, std::uint8_t first) const;
  Moves answers_of(const Position& position, const Strong& strong, int group, Cards cards) const;
  int probe_answers(const Position& position, const Strong& strong, int group, Cards cards,
                    int wanted);
  std::int32_t& history(const Position& position, bool answer, std::size_t place);
  static void best_first(Moves& moves);
  static std::size_t place_of(const Move& move);

  const Deal& deal_;
  SolverTable& table_;
  std::uint64_t nodes_ = 0;
  // How good a card or an ask was lately: [situation][played freely or as an answer][place_of].
  using Scores = std::array<std::int32_t, spirits::card_count + groups>;
  std::vector<std::array<Scores, 2>> history_ = std::vector<std::array<Scores, 2>>(8 * 3 * 8);
};

}  // namespace hotaka::solver
