// hotaka admin: what a host can see and do while the server runs.

#include <pwd.h>

#include <charconv>
#include <chrono>
#include <ctime>
#include <memory>
#include <span>

#include <fmt/format.h>

#include "base/json_fields.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/server/admin_client.h"
#include "cli/server/text_table.h"

namespace hotaka::cli {

namespace {

// Everything that can be given; each command uses some of it.
struct AdminArgs {
  AdminAddress address{"data", ""};
  bool json = false;
  std::string who;
  std::string text;
  std::string why;
  std::string length;
  int limit = 100;
  bool online = false;
};

// --- Texts for people

std::string duration_text(std::int64_t ms) {
  const std::int64_t seconds = ms / 1000;
  constexpr std::int64_t minute = 60;
  constexpr std::int64_t hour = 60 * minute;
  constexpr std::int64_t day = 24 * hour;
  if (seconds < minute) return fmt::format("{} s", seconds);
  if (seconds < hour) return fmt::format("{} min", seconds / minute);
  if (seconds < 2 * day) return fmt::format("{} h {} min", seconds / hour, seconds % hour / minute);
  return fmt::format("{} d {} h", seconds / day, seconds % day / hour);
}

// Of this machine's time zone.
std::string time_text(std::int64_t ms) {
  if (ms == 0) return "";
  const std::time_t seconds = ms / 1000;
  std::tm parts{};
  localtime_r(&seconds, &parts);
  char text[32] = "";
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
  return text;
}

std::string microseconds_text(std::int64_t us) {
  return us < 1000 ? fmt::format("{} us", us)
                   : fmt::format("{:g} ms", static_cast<double>(us) / 1000);
}

// "uid 1000" as the user's name, if this system knows it.
std::string actor_text(std::string_view actor) {
  unsigned uid = 0;
  const std::string_view digits = actor.substr(std::min<std::size_t>(actor.size(), 4));
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), uid);
  if (!actor.starts_with("uid ") || read.ec != std::errc()) return std::string(actor);
  const passwd* const user = getpwuid(uid);
  return user == nullptr ? std::string(actor) : user->pw_name;
}

// Returns milliseconds; nothing if it is no length such as 30m, 12h, 3d or 2w.
std::optional<std::int64_t> read_length(std::string_view text) {
  constexpr std::string_view units = "smhdw";
  constexpr std::int64_t seconds[]{1, 60, 3600, 86'400, 604'800};
  if (text.size() < 2) return std::nullopt;
  const auto unit = units.find(text.back());
  const auto number = parse_number(text.substr(0, text.size() - 1), 1'000'000);
  if (unit == std::string_view::npos || !number) return std::nullopt;
  return *number * seconds[unit] * 1000;
}

// --- Lists

enum class Show : std::uint8_t { text, number, time, actor, flag, age };
struct Column {
  std::string_view heading;
  std::string_view member;
  Show show = Show::text;
};

struct List {
  std::string_view command;
  std::string_view about;
  std::string_view none;  // what is said if it is empty
  std::span<const Column> columns;
  std::string_view example;  // empty: it takes no TEXT
};

constexpr Column people_columns[]{{"PERSON", "person"},
                                  {"NAME", "name"},
                                  {"CLAIMED", "claimed"},
                                  {">CONNECTIONS", "connections", Show::number},
                                  {">TABLES", "tables", Show::number},
                                  {"CAME", "created", Show::time},
                                  {"BANNED UNTIL", "banned_until", Show::time},
                                  {"MUTED UNTIL", "muted_until", Show::time}};
constexpr Column tables_columns[]{{"TABLE", "table"},
                                  {"GAME", "game"},
                                  {"STATE", "state"},
                                  {"PLAYERS", "players"},
                                  {"RATED", "rated", Show::flag},
                                  {">VIEWERS", "connections", Show::number},
                                  {">VERSION", "version", Show::number},
                                  {"MADE", "created", Show::time}};
