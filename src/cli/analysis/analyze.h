#pragma once
// What the analyses of the games share. How a position is analyzed is in the folder of the game.

#include <cstdint>
#include <string>

#include "cli/command.h"

namespace hotaka::cli {

struct AnalyzeArgs {
  std::string what;  // a game, or a file
  std::string position;
  std::int64_t game = 0;
  std::int64_t entry = -1;  // the last one at which somebody decides
  std::size_t lines = 8;
  std::uint64_t searched = 10;
  std::uint64_t work = 20'000;
  bool json = false;
  Setup setup;
};

// Finds a position in a record, and what a bot may know of the way to it.
class RecordAnalysis {
 public:
  virtual ~RecordAnalysis() = default;

  // What the game is after the next entry; with `wanted` it is to be analyzed if somebody decides.
  virtual void follow(const AnyGame& game, bool wanted) = 0;
  virtual bool found() const = 0;
  // Of the last position that was found; returns the exit status.
  virtual int analyze(const AnalyzeArgs& given) const = 0;
};

// Analyzes the position that was given, in the notation of the game G.
template <class G, class Analyze>
int analyze_given_position(const AnalyzeArgs& given, Analyze&& analyze) {
  int status = all_right;
  const auto options = given.setup.options<G>(status);
  if (!options) return status;
  const auto state = G::read_position(given.position, *options);
  if (!state) return complain("the position: " + state.error().message, input_wrong);
  return analyze(*state);
}

}  // namespace hotaka::cli
