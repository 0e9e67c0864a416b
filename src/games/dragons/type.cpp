// What tools that know no game need of dragons.

#include "games/dragons/dragons.h"
#include "games/dragons/perft.h"
#include "games/model.h"

namespace hotaka {

template const GameType& game_type<dragons::Dragons>();

namespace dragons {

std::vector<Options> Dragons::variants() {
  std::vector<Options> all;
  for (const auto recruit : {Recruit::automatic, Recruit::optional}) {
    for (const auto entry : {Entry::free, Entry::compulsory}) {
      for (const auto layout : {Layout::mirrored, Layout::rotated}) {
        for (const auto first : {First::random, First::white, First::black}) {
          Options options;
          options.recruit = recruit;
          options.entry = entry;
          options.layout = layout;
          options.first = first;
          all.push_back(options);
        }
      }
    }
  }
  return all;
}

}  // namespace dragons
}  // namespace hotaka