constexpr Column connections_columns[]{{">NUMBER", "connection", Show::number},
                                       {"ADDRESS", "address"},
                                       {"KIND", "kind"},
                                       {"PERSON", "person"},
                                       {"NAME", "name"},
                                       {">TABLES", "tables", Show::number},
                                       {">QUEUED BYTES", "queued_bytes", Show::number},
                                       {">SILENT FOR", "silent_ms", Show::age}};
constexpr Column reports_columns[]{{"WHEN", "at", Show::time},
                                   {"ABOUT", "about"},
                                   {"NAME", "about_name"},
                                   {"BY", "by"},
                                   {"NAME", "by_name"},
                                   {"TABLE", "table"},
                                   {"CHAT LINE", "text"},
                                   {"SAID", "was_said", Show::flag},
                                   {"WHY", "why"}};
constexpr Column bans_columns[]{{"WHAT", "kind"},
                                {"WHOM", "subject"},
                                {"NAME", "name"},
                                {"UNTIL", "until", Show::time},
                                {"SINCE", "since", Show::time},
                                {"WHY", "why"}};
constexpr Column audit_columns[]{{"WHEN", "at", Show::time},
                                 {"WHO", "actor", Show::actor},
                                 {"WHAT", "what"},
                                 {"WHOM", "whom"},
                                 {"WHY", "why"}};

constexpr List lists[]{
    {"people",
     "People whose name has TEXT in it, the newest first; --online: those who are connected",
     "nobody of that name", people_columns, "people --online"},
    {"tables", "Tables in memory, the newest first; TEXT: a table, or who sits there",
     "no table is open, or none that TEXT names", tables_columns, "tables Kei"},
    {"connections", "Open connections of clients; TEXT: an address, or whose they are",
     "there is none", connections_columns, "connections 203.0.113.7"},
    {"reports", "What players reported, the newest first", "nobody has reported anything",
     reports_columns, ""},
    {"bans", "Bans and mutes that are in force, the newest first", "nobody is banned or muted",
     bans_columns, ""},
    {"audit", "What hosts did, the newest first", "nothing was done yet", audit_columns, ""},
};

std::string cell(const json::Fields& row, const Column& column) {
  const std::int64_t number = row.whole(column.member).value_or(0);
  switch (column.show) {
    case Show::text: break;
    case Show::number: return to_text(number);
    case Show::time: return time_text(number);
    case Show::age: return duration_text(number);
    case Show::flag: return row.flag(column.member).value_or(false) ? "yes" : "";
    case Show::actor: return actor_text(row.text(column.member).value_or(""));
  }
  return printable(row.text(column.member).value_or(""));
}

int print_list(const List& list, const json::Fields& answer) {
  std::vector<std::string> headings;
  headings.reserve(list.columns.size());
  for (const Column& column : list.columns) headings.emplace_back(column.heading);
  TextTable table(headings);
  const auto rows = answer.value(list.command);
  if (rows && rows->is(json::Kind::array)) {
    rows->each_element([&](json::Value value) {
      const json::Fields row(value);
      std::vector<std::string> cells;
      cells.reserve(list.columns.size());
      for (const Column& column : list.columns) cells.push_back(cell(row, column));
      table.add(std::move(cells));
      return true;
    });
  }
  if (table.empty()) {
    fmt::print("{}\n", list.none);
  } else {
    fmt::print("{}", table.text());
  }
  if (answer.flag("more").value_or(false)) fmt::print("and more: see --limit\n");
  return all_right;
}

