#pragma once
// Paired games between two bots on all cores, and what they add up to. A game says how one pair is
// played: the same dice or deals more than once, with seats swapped.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "bots/bot.h"
#include "cli/command.h"

namespace hotaka::cli {

// A bot as it was named: "mcts@500" thinks at most 500 ms a decision.
struct Entrant {
  std::string text;
  std::string name;
  int ms = 0;  // 0: as long as the work lasts
};

struct Interval {
  double low = 0;
  double high = 1;
};

struct Score {
  double wins = 0;     // the first bot's shares of the pairs, added up
  double squares = 0;  // of the pairs' shares
  std::uint64_t pairs = 0;
  double ms[2] = {0, 0};
  std::uint64_t decisions[2] = {0, 0};

  double share() const { return wins / static_cast<double>(pairs); }
  Interval interval() const;  // 95% interval of the share
};

struct MatchPlan {
  std::uint64_t games = 1000;
  std::uint64_t seed = 1;
  std::uint64_t work = 100'000;  // playouts or evaluations a decision, where no clock decides
  std::uint64_t places = 2;      // games of a pair: one for each place of the first bot
};

// One worker's place to play: pair number n, and what thinking it took.
class PairTable {
 public:
  virtual ~PairTable() = default;
  virtual double pair(std::uint64_t number, Score& score) = 0;  // the share of the first bot
};
using MakePairTable = std::function<std::unique_ptr<PairTable>()>;

Score compete(const MatchPlan& plan, const std::string& title, const MakePairTable& make);

// A bot's choice, with the time that it took added to `score`.
template <class G>
typename G::Action timed_choice(bots::Bot<G>& bot, const bots::Question<G>& question,
                                const Entrant& entrant, std::uint64_t work, int index,
                                Score& score) {
  const auto start = std::chrono::steady_clock::now();
  const auto end = start + std::chrono::milliseconds(entrant.ms);
  const bool clock = entrant.ms > 0;
  const auto action = bots::decide(bot, question, clock ? UINT64_MAX : work, [&] {
    return !clock || std::chrono::steady_clock::now() < end;
  });
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  score.ms[index] += took.count();
  ++score.decisions[index];
  return action;
}

struct ArenaArgs {
  std::string game;
  std::string bots;
  std::uint64_t games = 1000;
  std::uint64_t seed = 1;
  std::uint64_t work = 100'000;
  std::string weights;
  bool json = false;
  Setup setup;
};

// How pairs of two bots are played, with the game's own options.
struct Pairing {
  std::function<MakePairTable(const MatchPlan&, const Entrant&, const Entrant&)> make;
  int places = 2;
};

}  // namespace hotaka::cli
