#include "games/dragons/options.h"

namespace hotaka::dragons {

std::optional<Options> edition(std::string_view name) {
  Options options;
  if (name.empty() || name == "gen42") return options;
  if (name != "huch") return std::nullopt;
  options.recruit = Recruit::optional;
  options.entry = Entry::compulsory;
  return options;
}

}  // namespace hotaka::dragons
