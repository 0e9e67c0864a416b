// hotaka verify [--json] FILE

#include "fair/verify.h"

#include <cstdio>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/progress.h"

namespace hotaka::cli {

namespace {

int verify(const std::string& path, fair::Verifier::Form form) {
  std::string out;
  fair::Verifier verifier(out, form);
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
  return verifier.count(fair::Verdict::wrong) == 0 ? all_right : input_wrong;
}

}  // namespace

void add_verify(Parser& parser) {
  struct VerifyArgs {
    std::string file;
    bool json = false;
  };
  auto given = std::make_shared<VerifyArgs>();
  Command command = parser.add_command(
      "verify", "Recompute every die and deal of game records from the published secret");
  command.argument("FILE", given->file, "A game record (.hgr); - reads standard input").required();
  command.flag("--json", given->json, "One JSON object a line, one line a game");
  command.footer(footer_of(
      "verify",
      "Checked: the secret is the one that was committed to, every chance entry follows from it\n"
      "and from the seats' seeds, and every entry obeys the rules.\n"
      "Not proved: that the commitment and your seed in the record are those that you saw before\n"
      "the game (compare them), that the server, which knows the cards, told them to nobody, and\n"
      "that it did not play a seat itself, whose seed it could have chosen last.\n"
      "docs/fairness.md says all of it, docs/verify.py is a second verifier.\n"
      "The exit status is 1 if a game is wrong; one without a proof, or unfinished and without "
      "its\n"
      "secret, is not wrong."));
  command.on_run([given] {
    return verify(given->file,
                  given->json ? fair::Verifier::Form::json : fair::Verifier::Form::words);
  });
}

}  // namespace hotaka::cli
