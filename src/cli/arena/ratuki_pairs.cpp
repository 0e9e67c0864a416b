// Pairs of ratuki: the same decks twice, with seats swapped. With more than two players the bots
// sit in turn, A B A B A, and then the other way round.

#include "bots/ratuki/host.h"
#include "cli/arena/compete.h"

namespace hotaka::cli {

namespace {

// Notes what each plan took to make.
class TimedBots final : public bots::RatukiBots {
 public:
  TimedBots(std::uint64_t seed, int first, Score& score)
      : RatukiBots(seed), first_(first), score_(score) {}

  int bot_of(Seat seat) const { return (seat + first_) % 2; }

 private:
  bots::Plan ask(const bots::RatukiLevel& level, const ratuki::View& view, Seat seat,
                 std::uint64_t seed) override {
    const auto start = std::chrono::steady_clock::now();
    auto plan = RatukiBots::ask(level, view, seat, seed);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    score_.ms[bot_of(seat)] += took.count();
    ++score_.decisions[bot_of(seat)];
    return plan;
  }

  int first_;
  Score& score_;
};

class RatukiPairs final : public PairTable {
 public:
  RatukiPairs(const ratuki::Options& options, const MatchPlan& plan, const Entrant& a,
              const Entrant& b)
      : options_(options),
        plan_(plan),
        levels_{*bots::ratuki_level(a.name), *bots::ratuki_level(b.name)} {}

  double pair(std::uint64_t number, Score& score) override {
    return (match(number, 0, score) + match(number, 1, score)) / 2;
  }

 private:
  // The first bot's share of the winners, if bot `first` has the seats 0, 2 and 4.
  double match(std::uint64_t number, int first, Score& score) {
    const std::uint64_t seed = plan_.seed * 0x9e3779b97f4a7c15U + number;
    Rng decks(seed);
    TimedBots players(seed, first, score);
    for (Seat seat = 0; seat < options_.players; ++seat)
      players.sit_down(seat, levels_[players.bot_of(seat)]);
    auto state = start(options_);
    constexpr int most_rounds = 10'000;
    for (int round = 0; round < most_rounds && phase(state) != Phase::over; ++round) {
      apply(state, draw(state, decks));
      players.begin(state);
      while (players.step(state, ratuki::never - 1)) {
      }
    }
    if (phase(state) != Phase::over) return 0.5;
    const Outcome ended = outcome(state);
    int own = 0;
    for (Seat seat = 0; seat < options_.players; ++seat)
      own += ended.winners.has(seat) && players.bot_of(seat) == 0 ? 1 : 0;
    return static_cast<double>(own) / ended.winners.size();
  }

  ratuki::Options options_;
  MatchPlan plan_;
  bots::RatukiLevel levels_[2];
};

}  // namespace

MakePairTable ratuki_pairs(const ratuki::Options& options, const MatchPlan& plan, const Entrant& a,
                           const Entrant& b) {
  return [=] { return std::make_unique<RatukiPairs>(options, plan, a, b); };
}

}  // namespace hotaka::cli
