// Pairs of spirits: whole matches with the same deals. With two and four players the sides are
// swapped; with three the first bot takes each place once, among two of the other.

#include "bots/spirits/bots.h"
#include "cli/games/spirits/spirits.h"

namespace hotaka::cli {

namespace {

using spirits::Spirits;

int places_of(const spirits::Options& options) { return options.players == 3 ? 3 : 2; }

class SpiritsPairs final : public PairTable {
 public:
  SpiritsPairs(const spirits::Options& options, const MatchPlan& plan, const Entrant& a,
               const Entrant& b)
      : options_(options), plan_(plan), entrants_{a, b} {
    for (int i = 0; i < 2; ++i) bots_[i] = bots::make_spirits_bot(entrants_[i].name);
  }

  double pair(std::uint64_t number, Score& score) override {
    const int places = places_of(options_);
    double wins = 0;
    for (int place = 0; place < places; ++place) wins += match(number, place, score);
    return wins / places;
  }

 private:
  // The first bot is at `place`: a player of three, or a team.
  int bot_of(const spirits::State& state, Seat seat, int place) const {
    const int player = player_at(state, decider(state, seat));
    return (options_.players == 3 ? player : player & 1) == place ? 0 : 1;
  }

  // 1 if the first bot wins. Each round has a deal of its own, so that two matches of a pair have
  // the same deals for as long as both last.
  double match(std::uint64_t number, int place, Score& score) {
    auto state = start(options_);
    std::uint64_t decision = 0;
    std::uint64_t round = 0;
    constexpr int most_rounds = 1000;
    std::vector<bots::Done<Spirits>> trail;
    while (phase(state) != Phase::over && round < most_rounds) {
      if (phase(state) == Phase::chance) {
        Rng deal((plan_.seed * 0x9e3779b97f4a7c15U + number) * 1009 + round++);
        apply(state, draw(state, deal));
        trail.clear();
        continue;
      }
      const Seat seat = state.actor();
      const int bot = bot_of(state, seat, place);
      auto question = bots::question_for<Spirits>(state, seat, number * 1'000'003 + ++decision);
      question.trail = trail;
      const auto action =
          timed_choice(*bots_[bot], question, entrants_[bot], plan_.work, bot, score);
      trail.push_back({seat, action});
      apply(state, seat, action);
    }
    if (phase(state) != Phase::over) return 0.5;
    return outcome(state).winners.has(place) ? 1.0 : 0.0;
  }

  spirits::Options options_;
  MatchPlan plan_;
  Entrant entrants_[2];
  std::unique_ptr<bots::Bot<Spirits>> bots_[2];
};

}  // namespace

std::optional<Pairing> spirits_pairing(const ArenaArgs& given, int& status) {
  const auto options = given.setup.options<spirits::Spirits>(status);
  if (!options) return std::nullopt;
  return Pairing{[options = *options](const MatchPlan& plan, const Entrant& a,
                                      const Entrant& b) -> MakePairTable {
                   return [=] { return std::make_unique<SpiritsPairs>(options, plan, a, b); };
                 },
                 places_of(*options)};
}

}  // namespace hotaka::cli
