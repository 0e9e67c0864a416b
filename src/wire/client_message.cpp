#include "wire/client_message.h"

#include <array>

#include "base/json_fields.h"
#include "base/text.h"
#include "games/game.h"
#include "wire/client_text.h"

namespace hotaka::wire {

namespace {

using namespace table;
using Fields = json::Fields;
using Read = Result<Request>;

Error bad_field(std::string_view message) { return {"bad_field", std::string(message)}; }

std::string text_of(const Fields& message, std::string_view name) {
  return std::string(message.text(name).value_or(""));
}

Read read_ping(const Fields& message) {
  const auto value = message.value("c");
  const bool is_number = value && value->is(json::Kind::number);
  return Request(Ping{is_number ? std::string(value->raw()) : "null"});
}

Read read_rename(const Fields& message) {
  Rename rename{text_of(message, "name")};
  if (auto error = check_name(rename.name)) return *error;
  return Request(std::move(rename));
}

Read read_create(const Fields& message) {
  auto setup = table::read_setup(message);
  if (!setup) return setup.error();
  return Request(Create{std::move(*setup)});
}

Read read_join(const Fields& message) {
  Join join{text_of(message, "table"), message.whole("since")};
  if (message.has("since") && join.since.value_or(-1) < 0)
    return bad_field("since must be a version that you have seen");
  return Request(std::move(join));
}

template <class Of>
Read read_table(const Fields& message) {
  return Request(Of{text_of(message, "table")});
}

Read read_chat(const Fields& message) {
  auto line = clean_chat(text_of(message, "text"));
  if (!line) return line.error();
  return Request(Chat{text_of(message, "table"), std::move(*line)});
}

template <bool On>
Read read_lobby(const Fields&) {
  return Request(WatchLobby{On});
}

// --- What can be wanted of a table

using ReadCommand = Result<Command>;

template <class Of>
ReadCommand read_plain(const Fields&) {
  return Command(Of{});
}

// Which player a message names; nobody if there cannot be such a one.
Result<int> read_player(const Fields& message) {
  const auto number = message.whole("place");
  if (!number) return bad_field("place must be the number of a place");
  return *number >= 0 && *number < max_players ? static_cast<int>(*number) : nobody;
}

ReadCommand read_sit(const Fields& message) {
  const auto player = read_player(message);
  if (!player) return player.error();
  if (message.has("seed") && !message.text("seed")) return bad_field("seed must be a text");
  return Command(Sit{*player, std::string(message.text("seed").value_or(""))});
}

ReadCommand read_ready(const Fields& message) {
  if (message.has("ready") && !message.flag("ready"))
    return bad_field("ready must be true or false");
  if (message.has("seed") && !message.text("seed")) return bad_field("seed must be a text");
  return Command(SetReady{message.flag("ready").value_or(true),
                          std::string(message.text("seed").value_or(""))});
}

ReadCommand read_bot(const Fields& message) {
  const auto player = read_player(message);
  if (!player) return player.error();
  const auto level = message.text("level");
  if (!level) return bad_field("level must be a text: " + join_names(levels, "or"));
  return Command(SetBot{*player, std::string(*level)});
}

template <class Of>
ReadCommand read_place(const Fields& message) {
  const auto player = read_player(message);
  if (!player) return player.error();
  return Command(Of{*player});
}

ReadCommand read_act(const Fields& message) {
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

ReadCommand read_answer(const Fields& message) {
  const auto yes = message.flag("yes");
  if (!yes) return bad_field("yes must be true or false");
  return Command(AnswerUndo{*yes});
}

ReadCommand read_leave(const Fields& message) {
  return Command(Leave{std::string(message.text("level").value_or(default_level))});
}

struct CommandKind {
  std::string_view type;
  ReadCommand (*read)(const Fields& message);
};
constexpr std::array<CommandKind, 14> command_kinds{{{"act", read_act},
                                                     {"done", read_plain<EndTurn>},
                                                     {"undo", read_plain<Undo>},
                                                     {"answer", read_answer},
                                                     {"sit", read_sit},
                                                     {"stand", read_plain<Stand>},
                                                     {"ready", read_ready},
                                                     {"bot", read_bot},
                                                     {"remove", read_place<Remove>},
                                                     {"host", read_place<HandOver>},
                                                     {"start", read_plain<Start>},
                                                     {"resign", read_plain<Resign>},
                                                     {"leave", read_leave},
                                                     {"back", read_plain<Return>}}};

// --- All messages

Read read_report(const Fields& message) {
  Report report;
  report.table = text_of(message, "table");
  if (message.has("person")) {
    report.person = text_of(message, "person");
  } else {
    const auto player = read_player(message);
    if (!player) return bad_field("place must be the number of a place, or person an id");
    report.player = *player;
  }
  for (const auto& [name, text] :
       {std::pair("text", &report.text), std::pair("why", &report.why)}) {
    if (text_of(message, name).empty()) continue;
    auto line = clean_chat(text_of(message, name));
    if (!line) return bad_field("text and why have 1 to 300 visible characters, or are left out");
    *text = std::move(*line);
  }
  return Request(std::move(report));
}

struct Kind {
  std::string_view type;
  bool names_table;
  Read (*read)(const Fields& message);
};
constexpr std::array<Kind, 10> kinds{{{"ping", false, read_ping},
                                      {"join", true, read_join},
                                      {"part", true, read_table<Part>},
                                      {"create", false, read_create},
                                      {"rematch", true, read_table<Rematch>},
                                      {"chat", true, read_chat},
                                      {"report", true, read_report},
                                      {"lobby", false, read_lobby<true>},
                                      {"unlobby", false, read_lobby<false>},
                                      {"name", false, read_rename}}};

Read read_request(const Fields& message, std::string_view type) {
  const bool names_table = is_table_id(message.text("table").value_or(""));
  for (const CommandKind& kind : command_kinds) {
    if (kind.type != type) continue;
    if (!names_table) return bad_field("table must be the id of a table");
    auto command = kind.read(message);
    if (!command) return command.error();
    return Request(AtTable{text_of(message, "table"), std::move(*command)});
  }
  for (const Kind& kind : kinds) {
    if (kind.type != type) continue;
    if (kind.names_table && !names_table) return bad_field("table must be the id of a table");
    return kind.read(message);
  }
  return Error{"unknown_message",
               "there is no message of the type " + in_quotes(type) + ": see docs/protocol.md"};
}

}  // namespace

ClientMessage read_message(std::string_view text) {
  constexpr int max_depth = 8;
  Fields message;
  if (const auto problem = message.read(text, max_depth))
    return {std::nullopt, "",
            Error{"bad_json", "this message cannot be read as JSON: " + problem->what}};
  const auto number = message.whole("n");
  if (message.has("n") && !number)
    return {std::nullopt, "", bad_field("n must be a whole number, which the answer repeats")};
  const std::string_view type = message.text("type").value_or("");
  if (type.empty())
    return {number, "", Error{"bad_message", "a message is a JSON object with a type"}};
  const std::string_view table = message.text("table").value_or("");
  return {number, std::string(is_table_id(table) ? table : ""), read_request(message, type)};
}

}  // namespace hotaka::wire
