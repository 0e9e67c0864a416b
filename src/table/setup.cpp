#include "table/setup.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace hotaka::table {

namespace {

constexpr Time second = 1000;
constexpr Time day = 86'400 * second;

Result<TimeControl> read_time(json::Value value) {
  const json::Fields fields(value);
  const auto kind = fields.text("kind");
  if (kind == "none") return TimeControl{};
  if (kind == "relaxed") {
    const auto bank = fields.whole("bank");
    const auto move = fields.whole("move");
    if (!bank || *bank < 10 || *bank > 86'400 || !move || *move < 0 || *move > 3600)
      return Error{"bad_time_control",
                   "relaxed time needs a bank of 10 to 86400 seconds and 0 to 3600 for each move"};
    return TimeControl{TimeControl::Kind::relaxed, *bank * second, *move * second};
  }
  if (kind != "slow")
    return Error{"bad_time_control", "the kind of time must be none, relaxed or slow"};
  const auto days = fields.whole("days");
  if (!days || *days < 1 || *days > 30)
    return Error{"bad_time_control", "slow time needs 1 to 30 days for each move"};
  return TimeControl{TimeControl::Kind::slow, 0, *days * day};
}

// Without the blanks and line ends that somebody may have put between the members: the text goes
// into journals and records, where a line is a line.
std::string compact(std::string_view checked) {
  std::string out;
  bool quoted = false;
  for (std::size_t i = 0; i < checked.size(); ++i) {
    const char c = checked[i];
    if (c == '"') quoted = !quoted;
    if (quoted && c == '\\') out += checked[i++];
    if (quoted || (c != ' ' && c != '\t' && c != '\r' && c != '\n')) out += checked[i];
  }
  return out;
}

}  // namespace

void append_time(std::string& out, const TimeControl& time) {
  switch (time.kind) {
    case TimeControl::Kind::none: out += "{\"kind\":\"none\"}"; return;
    case TimeControl::Kind::relaxed:
      out += "{\"kind\":\"relaxed\",\"bank\":" + to_text(time.bank / second) +
             ",\"move\":" + to_text(time.turn / second) + '}';
      return;
    case TimeControl::Kind::slow:
      out += "{\"kind\":\"slow\",\"days\":" + to_text(time.turn / day) + '}';
      return;
  }
}

Result<std::unique_ptr<AnyGame>> new_game(const Setup& setup) {
  return make_game(setup.game, setup.edition, given_options(json::Value(setup.options)));
}

MaybeError check_rated(const Setup& setup) {
  if (!setup.rated) return std::nullopt;
  json::Fields options;
  const bool reads = !options.read(setup.options);
  const std::size_t players = options.has("players") ? 1 : 0;
  if (!reads || options.size() != players)
    return Error{"bad_option", "a rated game is an edition as it is: only players may be given"};
  const auto game = new_game(setup);
  if (!game) return game.error();
  if ((*game)->is_real_time()) return std::nullopt;
  constexpr Time banks[] = {120, 300, 600, 1200};
  constexpr Time turns[] = {5, 10, 15, 30, 60};
  constexpr Time days[] = {1, 2, 3, 7};
  const auto is_one_of = [](const auto& listed, Time value) {
    return std::ranges::find(listed, value) != std::end(listed);
  };
  const TimeControl& time = setup.time;
  const bool is_listed =
      (time.kind == TimeControl::Kind::relaxed && is_one_of(banks, time.bank / second) &&
       is_one_of(turns, time.turn / second)) ||
      (time.kind == TimeControl::Kind::slow && is_one_of(days, time.turn / day));
  if (is_listed) return std::nullopt;
  return Error{"bad_time_control",
               "a rated game has a clock: relaxed with a bank of 120, 300, 600 or 1200 seconds and "
               "5, 10, 15, 30 or 60 for each move, or slow with 1, 2, 3 or 7 days"};
}

Result<Setup> read_setup(const json::Fields& fields) {
  Setup setup;
  const auto game = fields.text("game");
  if (!game) return Error{"unknown_game", "say which game: " + game_names()};
  setup.game = *game;
  if (fields.has("edition")) {
    const auto edition = fields.text("edition");
    if (!edition) return Error{"bad_field", "edition must be a text"};
    setup.edition = *edition;
  }
  if (const auto options = fields.value("options")) {
    if (!options->is(json::Kind::object))
      return Error{"bad_field", "options must be an object, {..}"};
    setup.options = compact(options->raw());
  }
  if (const auto time = fields.value("time")) {
    const auto read = read_time(*time);
    if (!read) return read.error();
    setup.time = *read;
  }
  const auto flag = [&](std::string_view name, bool& field) {
    if (!fields.has(name)) return true;
    const auto given = fields.flag(name);
    if (given) field = *given;
    return given.has_value();
  };
  if (!flag("open", setup.open) || !flag("watch", setup.watch) || !flag("rated", setup.rated))
    return Error{"bad_field", "open, watch and rated must be true or false"};
  const auto made = new_game(setup);
  if (!made) return made.error();
  if (setup.time.on() && (*made)->is_real_time())
    return Error{"bad_time_control", setup.game + " has a clock of its own: leave time out"};
  return setup;
}

void append_setup(std::string& out, const Setup& setup) {
  out += "\"game\":";
  json::append_string(out, setup.game);
  if (!setup.edition.empty()) {
    out += ",\"edition\":";
    json::append_string(out, setup.edition);
  }
  out += ",\"options\":" + setup.options + ",\"time\":";
  append_time(out, setup.time);
  const auto flag = [&](std::string_view name, bool value) {
    out += ",\"";
    out += name;
    out += value ? "\":true" : "\":false";
  };
  flag("open", setup.open);
  flag("watch", setup.watch);
  flag("rated", setup.rated);
}

}  // namespace hotaka::table
