// hotaka simulate GAME --games N: random legal play, written as game records.

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/progress.h"
#include "fair/proof.h"
#include "games/list.h"
#include "games/random_play.h"
#include "record/entry.h"

namespace hotaka::cli {

namespace {

// Random games end by themselves; one that does not within this many decisions stays without a
// result (D17).
constexpr std::uint64_t most_decisions = 1'000'000;

struct SimulateArgs {
  std::string game;
  std::uint64_t games = 1;
  std::uint64_t seed = 1;
  std::string out = "-";
  bool fair = false;
  Setup setup;
};

// Everything that --fair draws from, made from the game's name alone, which tells it to all: for
// tests, not for play. Some seats have no seed, and the ghost never has one.
template <class State>
fair::Proof simulated_proof(const State& state, const std::string& id) {
  const auto bytes = [&](const std::string& what) {
    const std::string name = id + "/" + what;
    const std::vector<std::uint8_t> message(name.begin(), name.end());
    return fair::sha256(message);
  };
  fair::Proof proof;
  proof.id = id;
  proof.secret = fair::Secret{bytes("secret")};
  proof.commit = fair::commitment(*proof.secret);
  for (Seat seat = 0; seat < seats(state); ++seat) {
    const fair::Digest digest = bytes("seed " + std::to_string(seat));
    fair::Seed& seed = proof.seeds.emplace_back();
    if (decider(state, seat) != seat || digest.back() % 4 == 0) continue;
    std::copy_n(digest.begin(), seed.emplace().size(), seed->begin());
  }
  return proof;
}

template <class G>
void write_game(std::string& out, const typename G::Options& options, Rng& rng,
                const std::string& fair_id) {
  auto state = start(options);
  std::optional<fair::Dealer> dealer;
  std::string proof_text;
  if (!fair_id.empty()) {
    const fair::Proof proof = simulated_proof(state, fair_id);
    dealer.emplace(fair::make_key(*proof.secret, proof.id, proof.seeds));
    append_member(proof_text, proof);
  }
  std::string text;
  write_options<G>(text, options);
  record::append_header(out, G::traits.name, "", text, proof_text);
  RandomPlayers<G> players;
  play_on<G>(
      state, players, rng, most_decisions,
      [&](const auto& now) {
        if (!dealer) return draw(now, rng);
        auto source = dealer->next();
        return draw(now, source);
      },
      [&](const auto&, const auto& chance) {
        text.clear();
        append_chance(text, chance);
        record::append_line(out, record::Drew::from_member(text));
      },
      [&](const auto&, const Deed<G>& deed) {
        text.clear();
        append_text(text, deed.action);
        std::optional<std::int64_t> t;
        if constexpr (RealTimeGame<G>) t = deed.action.t;
        record::append_line(out, record::Acted{deed.seat, text, t});
      });
  if (phase(state) == Phase::over) record::append_line(out, record::Resulted{outcome(state)});
}

template <class G>
int simulate(const SimulateArgs& given) {
  int status = all_right;
  const auto options = given.setup.options<G>(status);
  if (!options) return status;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> owned(
      given.out == "-" ? nullptr : std::fopen(given.out.c_str(), "wb"),
      [](std::FILE* file) { return file ? std::fclose(file) : 0; });
  std::FILE* file = given.out == "-" ? stdout : owned.get();
  if (file == nullptr)
    return complain("cannot write " + given.out + ": " + std::strerror(errno), input_wrong);
  Progress progress("simulating", given.games);
  std::string text;
  for (std::uint64_t i = 0; i < given.games; ++i) {
    Rng rng(given.seed * 0x9e3779b97f4a7c15U + i);  // each game can be made again by itself
    text.clear();
    write_game<G>(text, *options, rng,
                  given.fair ? fmt::format("simulated-{}-{}", given.seed, i) : "");
    if (std::fwrite(text.data(), 1, text.size(), file) != text.size()) {
      return complain("cannot write " + given.out + ": " + std::strerror(errno), input_wrong);
    }
    progress.at(i + 1);
  }
  if (std::fflush(file) != 0)
    return complain("cannot write " + given.out + ": " + std::strerror(errno), input_wrong);
  return all_right;
}

}  // namespace

void add_simulate(Parser& parser) {
  auto given = std::make_shared<SimulateArgs>();
  Command command =
      parser.add_command("simulate", "Play random legal games and write them as game records");
  command.argument("GAME", given->game, game_help()).required();
  command.argument("--games", given->games, "How many games").range(1, 1'000'000'000);
  command.argument("--seed", given->seed, "The same seed gives the same games");
  command.argument("--out", given->out, "The file to write; - is standard output")
      .value_name("FILE");
  command.flag("--fair", given->fair,
               "Draw dice and deals so that `hotaka verify` can check them; the secrets are "
               "made from the seed, so this is for tests only");
  given->setup.add_to(command, true);
  command.footer(footer_of("simulate"));
  command.on_run([given] {
    int status = all_right;
    const bool known = with_game(given->game, [&]<class G>() { status = simulate<G>(*given); });
    return known ? status : complain(unknown_game(given->game), usage_wrong);
  });
}

}  // namespace hotaka::cli
