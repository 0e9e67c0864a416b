// hotaka arena GAME --bots A,B[,..]: paired games between bots, with intervals.

#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "bots/dragons/bots.h"
#include "bots/ratuki/bots.h"
#include "bots/spirits/bots.h"
#include "cli/arena/compete.h"
#include "cli/command.h"

namespace hotaka::cli {

namespace {

using dragons::Dragons;
using spirits::Spirits;

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

Result<std::vector<Entrant>> entrants(const ArenaArgs& given) {
  std::vector<Entrant> all;
  for (const auto part : split(given.bots, ',')) {
    const auto at = part.find('@');
    Entrant entrant{std::string(part), std::string(part.substr(0, at)), 0};
    if (at != std::string_view::npos) {
      const auto ms = parse_number(part.substr(at + 1), 60'000);
      if (!ms) return Error{"bad_input", "after @ stand milliseconds a decision, as in mcts@500"};
      entrant.ms = static_cast<int>(*ms);
    }
    if (!has_bot(given.game, entrant.name))
      return Error{"bad_input", unknown_bot(given.game, entrant.name)};
    all.push_back(entrant);
  }
  if (all.size() < 2) return Error{"bad_input", "--bots needs at least two, as in club,expert"};
  return all;
}

void print(const ArenaArgs& given, const Entrant& a, const Entrant& b, const Score& score,
           std::uint64_t games) {
  const double share = score.share();
  const auto [low, high] = score.interval();
  const auto mean_ms = [&](int i) {
    return score.ms[i] / static_cast<double>(std::max<std::uint64_t>(1, score.decisions[i]));
  };
  if (given.json) {
    fmt::print(
        "{{\"game\":\"{}\",\"bots\":[\"{}\",\"{}\"],\"games\":{},\"share\":{:.4f},\"low\":{:.4f},"
        "\"high\":{:.4f},\"ms\":[{:.5f},{:.5f}]}}\n",
        given.game, a.text, b.text, games, share, low, high, mean_ms(0), mean_ms(1));
  } else {
    const double bounded = std::clamp(share, 0.001, 0.999);
    fmt::print(
        "{:<10} against {:<10} {:>6.1f}%  ({:.1f} to {:.1f})  Elo {:+.0f}  {} games  {:.3g} and "
        "{:.3g} ms\n",
        a.text, b.text, 100 * share, 100 * low, 100 * high,
        400 * std::log10(bounded / (1 - bounded)), games, mean_ms(0), mean_ms(1));
  }
  std::fflush(stdout);
}

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
  return std::shared_ptr<const bots::Net>(std::make_shared<bots::Net>(std::move(*net)));
}

// How pairs of these two are played, with the game's own options.
struct Pairing {
  std::function<MakePairTable(const MatchPlan&, const Entrant&, const Entrant&)> make;
  int places = 2;
};

std::optional<Pairing> ratuki_pairing(const ArenaArgs& given, int& status) {
  const auto options = given.setup.options<ratuki::Ratuki>(status);
  if (!options) return std::nullopt;
  return Pairing{[options = *options](const MatchPlan& plan, const Entrant& a, const Entrant& b) {
    return ratuki_pairs(options, plan, a, b);
  }};
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

std::optional<Pairing> spirits_pairing(const ArenaArgs& given, int& status) {
  const auto options = given.setup.options<Spirits>(status);
  if (!options) return std::nullopt;
  return Pairing{[options = *options](const MatchPlan& plan, const Entrant& a, const Entrant& b) {
                   return spirits_pairs(options, plan, a, b);
                 },
                 spirits_places(*options)};
}

std::optional<Pairing> pairing_of(const ArenaArgs& given, int& status) {
  if (given.game == Dragons::traits.name) return dragons_pairing(given, status);
  if (given.game == Spirits::traits.name) return spirits_pairing(given, status);
  return ratuki_pairing(given, status);
}

int run(const ArenaArgs& given) {
  if (bots_of(given.game).empty()) return complain(unknown_game(given.game), usage_wrong);
  const auto all = entrants(given);
  if (!all) return complain(all.error(), usage_wrong);
  int status = all_right;
  const auto pairing = pairing_of(given, status);
  if (!pairing) return status;
  const MatchPlan plan{given.games, given.seed, given.work,
                       static_cast<std::uint64_t>(pairing->places)};
  for (std::size_t i = 0; i < all->size(); ++i) {
    for (std::size_t k = i + 1; k < all->size(); ++k) {
      const Entrant& a = (*all)[i];
      const Entrant& b = (*all)[k];
      const Score score = compete(plan, a.text + " against " + b.text, pairing->make(plan, a, b));
      print(given, a, b, score, plan.places * score.pairs);
    }
  }
  return all_right;
}

}  // namespace

void add_arena(Parser& parser) {
  auto given = std::make_shared<ArenaArgs>();
  Command command =
      parser.add_command("arena", "Let bots play each other, and say who is stronger");
  command.argument("GAME", given->game, "dragons, spirits or ratuki").required();
  command
      .argument("--bots", given->bots,
                "Two or more names with commas; name@ms limits the time per decision")
      .required()
      .value_name("NAMES");
  command
      .argument("--games", given->games,
                "Games per pairing, in pairs: the same dice or deals twice, with seats swapped")
      .range(2, 100'000'000);
  command.argument("--seed", given->seed,
                   "The same seed gives the same games, unless a clock decides");
  command.argument("--work", given->work, "Playouts or evaluations per decision, without a clock");
  command.argument("--weights", given->weights, "dragons: weights of your own for the net")
      .value_name("FILE");
  command.flag("--json", given->json, "One JSON object per pairing");
  given->setup.add_to(command, true);
  command.footer(
      "The share of the first bot comes with its 95% interval (Agresti and Coull, over pairs).\n"
      "In spirits with three players one of the first plays among two of the second, in each\n"
      "place once: its fair share is a third.\n"
      "Examples: hotaka arena dragons --bots expert,linear --games 2000\n"
      "          hotaka arena spirits --players 2 --bots club,rules --games 400");
  command.on_run([given] { return run(*given); });
}

}  // namespace hotaka::cli
