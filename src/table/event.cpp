#include "table/event.h"

#include <array>

#include "base/text.h"
#include "fair/hex.h"

namespace hotaka::table {

namespace {

// --- Writing. A line begins with what it is, and `at` comes last.

class LineWriter {
 public:
  explicit LineWriter(std::string& out) : out_(out) {}

  void number(std::string_view name, std::int64_t value) {
    key(name);
    append_number(out_, value);
  }
  void text(std::string_view name, std::string_view value) {
    key(name);
    json::append_string(out_, value);
  }
  void raw(std::string_view name, std::string_view json) {
    key(name);
    out_ += json;
  }
  void flag(std::string_view name, bool value) { raw(name, value ? "true" : "false"); }

  void operator()(const Created& event) {
    text("table", event.id);
    number("v", 1);
    out_ += ',';
    append_setup(out_, event.setup);
    text("host", event.host);
    text("secret", fair::to_hex(event.secret.bytes));
  }
  void operator()(const Sat& event) {
    number("sit", event.player);
    text("person", event.person);
    text("name", event.name);
    text("seed", event.seed);
  }
  void operator()(const Stood& event) { number("stand", event.player); }
  void operator()(const SaidReady& event) {
    number("ready", event.player);
    flag("yes", event.ready);
  }
  void operator()(const BotSet& event) {
    number("bot", event.player);
    text("level", event.level);
  }
  void operator()(const Started&) { flag("start", true); }
  void operator()(const TurnEnded& event) { number("done", event.player); }
  void operator()(const UndoRequested& event) { number("ask", event.player); }
  void operator()(const UndoAnswered& event) {
    number("answer", event.player);
    flag("yes", event.agreed);
  }
  void operator()(const Undone& event) { number("undo", event.player); }
  void operator()(const WentAway& event) {
    number("away", event.player);
    text("level", event.level);
  }
  void operator()(const CameBack& event) { number("back", event.player); }
  void operator()(const Resigned& event) {
    number("resigned", event.player);
    text("level", event.level);
  }
  void operator()(const TimePassed& event) { number("tick", event.t); }
  void operator()(const Resumed& event) { number("resumed", event.alive_at); }
  void operator()(const RematchMade& event) { text("rematch", event.id); }
  // What a record says, too.
  template <class OneOfEntry>
  void operator()(const OneOfEntry& event) {
    record::append_members(out_, event);
    first_ = false;
  }

 private:
  void key(std::string_view name) {
    if (!first_) out_ += ',';
    first_ = false;
    out_ += '"';
    out_ += name;
    out_ += "\":";
  }

  std::string& out_;
  bool first_ = true;
};

// --- Reading

using Fields = json::Fields;
using Read = Result<Event>;

Error wrong(std::string_view message) { return {"bad_journal", std::string(message)}; }

int player_of(const Fields& fields, std::string_view name) {
  const auto number = fields.whole(name);
  return number && *number >= 0 && *number < max_players ? static_cast<int>(*number) : nobody;
}

std::string text_of(const Fields& fields, std::string_view name) {
  return std::string(fields.text(name).value_or(""));
}

Read read_created(const Fields& fields, std::string_view) {
  const auto id = fields.text("table");
  const auto host = fields.text("host");
  const auto secret = fair::from_hex<32>(fields.text("secret").value_or(""), "the secret");
  auto setup = read_setup(fields);
  if (!id || !host || !secret || !setup || fields.whole("v") != 1)
    return wrong("this is not a table that this version knows");
  return Event(
      Created{std::string(*id), std::move(*setup), std::string(*host), fair::Secret{*secret}});
}

// An event that is about a player only.
template <class Of>
Read read_player(const Fields& fields, std::string_view name) {
  return Event(Of{player_of(fields, name)});
}

Read read_sat(const Fields& fields, std::string_view name) {
  return Event(Sat{player_of(fields, name), text_of(fields, "person"), text_of(fields, "name"),
                   text_of(fields, "seed")});
}

template <class Of>
Read read_yes(const Fields& fields, std::string_view name) {
  return Event(Of{player_of(fields, name), fields.flag("yes").value_or(false)});
}

template <class Of>
Read read_level(const Fields& fields, std::string_view name) {
  return Event(Of{player_of(fields, name), text_of(fields, "level")});
}

template <class Of>
Read read_time(const Fields& fields, std::string_view name) {
  return Event(Of{fields.whole(name).value_or(0)});
}

Read read_started(const Fields&, std::string_view) { return Event(Started{}); }

Read read_rematch(const Fields& fields, std::string_view name) {
  return Event(RematchMade{text_of(fields, name)});
}

struct Kind {
  std::string_view name;
  Read (*read)(const Fields& fields, std::string_view name);
};
constexpr std::array<Kind, 15> kinds{{{"tick", read_time<TimePassed>},
                                      {"done", read_player<TurnEnded>},
                                      {"table", read_created},
                                      {"sit", read_sat},
                                      {"stand", read_player<Stood>},
                                      {"ready", read_yes<SaidReady>},
                                      {"start", read_started},
                                      {"undo", read_player<Undone>},
                                      {"ask", read_player<UndoRequested>},
                                      {"answer", read_yes<UndoAnswered>},
                                      {"away", read_level<WentAway>},
                                      {"back", read_player<CameBack>},
                                      {"resigned", read_level<Resigned>},
                                      {"resumed", read_time<Resumed>},
                                      {"rematch", read_rematch}}};

// A bot that is put somewhere; `bot` beside an action is another thing.
constexpr Kind bot_set{"bot", read_level<BotSet>};

}  // namespace

void append_line(std::string& out, const Stamped& stamped) {
  out += '{';
  LineWriter writer(out);
  std::visit(writer, stamped.event);
  if (!std::holds_alternative<Resulted>(stamped.event)) writer.number("at", stamped.at);
  out += '}';
}

Result<Stamped> read_event(std::string_view line) {
  Fields fields;
  if (fields.read(line) || fields.size() == 0) return wrong("the line is damaged");
  const Time at = fields.whole("at").value_or(0);
  const auto stamp = [&](auto event) -> Result<Stamped> {
    if (!event) return wrong(event.error().message);
    return Stamped{at, std::move(*event)};
  };
  for (const Kind& kind : kinds) {
    if (fields.has(kind.name)) return stamp(kind.read(fields, kind.name));
  }
  if (fields.has("bot") && !fields.has("do")) return stamp(bot_set.read(fields, bot_set.name));
  auto entry = record::read_entry(json::Value(line));
  if (!entry) return wrong(entry.error().message);
  return Stamped{at, std::visit([](auto& one) { return Event(std::move(one)); }, *entry)};
}

}  // namespace hotaka::table
