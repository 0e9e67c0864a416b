// What tools that know no game need of ratuki.

#include "games/model.h"
#include "games/ratuki/ratuki.h"

namespace hotaka {

template const GameType& game_type<ratuki::Ratuki>();

namespace ratuki {

std::vector<Options> Ratuki::variants() {
  std::vector<Options> all;
  for (int players = 2; players <= most_players; ++players) {
    for (const int tie_ms : {0, 60, 400}) {
      Options options;
      options.players = static_cast<std::uint8_t>(players);
      options.tie_ms = static_cast<std::int16_t>(tie_ms);
      options.target = 40;
      all.push_back(options);
      options.hand_list = options.players;  // each seat with a handicap of its own
      for (int seat = 0; seat < players; ++seat) {
        options.hand_ms[seat] = static_cast<std::int16_t>(tie_ms + 150 * seat);
      }
      all.push_back(options);
    }
    Options sleepy;  // rounds that end because too little is done
    sleepy.players = static_cast<std::uint8_t>(players);
    sleepy.idle_ms = 1500;
    all.push_back(sleepy);
  }
  return all;
}

}  // namespace ratuki
}  // namespace hotaka
