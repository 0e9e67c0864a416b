// hotaka arena GAME --bots A,B[,..]: paired games between bots, with intervals.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/arena/compete.h"
#include "cli/games/cli_game.h"

namespace hotaka::cli {

namespace {

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

int run(const ArenaArgs& given) {
  const CliGame* game = find_cli_game(given.game);
  if (find_game(given.game) == nullptr) return complain(unknown_game(given.game), usage_wrong);
  if (game == nullptr || game->pairing == nullptr)
    return complain(
        fmt::format("only bots of {} can be compared", names_with(&CliGame::pairing, "and")),
        usage_wrong);
  const auto all = entrants(given);
  if (!all) return complain(all.error(), usage_wrong);
  int status = all_right;
  const auto pairing = game->pairing(given, status);
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
  command.argument("GAME", given->game, names_with(&CliGame::pairing, "or")).required();
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
  for (const CliGame* game : cli_games()) {
    if (game->add_arena_arguments != nullptr) game->add_arena_arguments(command, *given);
  }
  command.flag("--json", given->json, "One JSON object per pairing");
  given->setup.add_to(command, true);
  command.footer(footer_of(
      "arena",
      "The share of the first bot comes with its 95% interval (Agresti and Coull, over pairs)."));
  command.on_run([given] { return run(*given); });
}

}  // namespace hotaka::cli
