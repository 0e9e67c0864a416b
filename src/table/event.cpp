#include "table/event.h"

#include <tuple>

#include "base/text.h"
#include "fair/hex.h"

namespace hotaka::table {

namespace {

using json::Fields;

// The members of an event's line in their order. The name of the first one says what the line is.
template <class E, class T>
struct Member {
  std::string_view name;
  T E::* value;
};

constexpr auto members_of(const Sat*) {
  return std::tuple(Member{"sit", &Sat::player}, Member{"person", &Sat::person},
                    Member{"name", &Sat::name}, Member{"seed", &Sat::seed},
                    Member{"claimed", &Sat::claimed});
}
constexpr auto members_of(const Stood*) { return std::tuple(Member{"stand", &Stood::player}); }
constexpr auto members_of(const SaidReady*) {
  return std::tuple(Member{"ready", &SaidReady::player}, Member{"yes", &SaidReady::ready},
                    Member{"seed", &SaidReady::seed});
}
constexpr auto members_of(const BotSet*) {
  return std::tuple(Member{"bot", &BotSet::player}, Member{"level", &BotSet::level});
}
constexpr auto members_of(const Removed*) { return std::tuple(Member{"remove", &Removed::player}); }
constexpr auto members_of(const HostChanged*) {
  return std::tuple(Member{"host", &HostChanged::player});
}
constexpr auto members_of(const TurnEnded*) {
  return std::tuple(Member{"done", &TurnEnded::player});
}
constexpr auto members_of(const UndoRequested*) {
  return std::tuple(Member{"ask", &UndoRequested::player});
}
constexpr auto members_of(const UndoAnswered*) {
  return std::tuple(Member{"answer", &UndoAnswered::player}, Member{"yes", &UndoAnswered::agreed});
}
constexpr auto members_of(const Undone*) { return std::tuple(Member{"undo", &Undone::player}); }
constexpr auto members_of(const WentAway*) {
  return std::tuple(Member{"away", &WentAway::player}, Member{"level", &WentAway::level});
}
constexpr auto members_of(const CameBack*) { return std::tuple(Member{"back", &CameBack::player}); }
constexpr auto members_of(const ResignationOffered*) {
  return std::tuple(Member{"resigning", &ResignationOffered::player});
}
constexpr auto members_of(const Resigned*) {
  return std::tuple(Member{"resigned", &Resigned::player}, Member{"level", &Resigned::level});
}
constexpr auto members_of(const TimePassed*) { return std::tuple(Member{"tick", &TimePassed::t}); }
constexpr auto members_of(const Resumed*) {
  return std::tuple(Member{"resumed", &Resumed::alive_at});
}
constexpr auto members_of(const RematchMade*) {
  return std::tuple(Member{"rematch", &RematchMade::id});
}

// --- Writing

void append_value(std::string& out, int player) { append_number(out, player); }
void append_value(std::string& out, std::int64_t number) { append_number(out, number); }
void append_value(std::string& out, const std::string& text) { json::append_string(out, text); }
void append_value(std::string& out, bool yes) { out += yes ? "true" : "false"; }

template <class T>
void append_member(std::string& out, std::string_view name, const T& value) {
  if (out.back() != '{') out += ',';
  out += '"';
  out += name;
  out += "\":";
  append_value(out, value);
}

template <class E>
void append_event(std::string& out, const E& event) {
  const auto append = [&](const auto&... member) {
    (append_member(out, member.name, event.*member.value), ...);
  };
  std::apply(append, members_of(&event));
}

void append_event(std::string& out, const Created& event) {
  append_member(out, "table", event.id);
  append_member(out, "v", std::int64_t{1});
  out += ',';
  append_setup(out, event.setup);
  append_member(out, "host", event.host);
  append_member(out, "secret", fair::to_hex(event.secret.bytes));
}

void append_event(std::string& out, const Started&) { append_member(out, "start", true); }

// What a record says, too.
template <class E>
  requires requires(std::string& out, const E& event) { record::append_members(out, event); }
void append_event(std::string& out, const E& event) {
  record::append_members(out, event);
}

// --- Reading

Error wrong(std::string_view message) { return {"bad_journal", std::string(message)}; }

// A number of this type is a player's.
void read_value(const Fields& fields, std::string_view name, int& player) {
  const auto number = fields.whole(name);
  player = number && *number >= 0 && *number < max_players ? static_cast<int>(*number) : nobody;
}
void read_value(const Fields& fields, std::string_view name, std::int64_t& number) {
  number = fields.whole(name).value_or(0);
}
void read_value(const Fields& fields, std::string_view name, std::string& text) {
  text = fields.text(name).value_or("");
}
void read_value(const Fields& fields, std::string_view name, bool& yes) {
  yes = fields.flag(name).value_or(false);
}

template <class E>
bool read_if_named(const Fields& fields, Event& out) {
  constexpr auto members = members_of(static_cast<const E*>(nullptr));
  if (fields.first_name() != std::get<0>(members).name) return false;
  E event;
  const auto read = [&](const auto&... member) {
    (read_value(fields, member.name, event.*member.value), ...);
  };
  std::apply(read, members);
  out = std::move(event);
  return true;
}

template <class... E>
bool read_one_of(const Fields& fields, Event& out) {
  return (read_if_named<E>(fields, out) || ...);
}

Result<Event> read_created(const Fields& fields) {
  const auto id = fields.text("table");
  const auto host = fields.text("host");
  const auto secret = fair::from_hex<32>(fields.text("secret").value_or(""), "the secret");
  auto setup = read_setup(fields);
  if (!id || !host || !secret || !setup || fields.whole("v") != 1)
    return wrong("this is not a table that this version knows");
  return Event(
      Created{std::string(*id), std::move(*setup), std::string(*host), fair::Secret{*secret}});
}

Result<Event> read_event(const Fields& fields, std::string_view line) {
  Event event;
  if (read_one_of<TimePassed, TurnEnded, Sat, Stood, SaidReady, BotSet, Removed, HostChanged,
                  Undone, UndoRequested, UndoAnswered, WentAway, CameBack, ResignationOffered,
                  Resigned, Resumed, RematchMade>(fields, event))
    return event;
  if (fields.first_name() == "table") return read_created(fields);
  if (fields.first_name() == "start") return Event(Started{});
  auto entry = record::read_entry(json::Value(line));
  if (!entry) return wrong(entry.error().message);
  return std::visit([](auto& one) { return Event(std::move(one)); }, *entry);
}

}  // namespace

void append_line(std::string& out, const Stamped& stamped) {
  out += '{';
  std::visit([&](const auto& event) { append_event(out, event); }, stamped.event);
  if (!std::holds_alternative<Resulted>(stamped.event)) append_member(out, "at", stamped.at);
  out += '}';
}

Result<Stamped> read_event(std::string_view line) {
  Fields fields;
  if (fields.read(line) || fields.size() == 0) return wrong("the line is damaged");
  auto event = read_event(fields, line);
  if (!event) return event.error();
  return Stamped{fields.whole("at").value_or(0), std::move(*event)};
}

}  // namespace hotaka::table
