#include "record/replay.h"

namespace hotaka::record {

void Replay::line(std::string_view text) {
  ++line_number_;
  const Complaint complaint = line_.read(text);
  if (line_.kind() == Kind::blank && !complaint) return;
  take(complaint);
}

void Replay::overlong_line() {
  ++line_number_;
  line_.read("");
  take("the line is longer than 1 MiB");
}

void Replay::take(const Complaint& complaint) {
  Complaint wrong;
  if (line_.kind() == Kind::header) {
    close_game();
    ++game_;
    entry_ = 0;
    failed_ = false;
    ended_ = false;
    wrong = begin_game(complaint);
  } else if (game_ < 0) {
    game_ = 0;
    wrong = complaint ? complaint : "a record begins with a header, {\"hgr\":1,\"game\":..}";
  } else if (failed_) {
    return;
  } else {
    ++entry_;
    wrong = ended_ ? "nothing may follow the result" : complaint ? complaint : apply_entry();
  }
  if (wrong) {
    failed_ = true;
    ++errors_;
    listener_.on_error(*this, *wrong);
  } else if (!ended_) {
    listener_.on_entry(*this);
  }
}

Complaint Replay::begin_game(const Complaint& complaint) {
  if (complaint) return complaint;
  auto made = make_game(line_.game(), line_.edition(), line_.options());
  if (!made) return made.error();
  state_ = std::move(*made);
  return std::nullopt;
}

Complaint Replay::apply_entry() {
  switch (line_.kind()) {
    case Kind::action: return state_->act(line_.seat(), line_.text(), line_.time());
    case Kind::chance:
      listener_.before_chance(*this);
      return state_->chance(line_.chance_key(), line_.value());
    case Kind::end: return state_->give_up(line_.seat(), line_.text());
    case Kind::result: return check_result();
    case Kind::header:
    case Kind::blank: break;
  }
  return std::nullopt;
}

Complaint Replay::check_result() {
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
