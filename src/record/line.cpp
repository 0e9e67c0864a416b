#include "record/line.h"

#include <algorithm>

#include "base/text.h"

namespace hotaka::record {

namespace {

constexpr std::int64_t most_seats = 16;

// What is known in a line that is no header, for messages.
std::string known_keys() {
  std::vector<std::string_view> all;
  for (const GameType* game : all_games()) {
    for (const std::string_view key : game->traits().chance_keys) {
      if (std::ranges::find(all, key) == all.end()) all.push_back(key);
    }
  }
  std::string text;
  for (const std::string_view key : all) text.append(key).append(", ");
  return text + "do, end or result";
}

void append_extra(std::string& extras, json::Value key, json::Value member) {
  if (!extras.empty()) extras += ',';
  extras += key.raw();
  extras += ':';
  extras += member.raw();
}

}  // namespace

void Line::forget() {
  kind_ = Kind::blank;
  seat_ = nobody;
  t_.reset();
  outcome_.reset();
  text_ = {};
  key_ = {};
  game_ = {};
  edition_ = {};
  options_.clear();
  fair_.reset();
  extras_.clear();
}

Problem Line::read(std::string_view text) {
  forget();
  if (text.find_first_not_of(" \t\r") == std::string_view::npos) return std::nullopt;
  const auto problem = json::check(text);
  if (problem && !problem->readable) return problem->what;
  const json::Value object(text);
  if (!object.is(json::Kind::object)) return "a line of a record is a JSON object, {..}";
  // Most lines are no headers, and do not even have the letters.
  const bool no_header =
      (text.find("hgr") == std::string_view::npos && text.find('\\') == std::string_view::npos) ||
      object.each_member(
          [&](json::Value key, json::Value) { return key.string(key_scratch_) != "hgr"; });
  if (!no_header) kind_ = Kind::header;
  if (problem) return problem->what;
  return no_header ? read_members(object) : read_header(object);
}

Problem Line::read_members(json::Value object) {
  Problem problem;
  bool has_seat = false;
  json::Value main;
  const auto claim = [&](Kind kind, json::Value member) {
    if (kind_ != Kind::blank)
      problem = "a line is one thing only: chance, an action (do), end or result";
    kind_ = kind;
    main = member;
  };
  object.each_member([&](json::Value key, json::Value member) {
    const std::string_view name = key.string(key_scratch_);
    if (name == "do") {
      claim(Kind::action, member);
    } else if (name == "end") {
      claim(Kind::end, member);
    } else if (name == "result") {
      claim(Kind::result, member);
    } else if (const auto known = hotaka::chance_key(name); !known.empty()) {
      claim(Kind::chance, member);
      key_ = known;
    } else if (name == "seat") {
      has_seat = true;
      seat_value_ = member;
    } else if (name == "t") {
      t_ = member.whole();
    } else {
      append_extra(extras_, key, member);
    }
    return !problem;
  });
  if (problem) return problem;
  if (kind_ == Kind::blank) return "nothing here is known: a line has " + known_keys();
  value_ = main;
  return settle(has_seat);
}

Problem Line::settle(bool has_seat) {
  if (kind_ == Kind::result) return read_result(value_);
  if (kind_ == Kind::chance) {
    if (has_seat) return "a chance entry has no seat";
    return std::nullopt;
  }
  if (!has_seat) return "the seat is missing";
  const auto seat = seat_value_.whole();
  if (!seat || *seat < 0 || *seat > most_seats)
    return "the seat must be a whole number that names a seat";
  seat_ = static_cast<Seat>(*seat);
  if (!value_.is(json::Kind::string))
    return kind_ == Kind::action ? "do must be a text" : "end must be a text";
  text_ = value_.string(text_scratch_);
  if (kind_ == Kind::end && text_ != "resign" && text_ != "time" && text_ != "left") {
    return "end must be resign, time or left";
  }
  return std::nullopt;
}

Problem Line::read_result(json::Value value) {
  if (!value.is(json::Kind::object)) return "result must be an object with winners and scores";
  Outcome outcome;
  bool has_winners = false;
  bool has_scores = false;
  Problem problem;
  std::string scratch;
  Seat last_winner = nobody;
  const auto numbers = [&](json::Value list, auto&& take) {
    return list.is(json::Kind::array) && list.each_element([&](json::Value element) {
      const auto number = element.whole();
      return number && *number >= INT32_MIN && *number <= INT32_MAX &&
             take(static_cast<std::int32_t>(*number));
    });
  };
  value.each_member([&](json::Value key, json::Value member) {
    const std::string_view name = key.string(scratch);
    if (name == "winners") {
      has_winners = numbers(member, [&](std::int32_t winner) {
        if (winner <= last_winner || winner >= max_players) return false;
        last_winner = winner;
        outcome.winners.add(winner);
        return true;
      });
      if (!has_winners) problem = "winners must be a list of players, ascending";
    } else if (name == "scores") {
      has_scores = numbers(member, [&](std::int32_t score) {
        if (outcome.scores.full()) return false;
        outcome.scores.push(score);
        return true;
      });
      if (!has_scores) problem = "scores must be a list of whole numbers, one for each player";
    }
    return !problem;
  });
  if (problem) return problem;
  if (!has_winners || !has_scores) return "result needs winners and scores";
  outcome_ = outcome;
  return std::nullopt;
}

Problem Line::read_header(json::Value object) {
  Problem problem;
  json::Value options("{}");
  const auto text = [&](json::Value member, std::string& scratch,
                        std::string_view name) -> std::string_view {
    if (member.is(json::Kind::string)) return member.string(scratch);
    problem = std::string(name) + " must be a text";
    return {};
  };
  bool has_game = false;
  bool has_edition = false;
  object.each_member([&](json::Value key, json::Value member) {
    const std::string_view name = key.string(key_scratch_);
    if (name == "hgr") {
      if (member.whole() != 1)
        problem = "hgr must be 1: this program reads version 1 of the format";
    } else if (name == "game") {
      has_game = true;
      game_ = text(member, game_scratch_, "game");
    } else if (name == "edition") {
      has_edition = true;
      edition_ = text(member, edition_scratch_, "edition");
    } else if (name == "options") {
      options = member;
    } else {
      if (name == "fair") fair_ = member;
      append_extra(extras_, key, member);
    }
    return !problem;
  });
  if (problem) return problem;
  if (!has_game) return "the header does not name the game";
  if (has_edition && edition_.empty())
    return "edition cannot be empty: leave it out for the usual one";
  return read_options(options);
}

Problem Line::read_options(json::Value value) {
  if (!value.is(json::Kind::object)) return "options must be an object, {..}";
  options_ = given_options(value);
  return std::nullopt;
}

}  // namespace hotaka::record
