// hotaka replay [--json] FILE

#include <cstdio>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/progress.h"
#include "record/json_lines.h"
#include "record/replay.h"

namespace hotaka::cli {

namespace {

// For people: each error with its place, and a sum at the end.
class Summary final : public record::Replay::Listener {
 public:
  explicit Summary(std::string file) : file_(std::move(file)) {}

  void on_entry(const record::Replay& replay) override { entries_ += replay.entry() > 0 ? 1 : 0; }
  void on_error(const record::Replay& replay, const std::string& why) override {
    fmt::print(stderr, "{}:{}: game {}, entry {}: {}\n", file_, replay.line_number(), replay.game(),
               replay.entry(), why);
  }
  void on_last(const record::Replay& replay) override { finished_ += replay.over() ? 1 : 0; }
  void print(const record::Replay& replay) const {
    const std::int64_t games = replay.game() + 1;
    fmt::print(
        "{}: {} {} ({} finished), {} entries, {}\n", file_, games, games == 1 ? "game" : "games",
        finished_, entries_,
        replay.errors() == 0 ? "all right" : fmt::format("{} with an error", replay.errors()));
  }

 private:
  std::string file_;
  std::int64_t entries_ = 0;
  std::int64_t finished_ = 0;
};

// Runs a file through a replay; `after_part` is called now and then.
Problem run(const std::string& path, record::Replay& replay,
            const std::function<bool()>& after_part) {
  Progress progress("replaying", size_of(path));
  std::uint64_t done = 0;
  const auto problem = read_file(path, [&](std::string_view bytes) {
    replay.feed(bytes);
    done += bytes.size();
    progress.at(done);
    return after_part();
  });
  replay.finish();
  after_part();
  return problem;
}

int replay_json(const std::string& path) {
  std::string out;
  record::JsonLines lines(out, path);
  record::Replay replay(lines);
  const auto problem = run(path, replay, [&] {
    const bool written = std::fwrite(out.data(), 1, out.size(), stdout) == out.size();
    out.clear();
    return written;
  });
  std::fflush(stdout);
  if (problem) return complain(*problem, input_wrong);
  return replay.errors() == 0 ? all_right : input_wrong;
}

int replay_summary(const std::string& path) {
  Summary summary(path);
  record::Replay replay(summary);
  const auto problem = run(path, replay, [] { return true; });
  if (problem) return complain(*problem, input_wrong);
  summary.print(replay);
  return replay.errors() == 0 ? all_right : input_wrong;
}

}  // namespace

void add_replay(Parser& parser) {
  struct ReplayArgs {
    std::string file;
    bool json = false;
  };
  auto given = std::make_shared<ReplayArgs>();
  Command command = parser.add_command("replay", "Check a file of game records against the rules");
  command.argument("FILE", given->file, "A game record (.hgr); - reads standard input").required();
  command.flag("--json", given->json,
               "After each entry, who may act and what is legal, one JSON object a line");
  command.footer(footer_of("replay"));
  command.on_run(
      [given] { return given->json ? replay_json(given->file) : replay_summary(given->file); });
}

}  // namespace hotaka::cli
