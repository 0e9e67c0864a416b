#pragma once
// Replays a record line by line against the rules, in constant memory, whatever the lines hold.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "games/any_game.h"
#include "record/line.h"

namespace hotaka::record {

class Replay {
 public:
  // What a replay tells. Numbers of the game, the entry and the line are asked of the replay
  // itself.
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void before_chance(const Replay&) {}  // a chance entry was read, but no rule asked yet
    virtual void on_entry(const Replay& replay) = 0;  // the header (entry 0) or an entry was right
    virtual void on_result(
        const Replay& replay) = 0;  // the game's lines are through, and they ended it
    virtual void on_error(const Replay& replay, const std::string& why) = 0;
  };

  explicit Replay(Listener& listener) : listener_(listener) {}

  void line(std::string_view text);
  void overlong_line();
  // No more lines follow.
  void finish() { close_game(); }

  std::int64_t game() const { return game_; }    // counted from 0; -1 before the first
  std::int64_t entry() const { return entry_; }  // 0 is the header
  std::int64_t line_number() const { return line_number_; }
  std::int64_t errors() const { return errors_; }
  const AnyGame& state() const { return *state_; }
  const Line& current() const { return line_; }  // the line that is being told of
  // A game is under way and nothing in it was wrong so far.
  bool healthy() const { return state_ != nullptr && !failed_; }

 private:
  void take(const Problem& problem);
  Problem begin_game(const Problem& problem);
  Problem apply_entry();
  Problem check_result();
  void close_game();

  Listener& listener_;
  Line line_;
  std::unique_ptr<AnyGame> state_;
  std::int64_t game_ = -1;
  std::int64_t entry_ = 0;
  std::int64_t line_number_ = 0;
  std::int64_t errors_ = 0;
  bool failed_ = false;  // of the current game: the rest of it is skipped
  bool ended_ = false;   // its result line was read
};

}  // namespace hotaka::record
