#include "record/replay.h"

namespace hotaka::record {

namespace {

// A record is read by people: its errors need no code.
Problem message_of(const MaybeError& error) {
  return error ? Problem(error->message) : std::nullopt;
}

}  // namespace

void Replay::line(std::string_view text) {
  ++line_number_;
  const Problem problem = line_.read(text);
  if (line_.kind() == Kind::blank && !problem) return;
  take(problem);
}

void Replay::overlong_line() {
  ++line_number_;
  line_.read("");
  take("the line is longer than 1 MiB");
}

void Replay::take(const Problem& problem) {
  Problem wrong;
  if (line_.kind() == Kind::header) {
    close_game();
    ++game_;
    entry_ = 0;
    failed_ = false;
    ended_ = false;
    wrong = begin_game(problem);
  } else if (game_ < 0) {
    game_ = 0;
    wrong = problem ? problem : "a record begins with a header, {\"hgr\":1,\"game\":..}";
  } else if (failed_) {
    return;
  } else {
    ++entry_;
    wrong = ended_ ? "nothing may follow the result" : problem ? problem : apply_entry();
  }
  if (wrong) {
    failed_ = true;
    ++errors_;
    listener_.on_error(*this, *wrong);
  } else if (!ended_) {
    listener_.on_entry(*this);
  }
}

Problem Replay::begin_game(const Problem& problem) {
  if (problem) return problem;
  auto made = make_game(line_.game(), line_.edition(), line_.options());
  if (!made) return made.error().message;
  state_ = std::move(*made);
  return std::nullopt;
}

Problem Replay::apply_entry() {
  switch (line_.kind()) {
    case Kind::action: return message_of(state_->act(line_.seat(), line_.text(), line_.time()));
    case Kind::chance:
      listener_.before_chance(*this);
      return message_of(state_->chance(line_.chance_key(), line_.value()));
    case Kind::end: return message_of(state_->give_up(line_.seat(), line_.text()));
    case Kind::result: return check_result();
    case Kind::header:
    case Kind::blank: break;
  }
  return std::nullopt;
}

Problem Replay::check_result() {
  state_->pass_time();
  if (state_->current_phase() != Phase::over) return "a result, but the game is not over";
  if (!(state_->result() == *line_.outcome()))
    return "the result does not agree with the game's own";
  ended_ = true;
  return std::nullopt;
}

void Replay::close_game() {
  if (game_ < 0 || failed_ || state_ == nullptr) return;
  if (state_->current_phase() == Phase::over) listener_.on_result(*this);
  state_.reset();
}

}  // namespace hotaka::record
