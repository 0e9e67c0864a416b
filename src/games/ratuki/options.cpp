#include "games/ratuki/options.h"

#include "base/text.h"

namespace hotaka::ratuki {

bool Options::set_hand_list(std::span<const std::int64_t> list) {
  if (list.empty() || list.size() > most_players) return false;
  hand_ms.fill(usual_hand_ms);
  hand_list = static_cast<std::uint8_t>(list.size());
  for (std::size_t seat = 0; seat < list.size(); ++seat)
    hand_ms[seat] = static_cast<std::int16_t>(list[seat]);
  return true;
}

void Options::append_hand_ms(std::string& out) const {
  if (hand_list == 0) {
    out += to_text(hand_ms[0]);
    return;
  }
  for (int seat = 0; seat < hand_list; ++seat)
    out += (seat == 0 ? "[" : ",") + to_text(hand_ms[seat]);
  out += ']';
}

std::optional<Options> edition(std::string_view name) {
  return name.empty() ? std::optional(Options()) : std::nullopt;
}

MaybeError check(const Options& options) {
  if (options.hand_list != 0 && options.hand_list != options.players) {
    return Error{"bad_option", "option hand_ms lists " + to_text(options.hand_list) +
                                   " seats, but there are " + to_text(options.players) +
                                   " players"};
  }
  for (int seat = 0; seat < options.players; ++seat) {
    if (options.hand_time(seat) < options.tie_ms) {
      return Error{"bad_option",
                   "option hand_ms must be at least tie_ms, which is " + to_text(options.tie_ms)};
    }
  }
  return std::nullopt;
}

}  // namespace hotaka::ratuki
