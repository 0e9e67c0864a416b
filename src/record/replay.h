#pragma once
// Replays a record line by line against the rules, in constant memory, whatever the lines hold.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "games/any_game.h"
#include "record/entry.h"
#include "record/lines.h"

namespace hotaka::record {

class Replay {
 public:
  // What a replay tells. Numbers of the game, the entry and the line are asked of the replay
  // itself.
  class Listener {
   public:
    virtual ~Listener() = default;
    // A chance entry was read, but no rule asked yet.
    virtual void before_chance(const Replay&, const Drew&) {}
    virtual void on_entry(const Replay& replay) = 0;  // the header (entry 0) or an entry was right
    virtual void on_error(const Replay& replay, const std::string& why) = 0;
    // The lines of a game are through, and all were right; it may be over, or go on elsewhere.
    virtual void on_last(const Replay&) {}
  };

  explicit Replay(Listener& listener) : listener_(listener) {}

  // The next bytes of a file, in pieces of any size.
  void feed(std::string_view bytes);
  // No more follow.
  void finish();
  void line(std::string_view text);

  std::int64_t game() const { return game_; }    // counted from 0; -1 before the first
  std::int64_t entry() const { return entry_; }  // 0 is the header
  std::int64_t line_number() const { return line_number_; }
  std::int64_t errors() const { return errors_; }
  const Header& header() const { return header_; }
  const AnyGame& state() const { return *state_; }
  bool over() const { return state_->current_phase() == Phase::over; }

 private:
  void overlong_line();
  void take_header(json::Value object, const Problem& problem);
  void take_entry(json::Value object, const Problem& problem);
  Problem apply(const Entry& entry);
  Problem check(const Outcome& outcome);
  void close_game();
  void fail(const std::string& why);

  Listener& listener_;
  LineCutter cutter_;
  Header header_;
  std::unique_ptr<AnyGame> state_;
  std::int64_t game_ = -1;
  std::int64_t entry_ = 0;
  std::int64_t line_number_ = 0;
  std::int64_t errors_ = 0;
  bool failed_ = false;  // of the current game: the rest of it is skipped
  bool ended_ = false;   // its result line was read
};

// Replays a text that is in memory as a whole.
inline void replay_text(Replay& replay, std::string_view text) {
  replay.feed(text);
  replay.finish();
}

}  // namespace hotaka::record
