// Pairs of ratuki: the same decks twice, with seats swapped. With more than two players the bots
// sit in turn, A B A B A, and then the other way round.

#include "cli/games/ratuki/pairs.h"

#include "bots/ratuki/bots.h"
#include "bots/real_time_seats.h"

namespace hotaka::cli {

namespace {

using ratuki::Ratuki;
using RatukiBot = bots::RealTimeBot<Ratuki>;

// Another bot, that notes what each plan took to make.
class MeasuredBot final : public RatukiBot {
 public:
  MeasuredBot(const RatukiBot& bot, double& ms, std::uint64_t& decisions)
      : bot_(bot), ms_(ms), decisions_(decisions) {}

  bots::Plan<ratuki::Action> plan(const ratuki::View& view, Seat seat,
                                  std::uint64_t seed) const override {
    const auto start = std::chrono::steady_clock::now();
    auto plan = bot_.plan(view, seat, seed);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    ms_ += took.count();
    ++decisions_;
    return plan;
  }

 private:
  const RatukiBot& bot_;
  double& ms_;
  std::uint64_t& decisions_;
};

class RatukiPairs final : public PairTable {
 public:
  RatukiPairs(const ratuki::Options& options, const MatchPlan& plan, const Entrant& a,
              const Entrant& b)
      : options_(options),
        plan_(plan),
        bots_{bots::make_ratuki_bot(a.name), bots::make_ratuki_bot(b.name)} {}

  double pair(std::uint64_t number, Score& score) override {
    return (match(number, 0, score) + match(number, 1, score)) / 2;
  }

 private:
  // The first bot's share of the winners, if bot `first` has the seats 0, 2 and 4.
  double match(std::uint64_t number, int first, Score& score) {
    const std::uint64_t seed = plan_.seed * 0x9e3779b97f4a7c15U + number;
    Rng decks(seed);
    const auto bot_of = [&](Seat seat) { return (seat + first) % 2; };
    bots::RealTimeSeats<Ratuki> players(seed);
    for (Seat seat = 0; seat < options_.players; ++seat) {
      const int bot = bot_of(seat);
      players.sit_down(
          seat, std::make_shared<MeasuredBot>(*bots_[bot], score.ms[bot], score.decisions[bot]));
    }
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
      own += ended.winners.has(seat) && bot_of(seat) == 0 ? 1 : 0;
    return static_cast<double>(own) / ended.winners.size();
  }

  ratuki::Options options_;
  MatchPlan plan_;
  std::unique_ptr<RatukiBot> bots_[2];
};

}  // namespace

std::optional<Pairing> ratuki_pairing(const ArenaArgs& given, int& status) {
  const auto options = given.setup.options<ratuki::Ratuki>(status);
  if (!options) return std::nullopt;
  return Pairing{[options = *options](const MatchPlan& plan, const Entrant& a,
                                      const Entrant& b) -> MakePairTable {
    return [=] { return std::make_unique<RatukiPairs>(options, plan, a, b); };
  }};
}

}  // namespace hotaka::cli
