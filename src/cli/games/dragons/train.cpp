// hotaka train dragons: learns the weights of the net by self-play.

#include <cstdio>
#include <fstream>
#include <sstream>
#include <thread>

#include <fmt/format.h>

#include "bots/dragons/trainer.h"
#include "cli/games/dragons/dragons.h"
#include "cli/progress.h"

namespace hotaka::cli {

namespace {

struct TrainArgs {
  std::string game;
  std::string out;
  std::string curve;
  std::uint64_t games = 400'000;
  std::uint64_t seed = 1;
};

constexpr std::uint64_t batch_size = 64;

// Large steps at first, small ones at the end.
float rate_at(double part) { return static_cast<float>(0.02 * (1.0 - part) + 0.001 * part); }

// The games of a batch are independent; who plays which does not matter for what is learned.
std::vector<bots::LessonGame> play_batch(const bots::LearningNet& net, std::uint64_t seed,
                                         std::uint64_t first) {
  std::vector<bots::LessonGame> games(batch_size);
  const unsigned workers = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  threads.reserve(workers);
  for (unsigned worker = 0; worker < workers; ++worker) {
    threads.emplace_back([&, worker] {
      for (std::uint64_t i = worker; i < batch_size; i += workers) {
        games[i] = bots::play_lesson(net, seed * 0x9e3779b97f4a7c15U + first + i);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return games;
}

// A checkpoint is the weights with the number of games before them, so that training can go on.
Problem write_checkpoint(const std::string& path, std::uint64_t done, const bots::Net& net) {
  const std::string temporary = path + ".new";
  std::ofstream file(temporary, std::ios::binary);
  file << done << "\n" << net.text();
  file.close();
  if (!file || std::rename(temporary.c_str(), path.c_str()) != 0) return "cannot write " + path;
  return std::nullopt;
}

Result<std::pair<std::uint64_t, bots::LearningNet>> read_checkpoint(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::pair(std::uint64_t{0}, bots::LearningNet());
  std::uint64_t done = 0;
  std::string line;
  std::getline(file, line);
  std::stringstream rest;
  rest << file.rdbuf();
  const auto net = bots::Net::read(rest.str());
  if (!net) return Error{"bad_input", path + ": " + net.error().message};
  done = std::strtoull(line.c_str(), nullptr, 10);
  return std::pair(done, bots::LearningNet(*net));
}

// How strong the net has become: its share against the hand-made evaluation, with its interval.
struct Mark {
  std::uint64_t games;
  double share;
  Interval interval;
};

Mark measure(std::uint64_t games, const bots::Net& net) {
  const MatchPlan plan{400, games, 0};
  const auto shared = std::make_shared<const bots::Net>(net);
  const Score score = compete(
      plan, "net against linear",
      dragons_pairs(dragons::Options(), plan, {"net", "net", 0}, {"linear", "linear", 0}, shared));
  return {games, score.share(), score.interval()};
}

// The curve as a picture: games from left to right, the share from 0 to 100% upwards, intervals as
// bars.
std::string drawn(const std::vector<Mark>& marks) {
  constexpr double width = 640;
  constexpr double height = 320;
  constexpr double edge = 50;
  const auto x = [&](const Mark& mark) {
    return edge + (width - 2 * edge) * static_cast<double>(mark.games) /
                      static_cast<double>(marks.back().games);
  };
  const auto y = [&](double share) { return height - edge - (height - 2 * edge) * share; };
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fffdf7\"/>\n",
      width, height);
  for (const int percent : {0, 25, 50, 75, 100}) {
    out += fmt::format(
        "<path d=\"M{} {:.1f}H{}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1f}\" "
        "text-anchor=\"end\">{}%</text>\n",
        edge, y(percent / 100.0), width - edge, edge - 6, y(percent / 100.0) + 4, percent);
  }
  std::string line;
  for (const Mark& mark : marks) {
    line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", x(mark), y(mark.share));
    out += fmt::format("<path d=\"M{:.1f} {:.1f}V{:.1f}\" stroke=\"#c9b\"/>\n", x(mark),
                       y(mark.interval.low), y(mark.interval.high));
  }
  out += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"#a03\" stroke-width=\"2\"/>\n", line);
  out += fmt::format(
      "<text x=\"{}\" y=\"20\" text-anchor=\"middle\">dragons: share against the yardstick "
      "linear, one turn ahead</text>\n<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">games of "
      "self-play, 0 to {}</text>\n</svg>\n",
      width / 2, width / 2, height - 15, marks.back().games);
  return out;
}

Problem write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return file ? Problem() : "cannot write " + path;
}

int run(const TrainArgs& given) {
  if (given.game != "dragons") return complain("only dragons has something to train", usage_wrong);
  const std::string checkpoint = given.out + ".checkpoint";
  auto begun = read_checkpoint(checkpoint);
  if (!begun) return complain(begun.error().message + "; remove it to begin anew", input_wrong);
  auto& [done, net] = *begun;
  if (done > 0) fmt::print("going on after {} games\n", done);
  std::vector<Mark> marks;
  const std::uint64_t report =
      std::max<std::uint64_t>(batch_size, given.games / 40 / batch_size * batch_size);
  {
    Progress progress("training", given.games);
    while (done < given.games) {
      const float rate = rate_at(static_cast<double>(done) / static_cast<double>(given.games));
      for (const auto& game : play_batch(net, given.seed, done)) bots::learn_game(net, game, rate);
      done += batch_size;
      progress.at(done);
      if (done % report >= batch_size) continue;
      // Rounded as the checkpoint is, so that going on from it later leads to the same weights.
      const bots::Net rounded = net.rounded();
      net = bots::LearningNet(rounded);
      if (const auto problem = write_checkpoint(checkpoint, done, rounded))
        return complain(*problem, input_wrong);
      if (given.curve.empty()) continue;
      marks.push_back(measure(done, rounded));
      fmt::print("{} games: {:.1f}% against linear\n", done, 100 * marks.back().share);
      std::fflush(stdout);
    }
  }
  Problem problem = write_file(given.out, net.rounded().text());
  if (!problem && !marks.empty()) problem = write_file(given.curve, drawn(marks));
  if (problem) return complain(*problem, input_wrong);
  std::remove(checkpoint.c_str());
  return all_right;
}

}  // namespace

void add_train(Parser& parser) {
  auto given = std::make_shared<TrainArgs>();
  Command command =
      parser.add_command("train", "Learn the weights of a bot by self-play, on all cores");
  command.argument("GAME", given->game, "dragons").required();
  command
      .argument("--out", given->out,
                "The file for the weights; a checkpoint lies beside it meanwhile")
      .required()
      .value_name("FILE");
  command.argument("--games", given->games, "How many games").range(1, 1'000'000'000);
  command.argument("--seed", given->seed, "The same seed gives the same weights");
  command
      .argument("--curve", given->curve,
                "Measure the strength forty times and draw it into this SVG file")
      .value_name("FILE");
  command.footer(
      "Stopped training goes on from its checkpoint.\nExample: hotaka train dragons --out "
      "weights.txt");
  command.on_run([given] { return run(*given); });
}

}  // namespace hotaka::cli
