// hotaka verify [--json] [--commit HEX] [--seed SEAT:HEX].. FILE

#include "fair/verify.h"

#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/progress.h"

namespace hotaka::cli {

namespace {

// An empty text must not pass for no text: a script's variable may be unset.
constexpr const char* not_given = "none";

int verify(const std::string& path, fair::Verifier::Form form, fair::Expected expected) {
  std::string out;
  fair::Verifier verifier(out, form, std::move(expected));
  record::Replay replay(verifier);
  Progress progress("verifying", size_of(path));
  std::uint64_t done = 0;
  const auto print = [&] {
    const bool written = std::fwrite(out.data(), 1, out.size(), stdout) == out.size();
    out.clear();
    return written;
  };
  const auto complaint = read_file(path, [&](std::string_view bytes) {
    replay.feed(bytes);
    done += bytes.size();
    progress.at(done);
    return print();
  });
  replay.finish();
  verifier.finish();
  if (form == fair::Verifier::Form::words && !complaint) out += verifier.sum() + "\n";
  print();
  std::fflush(stdout);
  if (complaint) return complain(*complaint, input_wrong);
  return verifier.is_good() ? all_right : input_wrong;
}

}  // namespace

void add_verify(Parser& parser) {
  struct VerifyArgs {
    std::string file;
    std::string commit = not_given;
    std::vector<std::string> seeds;
    bool json = false;
  };
  auto given = std::make_shared<VerifyArgs>();
  Command command = parser.add_command(
      "verify", "Recompute every die and deal of game records from the published secret");
  command.argument("FILE", given->file, "A game record (.hgr); - reads standard input").required();
  command.flag("--json", given->json, "One JSON object a line, one line a game");
  command.argument("--commit", given->commit, "The commitment that you were shown before the game")
      .value_name("HEX")
      .hide_default();
  command
      .argument("--seed", given->seeds,
                "The seed that your own device sent; seats count from 0; may be repeated")
      .value_name("SEAT:HEX")
      .repeatable()
      .hide_default();
  command.footer(footer_of(
      "verify",
      "Checked: the secret is the one that was committed to, every chance entry follows from it\n"
      "and from the seats' seeds, and every entry obeys the rules.\n"
      "A record alone proves that it agrees with itself: a host could write another one. With\n"
      "--commit and --seed it is compared with what you were shown and what you sent.\n"
      "Not proved: that the server, which knows the cards, told them to nobody, and that it did\n"
      "not play a seat itself, whose seed it could have chosen last.\n"
      "docs/fairness.md says all of it, docs/verify.py is a second verifier.\n"
      "The exit status is 1 if a game is wrong; one without a proof, or unfinished and without "
      "its\n"
      "secret, is not wrong. With --commit or --seed it is 0 only if every game is verified."));
  command.on_run([given] {
    fair::Expected expected;
    if (given->commit != not_given) {
      if (const auto wrong = expected.take_commit(given->commit))
        return complain(*wrong, usage_wrong);
    }
    for (const auto& seed : given->seeds) {
      if (const auto wrong = expected.take_seed(seed)) return complain(*wrong, usage_wrong);
    }
    return verify(given->file,
                  given->json ? fair::Verifier::Form::json : fair::Verifier::Form::words,
                  std::move(expected));
  });
}

}  // namespace hotaka::cli
