#include "wire/commands.h"

#include <algorithm>
#include <array>

namespace hotaka::wire {

namespace {

using table::Table;
using table::Time;

constexpr std::array<std::string_view, 12> types{"sit",    "stand",  "ready", "bot",
                                                 "start",  "act",    "done",  "undo",
                                                 "answer", "resign", "leave", "back"};

MaybeError act(Table& table, const json::Fields& message, int place, Time now, Time delay) {
  table::Act act;
  act.place = place;
  if (place != nobody && table.places()[static_cast<std::size_t>(place)].away)
    return Error{"away", "a bot plays for you: come back first"};
  const auto action = message.text("do");
  if (!action) return Error{"bad_field", "do must be a text: the action"};
  act.action = *action;
  act.version = message.whole("version");
  if (!act.version && !table.game().timed())
    return Error{"bad_field", "version must be the one you have seen"};
  if (message.has("seat")) {
    const auto seat = message.whole("seat");
    if (!seat || *seat < 0 || *seat >= table.game().seat_count())
      return Error{"no_such_seat", "there is no such seat"};
    act.seat = static_cast<Seat>(*seat);
  }
  if (message.has("hold")) {
    const auto hold = message.flag("hold");
    if (!hold) return Error{"bad_field", "hold must be true or false"};
    act.hold = *hold;
  }
  if (table.game().timed()) {
    const Time arrived = now - table.round_start();
    const auto pressed = message.whole("t");
    if (message.has("t") && !pressed)
      return Error{"bad_field", "t must be a whole number of milliseconds"};
    act.t = pressed ? std::clamp(*pressed, arrived - delay, arrived) : arrived;
  }
  return table.act(act, now);
}

}  // namespace

bool is_command(std::string_view type) { return std::ranges::find(types, type) != types.end(); }

MaybeError carry_out(Table& table, std::string_view type, const json::Fields& message,
                     const table::Person& person, Time now, Time delay) {
  const int own = table.place_of(person.id);
  const auto named_place = [&] {
    const auto place = message.whole("place");
    return place && *place >= 0 && *place < max_players ? static_cast<int>(*place) : nobody;
  };
  if ((type == "sit" || type == "bot") && !message.whole("place"))
    return Error{"bad_field", "place must be the number of a place"};
  const bool is_host = table.host_person() == person.id;
  if (type == "act") return act(table, message, own, now, delay);
  if (type == "sit") {
    if (message.has("seed") && !message.text("seed"))
      return Error{"bad_field", "seed must be a text"};
    return table.sit(named_place(), person, message.text("seed").value_or(""), now);
  }
  if (type == "stand") return table.stand(own, now);
  if (type == "ready" && message.has("ready") && !message.flag("ready"))
    return Error{"bad_field", "ready must be true or false"};
  if (type == "ready") return table.set_ready(own, message.flag("ready").value_or(true), now);
  if (type == "bot") {
    if (!is_host) return Error{"host_sets_bots", "only the host puts bots in places"};
    const auto level = message.text("level");
    if (!level)
      return Error{"bad_field", "level must be a text: novice, casual, club, expert or master"};
    return table.put_bot(named_place(), *level, now);
  }
  if (type == "start") {
    if (!is_host) return Error{"host_starts", "only the host starts the game; others say ready"};
    return table.start(now);
  }
  if (type == "done") return table.done(own, now);
  if (type == "undo") return table.undo(own, now);
  if (type == "answer") {
    const auto yes = message.flag("yes");
    if (!yes) return Error{"bad_field", "yes must be true or false"};
    return table.answer_undo(own, *yes, now);
  }
  if (type == "resign") return table.resign(own, now);
  if (type == "leave") return table.leave(own, message.text("level").value_or("club"), now);
  return table.come_back(own, now);
}

}  // namespace hotaka::wire
