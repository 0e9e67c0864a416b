#include "wire/client_message.h"

#include <array>

#include "base/json_fields.h"
#include "base/text.h"
#include "wire/commands.h"

namespace hotaka::wire {

namespace {

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

Read read_rename(const Fields& message) { return Request(Rename{text_of(message, "name")}); }

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
  return Request(Chat{text_of(message, "table"), text_of(message, "text")});
}

template <bool On>
Read read_lobby(const Fields&) {
  return Request(WatchLobby{On});
}

struct Kind {
  std::string_view type;
  bool names_table;
  Read (*read)(const Fields& message);
};
constexpr std::array<Kind, 9> kinds{{{"ping", false, read_ping},
                                     {"join", true, read_join},
                                     {"part", true, read_table<Part>},
                                     {"create", false, read_create},
                                     {"rematch", true, read_table<Rematch>},
                                     {"chat", true, read_chat},
                                     {"lobby", false, read_lobby<true>},
                                     {"unlobby", false, read_lobby<false>},
                                     {"name", false, read_rename}}};

Read read_request(const Fields& message, std::string_view type) {
  const auto needs_table = [&] { return message.text("table").value_or("").empty(); };
  if (is_command(type)) {
    if (needs_table()) return bad_field("table must be the id of a table");
    auto command = read_command(type, message);
    if (!command) return command.error();
    return Request(AtTable{text_of(message, "table"), std::move(*command)});
  }
  for (const Kind& kind : kinds) {
    if (kind.type != type) continue;
    if (kind.names_table && needs_table()) return bad_field("table must be the id of a table");
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
  return {number, text_of(message, "table"), read_request(message, type)};
}

}  // namespace hotaka::wire
