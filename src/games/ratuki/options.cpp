#include "games/ratuki/options.h"

#include "base/text.h"

namespace hotaka::ratuki {

namespace {

constexpr std::int64_t most_hand_ms = 5000;

MaybeError set_hand_ms(Options& options, const OptionValue& value) {
  const Option& option = option_table[3];
  if (value.kind == OptionValue::Kind::whole) {
    std::int16_t same = 0;
    if (auto error = within(option, value, 0, most_hand_ms, same)) return error;
    options.hand_ms.fill(same);
    options.hand_list = 0;
    return std::nullopt;
  }
  if (value.kind != OptionValue::Kind::list || value.list.empty() ||
      value.list.size() > most_players) {
    return not_allowed(option, value);
  }
  options.hand_ms.fill(Options::usual_hand_ms);
  options.hand_list = static_cast<std::uint8_t>(value.list.size());
  for (std::size_t seat = 0; seat < value.list.size(); ++seat) {
    if (value.list[seat] < 0 || value.list[seat] > most_hand_ms) return not_allowed(option, value);
    options.hand_ms[seat] = static_cast<std::int16_t>(value.list[seat]);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Options> edition(std::string_view name) {
  return name.empty() ? std::optional(Options()) : std::nullopt;
}

MaybeError set_option(Options& options, std::string_view name, const OptionValue& value) {
  if (name == "players") return within(option_table[0], value, 2, most_players, options.players);
  if (name == "target") return within(option_table[1], value, 1, 10000, options.target);
  if (name == "tie_ms") return within(option_table[2], value, 0, 1000, options.tie_ms);
  if (name == "hand_ms") return set_hand_ms(options, value);
  if (name == "idle_ms") return within(option_table[4], value, 1000, 600000, options.idle_ms);
  return unknown_option("ratuki", name, option_table);
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

void write_options(std::string& out, const Options& options) {
  const Options standard;
  OptionWriter writer(out);
  const auto number = [&](std::string_view name, std::int64_t value, std::int64_t usual) {
    if (value != usual) writer.raw(name, to_text(value));
  };
  number("players", options.players, standard.players);
  number("target", options.target, standard.target);
  number("tie_ms", options.tie_ms, standard.tie_ms);
  if (options.hand_list == 0) {
    number("hand_ms", options.hand_ms[0], Options::usual_hand_ms);
  } else {
    std::string list;
    for (int seat = 0; seat < options.hand_list; ++seat) {
      list += (seat == 0 ? "[" : ",") + to_text(options.hand_ms[seat]);
    }
    writer.raw("hand_ms", list + "]");
  }
  number("idle_ms", options.idle_ms, standard.idle_ms);
}

}  // namespace hotaka::ratuki
