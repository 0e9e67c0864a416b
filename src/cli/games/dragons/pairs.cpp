// Pairs of dragons: the same dice twice, with seats swapped.

#include "bots/dragons/bots.h"
#include "cli/games/dragons/dragons.h"

namespace hotaka::cli {

namespace {

using dragons::Dragons;

class DragonsPairs final : public PairTable {
 public:
  DragonsPairs(const dragons::Options& options, const MatchPlan& plan, const Entrant& a,
               const Entrant& b, const std::shared_ptr<const bots::Net>& net)
      : options_(options), plan_(plan), entrants_{a, b} {
    for (int i = 0; i < 2; ++i) bots_[i] = bots::make_dragons_bot(entrants_[i].name, net);
  }

  double pair(std::uint64_t number, Score& score) override {
    return (game(number, 0, score) + game(number, 1, score)) / 2;
  }

 private:
  double game(std::uint64_t number, int white_bot, Score& score) {
    Rng dice(plan_.seed * 0x9e3779b97f4a7c15U + number);
    auto state = start(options_);
    std::uint64_t decision = 0;
    constexpr int most_entries = 20'000;
    for (int i = 0; i < most_entries && phase(state) != Phase::over; ++i) {
      if (phase(state) == Phase::chance) {
        apply(state, draw(state, dice));
        continue;
      }
      const int bot = state.side == dragons::white ? white_bot : 1 - white_bot;
      const auto question =
          bots::question_for<Dragons>(state, state.side, number * 1'000'003 + ++decision);
      apply(state, state.side,
            timed_choice(*bots_[bot], question, entrants_[bot], plan_.work, bot, score));
    }
    if (phase(state) != Phase::over) return 0.5;
    return (state.side == dragons::white) == (white_bot == 0) ? 1.0 : 0.0;
  }

  dragons::Options options_;
  MatchPlan plan_;
  Entrant entrants_[2];
  std::unique_ptr<bots::Bot<Dragons>> bots_[2];
};

// The program's own weights, or those of a file.
Result<std::shared_ptr<const bots::Net>> load_net(const std::string& path) {
  if (path.empty()) return bots::trained_net();
  std::string text;
  const auto complaint = read_file(path, [&](std::string_view bytes) {
    text += bytes;
    return text.size() < (std::size_t{1} << 24U);
  });
  if (complaint) return Error{"bad_input", *complaint};
  auto net = bots::Net::read(text);
  if (!net) return Error{"bad_input", path + ": " + net.error().message};
  return std::shared_ptr<const bots::Net>(std::make_shared<bots::Net>(*net));
}

}  // namespace

MakePairTable dragons_pairs(const dragons::Options& options, const MatchPlan& plan,
                            const Entrant& a, const Entrant& b,
                            const std::shared_ptr<const bots::Net>& net) {
  return [=] { return std::make_unique<DragonsPairs>(options, plan, a, b, net); };
}

std::optional<Pairing> dragons_pairing(const ArenaArgs& given, int& status) {
  const auto options = given.setup.options<Dragons>(status);
  if (!options) return std::nullopt;
  auto net = load_net(given.weights);
  if (!net) {
    status = complain(net.error(), input_wrong);
    return std::nullopt;
  }
  return Pairing{
      [options = *options, net = *net](const MatchPlan& plan, const Entrant& a, const Entrant& b) {
        return dragons_pairs(options, plan, a, b, net);
      }};
}

}  // namespace hotaka::cli