int print_status(const json::Fields& answer) {
  const auto value = answer.value("status");
  const json::Fields status(value.value_or(json::Value()));
  const auto number = [&](std::string_view name) { return status.whole(name).value_or(0); };
  fmt::print("up             {}\n", duration_text(number("up_ms")));
  fmt::print("people online  {}\n", number("people_online"));
  fmt::print("connections    {} ({} WebSockets), {} bytes wait to be sent\n", number("connections"),
             number("websockets"), number("queued_bytes"));
  fmt::print("tables         {} waiting, {} running, {} being read\n", number("tables_waiting"),
             number("tables_running"), number("tables_unread"));
  fmt::print("games          {} started, {} finished since the start\n", number("games_started"),
             number("games_finished"));
  fmt::print("not stored     {} steps of tables since the start\n", number("failed_commits"));
  fmt::print("bans, mutes    {} in force\n\n", number("sanctions"));
  TextTable table({"", ">COUNT", ">HALF BELOW", ">99% BELOW", ">99.9% BELOW"});
  for (const auto& [name, words] :
       {std::pair{"loop", "loop iteration"}, std::pair{"commit", "commit"},
        std::pair{"bot", "bot decision"}}) {
    const auto found = status.value(name);
    const json::Fields one(found.value_or(json::Value()));
    const auto time = [&](std::string_view key) {
      const std::int64_t us = one.whole(key).value_or(0);
      return us == 0 ? "-" : microseconds_text(us);
    };
    table.add({words, to_text(one.whole("count").value_or(0)), time("p50_us"), time("p99_us"),
               time("p999_us")});
  }
  fmt::print("{}", table.text());
  return all_right;
}

// --- Asking

void text_member(std::string& out, std::string_view name, std::string_view text) {
  if (text.empty()) return;
  out += fmt::format("{}\"{}\":", out.size() > 1 ? "," : "", name);
  json::append_string(out, text);
}

// Asks, and prints the answer as it is, or as print() does.
int ask(const AdminArgs& given, std::string_view command, std::int64_t for_ms,
        const std::function<int(const json::Fields&)>& print) {
  if (!is_utf8(given.who + given.text + given.why))
    return complain("names and texts must be in UTF-8", usage_wrong);
  std::string body = "{";
  text_member(body, "who", given.who);
  text_member(body, "text", given.text);
  text_member(body, "why", given.why);
  body += fmt::format("{}\"limit\":{},\"for_ms\":{},\"online\":{}}}", body.size() > 1 ? "," : "",
                      given.limit, for_ms, given.online);
  const auto answer = ask_server(given.address, std::string(command), body);
  if (!answer) return complain(printable(answer.error().message), input_wrong);
  if (given.json || !print) {
    fmt::print("{}{}", *answer, answer->ends_with('\n') ? "" : "\n");
    return all_right;
  }
  json::Fields fields;
  if (fields.read(*answer)) return complain("the server's answer is not JSON", input_wrong);
  return print(fields);
}

// What a change has done, and what the host should know beside it.
int print_done(const json::Fields& answer) {
  fmt::print("{}\n", printable(answer.text("done").value_or("done")));
  for (const std::string_view line : split(answer.text("note").value_or(""), '\n')) {
    if (!line.empty()) fmt::print("  {}\n", printable(line));
  }
  return all_right;
}

using Given = std::shared_ptr<AdminArgs>;

