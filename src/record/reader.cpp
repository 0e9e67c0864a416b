#include <algorithm>
#include <array>

#include "record/entry.h"

namespace hotaka::record {

namespace {

constexpr std::int64_t most_seats = 16;

Error wrong(std::string message) { return {"bad_record", std::move(message)}; }

// What is known in a line that is no header, for messages.
std::string known_keys() {
  std::vector<std::string_view> all;
  for (const GameType* game : all_games()) {
    for (const ChanceKey& chance : game->traits().chance_keys) {
      if (std::ranges::find(all, chance.key) == all.end()) all.push_back(chance.key);
    }
  }
  std::string text;
  for (const std::string_view key : all) text.append(key).append(", ");
  return text + "do, end or result";
}

enum class Kind : std::uint8_t { unknown, drew, acted, ended, resulted };

// What the members of a line are, before they are understood.
struct Parts {
  Kind kind = Kind::unknown;
  std::string_view key;  // of a chance entry
  json::Value main;      // the member that says what the line is
  std::optional<json::Value> seat;
  std::optional<json::Value> hold;
  std::optional<json::Value> bot;
  std::optional<std::int64_t> t;

  // False if the line was something before.
  bool claim(Kind its_kind, json::Value member) {
    if (kind != Kind::unknown) return false;
    kind = its_kind;
    main = member;
    return true;
  }
  bool take(std::string_view name, json::Value member) {
    if (name == "do") return claim(Kind::acted, member);
    if (name == "end") return claim(Kind::ended, member);
    if (name == "result") return claim(Kind::resulted, member);
    if (name == "t") {
      t = member.whole();
    } else if (name == "seat") {
      seat = member;
    } else if (name == "hold") {
      hold = member;
    } else if (name == "bot") {
      bot = member;
    } else if (const auto known = chance_key(name); !known.empty()) {
      key = known;
      return claim(Kind::drew, member);
    }
    return true;
  }
};

std::string text_of(json::Value value) {
  std::string scratch;
  return std::string(value.string(scratch));
}

Result<Seat> read_seat(const Parts& parts) {
  if (!parts.seat) return wrong("the seat is missing");
  const auto seat = parts.seat->whole();
  if (!seat || *seat < 0 || *seat > most_seats)
    return wrong("the seat must be a whole number that names a seat");
  return static_cast<Seat>(*seat);
}

Result<Entry> read_acted(const Parts& parts) {
  const auto seat = read_seat(parts);
  if (!seat) return seat.error();
  if (!parts.main.is(json::Kind::string)) return wrong("do must be a text");
  Acted acted{*seat, text_of(parts.main), parts.t, parts.hold && parts.hold->raw() == "true", {}};
  if (parts.bot && parts.bot->is(json::Kind::string)) acted.bot = text_of(*parts.bot);
  return Entry(std::move(acted));
}

Result<Entry> read_ended(const Parts& parts) {
  const auto seat = read_seat(parts);
  if (!seat) return seat.error();
  if (!parts.main.is(json::Kind::string)) return wrong("end must be a text");
  Ended ended{text_of(parts.main), *seat};
  if (ended.how != "resign" && ended.how != "time" && ended.how != "left")
    return wrong("end must be resign, time or left");
  return Entry(std::move(ended));
}

// Calls take(number) for each of a list of whole numbers; false if it is none, or take says no.
template <class Take>
bool read_numbers(json::Value list, Take&& take) {
  return list.is(json::Kind::array) && list.each_element([&](json::Value element) {
    const auto number = element.whole();
    return number && *number >= INT32_MIN && *number <= INT32_MAX &&
           take(static_cast<std::int32_t>(*number));
  });
}

Result<Entry> read_resulted(json::Value value) {
  if (!value.is(json::Kind::object))
    return wrong("result must be an object with winners and scores");
  Outcome outcome;
  bool has_winners = false;
  bool has_scores = false;
  Problem problem;
  std::string scratch;
  Seat last_winner = nobody;
  value.each_member([&](json::Value key, json::Value member) {
    const std::string_view name = key.string(scratch);
    if (name == "winners") {
      has_winners = read_numbers(member, [&](std::int32_t winner) {
        if (winner <= last_winner || winner >= max_players) return false;
        last_winner = winner;
        outcome.winners.add(winner);
        return true;
      });
      if (!has_winners) problem = "winners must be a list of players, ascending";
    } else if (name == "scores") {
      has_scores = read_numbers(member, [&](std::int32_t score) {
        if (outcome.scores.full()) return false;
        outcome.scores.push(score);
        return true;
      });
      if (!has_scores) problem = "scores must be a list of whole numbers, one for each player";
    }
    return !problem;
  });
  if (problem) return wrong(*problem);
  if (!has_winners || !has_scores) return wrong("result needs winners and scores");
  return Entry(Resulted{outcome});
}

}  // namespace

Drew Drew::from_member(std::string_view member) {
  const auto colon = member.find(':');
  return {std::string(member.substr(1, colon - 2)), std::string(member.substr(colon + 1))};
}

bool is_header(json::Value object) {
  // Most lines are none, and do not even have the letters.
  const std::string_view text = object.raw();
  if (text.find("hgr") == std::string_view::npos && text.find('\\') == std::string_view::npos)
    return false;
  std::string scratch;
  return !object.each_member(
      [&](json::Value key, json::Value) { return key.string(scratch) != "hgr"; });
}

Result<Header> read_header(json::Value object) {
  Header header;
  Problem problem;
  std::string scratch;
  bool has_game = false;
  bool has_edition = false;
  const auto read_text = [&](json::Value member, std::string_view name) {
    if (member.is(json::Kind::string)) return text_of(member);
    problem = std::string(name) + " must be a text";
    return std::string();
  };
  object.each_member([&](json::Value key, json::Value member) {
    const std::string_view name = key.string(scratch);
    if (name == "hgr") {
      if (member.whole() != 1)
        problem = "hgr must be 1: this program reads version 1 of the format";
    } else if (name == "game") {
      has_game = true;
      header.game = read_text(member, "game");
    } else if (name == "edition") {
      has_edition = true;
      header.edition = read_text(member, "edition");
    } else if (name == "options") {
      if (member.is(json::Kind::object)) {
        header.options = given_options(member);
      } else {
        problem = "options must be an object, {..}";
      }
    } else if (name == "fair") {
      header.fair = std::string(member.raw());
    }
    return !problem;
  });
  if (problem) return wrong(*problem);
  if (!has_game) return wrong("the header does not name the game");
  if (has_edition && header.edition.empty())
    return wrong("edition cannot be empty: leave it out for the usual one");
  return header;
}

Result<Entry> read_entry(json::Value object) {
  Parts parts;
  std::string scratch;
  const bool is_one_thing = object.each_member(
      [&](json::Value key, json::Value member) { return parts.take(key.string(scratch), member); });
  if (!is_one_thing)
    return wrong("a line is one thing only: chance, an action (do), end or result");
  switch (parts.kind) {
    case Kind::drew:
      if (parts.seat) return wrong("a chance entry has no seat");
      return Entry(Drew{std::string(parts.key), std::string(parts.main.raw())});
    case Kind::acted: return read_acted(parts);
    case Kind::ended: return read_ended(parts);
    case Kind::resulted: return read_resulted(parts.main);
    case Kind::unknown: break;
  }
  return wrong("nothing here is known: a line has " + known_keys());
}

}  // namespace hotaka::record
