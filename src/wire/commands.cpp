#include "wire/commands.h"

#include <array>

#include "games/game.h"

namespace hotaka::wire {

namespace {

using namespace table;
using Message = json::Fields;
using Read = Result<Command>;

Error bad_field(std::string_view message) { return {"bad_field", std::string(message)}; }

template <class Of>
Read read_plain(const Message&) {
  return Command(Of{});
}

// Which player a message names; nobody if there cannot be such a one.
Result<int> read_player(const Message& message) {
  const auto number = message.whole("place");
  if (!number) return bad_field("place must be the number of a place");
  return *number >= 0 && *number < max_players ? static_cast<int>(*number) : nobody;
}

Read read_sit(const Message& message) {
  const auto player = read_player(message);
  if (!player) return player.error();
  if (message.has("seed") && !message.text("seed")) return bad_field("seed must be a text");
  return Command(Sit{*player, std::string(message.text("seed").value_or(""))});
}

Read read_ready(const Message& message) {
  if (message.has("ready") && !message.flag("ready"))
    return bad_field("ready must be true or false");
  return Command(SetReady{message.flag("ready").value_or(true)});
}

Read read_bot(const Message& message) {
  const auto player = read_player(message);
  if (!player) return player.error();
  const auto level = message.text("level");
  if (!level) return bad_field("level must be a text: novice, casual, club, expert or master");
  return Command(SetBot{*player, std::string(*level)});
}

Read read_act(const Message& message) {
  Act act;
  const auto action = message.text("do");
  if (!action) return bad_field("do must be a text: the action");
  act.action = *action;
  act.version = message.whole("version");
  if (message.has("version") && !act.version)
    return bad_field("version must be the one you have seen");
  if (message.has("seat")) {
    const auto seat = message.whole("seat");
    if (!seat || *seat < INT32_MIN || *seat > INT32_MAX)
      return bad_field("seat must be the number of a seat");
    act.seat = static_cast<Seat>(*seat);
  }
  if (message.has("hold")) {
    const auto hold = message.flag("hold");
    if (!hold) return bad_field("hold must be true or false");
    act.hold = *hold;
  }
  act.t = message.whole("t");
  if (message.has("t") && !act.t) return bad_field("t must be a whole number of milliseconds");
  return Command(std::move(act));
}

Read read_answer(const Message& message) {
  const auto yes = message.flag("yes");
  if (!yes) return bad_field("yes must be true or false");
  return Command(AnswerUndo{*yes});
}

Read read_leave(const Message& message) {
  return Command(Leave{std::string(message.text("level").value_or(default_level))});
}

struct Kind {
  std::string_view type;
  Read (*read)(const Message& message);
};
constexpr std::array<Kind, 12> kinds{{{"act", read_act},
                                      {"done", read_plain<EndTurn>},
                                      {"undo", read_plain<Undo>},
                                      {"answer", read_answer},
                                      {"sit", read_sit},
                                      {"stand", read_plain<Stand>},
                                      {"ready", read_ready},
                                      {"bot", read_bot},
                                      {"start", read_plain<Start>},
                                      {"resign", read_plain<Resign>},
                                      {"leave", read_leave},
                                      {"back", read_plain<Return>}}};

const Kind* find_kind(std::string_view type) {
  for (const Kind& kind : kinds) {
    if (kind.type == type) return &kind;
  }
  return nullptr;
}

}  // namespace

bool is_command(std::string_view type) { return find_kind(type) != nullptr; }

Result<Command> read_command(std::string_view type, const Message& message) {
  const Kind* kind = find_kind(type);
  if (kind == nullptr) return Error{"unknown_message", "this is no message to a table"};
  return kind->read(message);
}

}  // namespace hotaka::wire