void add_lists(Command& admin, const Given& given) {
  Command status = admin.add_command("status", "How the server is");
  status.footer("");
  status.on_run([given] { return ask(*given, "status", 0, print_status); });
  for (const List& list : lists) {
    Command command = admin.add_command(std::string(list.command), std::string(list.about));
    if (!list.example.empty())
      command.argument("TEXT", given->text, "What to look for").hide_default();
    if (list.command == "people") command.flag("--online", given->online, "Only who is connected");
    command.footer(list.example.empty() ? ""
                                        : "Example: hotaka admin " + std::string(list.example));
    command.argument("--limit", given->limit, "At most so many lines").range(1, 10'000);
    command.on_run([given, &list] {
      return ask(*given, list.command, 0,
                 [&list](const json::Fields& answer) { return print_list(list, answer); });
    });
  }
  Command metrics = admin.add_command("metrics", "All metrics, in the text format of Prometheus");
  metrics.footer("");
  metrics.on_run([given] { return ask(*given, "metrics", 0, nullptr); });
}

void add_sanctions(Command& admin, const Given& given) {
  struct Sanction {
    std::string_view name;
    std::string_view about;
    std::string_view whom;
    std::string_view example;
    bool has_end;
  };
  static constexpr std::string_view person = "An id, or a name that only one person has";
  static constexpr std::string_view anybody =
      "An id, a name that only one person has, an IPv4 address, or an IPv6 network of 64 bits";
  static constexpr Sanction sanctions[]{
      {"ban", "Close the connections of a person or address, and refuse new ones", anybody,
       "ban 2001:db8::/64 --for 12h --why \"makes guests\"", true},
      {"unban", "End a ban", anybody, "unban Kei", false},
      {"mute", "Refuse what a person writes in chats", person, "mute Kei --for 1d", true},
      {"unmute", "End a mute", person, "unmute Kei", false}};
  for (const Sanction& one : sanctions) {
    Command command = admin.add_command(std::string(one.name), std::string(one.about));
    command.footer("Example: hotaka admin " + std::string(one.example));
    command.argument("WHOM", given->who, std::string(one.whom)).required();
    if (one.has_end) {
      command.argument("--for", given->length, "For how long: 30m, 12h, 3d, 2w")
          .value_name("LENGTH")
          .required();
    }
    command
        .argument("--why", given->why,
                  one.name == "ban" ? "Kept in the audit log, and shown to whoever is banned"
                                    : "Kept in the audit log")
        .value_name("TEXT")
        .hide_default();
    command.on_run([given, &one] {
      const auto length = one.has_end ? read_length(given->length) : 0;
      if (!length) {
        return complain("--for must be a length of time such as 30m, 12h, 3d or 2w, not " +
                            in_quotes(given->length),
                        usage_wrong);
      }
      return ask(*given, one.name, *length, print_done);
    });
  }
}

void add_changes(Command& admin, const Given& given) {
  Command close = admin.add_command(
      "close",
      "End a table that waits or runs; a rated game is not rated, and nothing of it stays");
  close.footer("Example: hotaka admin close k7fq2m9x --why \"rude names\"");
  close.argument("TABLE", given->who, "The id, as in hotaka admin tables").required();
  close.argument("--why", given->why, "Kept in the audit log").value_name("TEXT").hide_default();
  close.on_run([given] { return ask(*given, "close", 0, print_done); });
  Command remove = admin.add_command(
      "delete", "Forget a person, as the person could: games stay, under another name");
  remove.footer("Example: hotaka admin delete p8gefbxn4fypn");
  remove.argument("WHOM", given->who, "An id, or a name that only one person has").required();
  remove.argument("--why", given->why, "Kept in the audit log").value_name("TEXT").hide_default();
  remove.on_run([given] { return ask(*given, "delete", 0, print_done); });
  Command rename =
      admin.add_command("rename", "Give a person another name; a claimed name is replaced, too");
  rename.footer("Example: hotaka admin rename Rude Mild");
  rename.argument("WHOM", given->who, "An id, or a name that only one person has").required();
  rename.argument("NAME", given->text, "The new name").required();
  rename.argument("--why", given->why, "Kept in the audit log").value_name("TEXT").hide_default();
  rename.on_run([given] { return ask(*given, "rename", 0, print_done); });
}

}  // namespace

void add_admin(Parser& parser) {
  auto given = std::make_shared<AdminArgs>();
  Command admin = parser.add_command("admin", "See and change what happens on a running server");
  admin.argument("--data", given->address.data, "The data folder of the server").value_name("DATA");
  admin
      .argument("--socket", given->address.socket,
                "Its socket, if it was started with --admin-socket PATH")
      .value_name("PATH")
      .hide_default();
  admin.flag("--json", given->json, "Print the server's answer as JSON");
  admin.footer(
      "Example: hotaka admin people --online\n"
      "Example: hotaka admin ban Rude --for 3d --why \"rude in chat\"");
  add_lists(admin, given);
  add_sanctions(admin, given);
  add_changes(admin, given);
}

}  // namespace hotaka::cli
