#include "record/replay.h"

namespace hotaka::record {

namespace {

// A record is read by people: its errors need no code.
Problem message_of(const MaybeError& error) {
  return error ? Problem(error->message) : std::nullopt;
}

}  // namespace

void Replay::feed(std::string_view bytes) {
  cutter_.feed(bytes, [&](std::string_view text) { line(text); }, [&] { overlong_line(); });
}

void Replay::finish() {
  cutter_.finish([&](std::string_view text) { line(text); }, [&] { overlong_line(); });
  close_game();
}

void Replay::line(std::string_view text) {
  ++line_number_;
  if (text.find_first_not_of(" \t\r") == std::string_view::npos) return;
  const auto problem = json::check(text);
  const bool readable = !problem || problem->readable;
  Problem wrong = problem ? Problem(problem->what) : std::nullopt;
  json::Value object = readable ? json::Value(text) : json::Value();
  if (!object.is(json::Kind::object) && !wrong) wrong = "a line of a record is a JSON object, {..}";
  if (object.is(json::Kind::object) && is_header(object)) {
    take_header(object, wrong);
  } else {
    take_entry(object, wrong);
  }
}

void Replay::overlong_line() {
  ++line_number_;
  take_entry({}, "the line is longer than 1 MiB");
}

// A header begins a new game even if something is wrong with it.
void Replay::take_header(json::Value object, const Problem& problem) {
  close_game();
  ++game_;
  entry_ = 0;
  failed_ = false;
  ended_ = false;
  if (problem) return fail(*problem);
  auto header = read_header(object);
  if (!header) return fail(header.error().message);
  auto made = make_game(header->game, header->edition, header->options);
  if (!made) return fail(made.error().message);
  header_ = std::move(*header);
  state_ = std::move(*made);
  listener_.on_entry(*this);
}

void Replay::take_entry(json::Value object, const Problem& problem) {
  if (failed_) return;
  if (game_ < 0) {
    game_ = 0;
    return fail(problem.value_or("a record begins with a header, {\"hgr\":1,\"game\":..}"));
  }
  ++entry_;
  if (ended_) return fail("nothing may follow the result");
  if (problem) return fail(*problem);
  const auto entry = read_entry(object);
  if (!entry) return fail(entry.error().message);
  if (const Problem wrong = apply(*entry)) return fail(*wrong);
  if (!ended_) listener_.on_entry(*this);
}

Problem Replay::apply(const Entry& entry) {
  if (const auto* acted = std::get_if<Acted>(&entry))
    return message_of(state_->act(acted->seat, acted->action, acted->t));
  if (const auto* drew = std::get_if<Drew>(&entry)) {
    listener_.before_chance(*this, *drew);
    return message_of(state_->chance(drew->key, json::Value(drew->value)));
  }
  if (const auto* ended = std::get_if<Ended>(&entry))
    return message_of(state_->give_up(ended->seat, ended->how));
  return check(std::get<Resulted>(entry).outcome);
}

Problem Replay::check(const Outcome& outcome) {
  state_->pass_time();
  if (!over()) return "a result, but the game is not over";
  if (!(state_->result() == outcome)) return "the result does not agree with the game's own";
  ended_ = true;
  return std::nullopt;
}

void Replay::fail(const std::string& why) {
  failed_ = true;
  ++errors_;
  listener_.on_error(*this, why);
}

void Replay::close_game() {
  if (state_ != nullptr && !failed_) listener_.on_last(*this);
  state_.reset();
}

}  // namespace hotaka::record
