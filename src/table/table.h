#pragma once
// A live game: who sits where, whose turn it is, what was done. A command checks, then commits
// events; commit() is the only function that changes a table, in play and when its journal is read
// again, so a restored table equals the live one. What is refused changes nothing. Time arrives as
// an argument.

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fair/draws.h"
#include "games/any_game.h"
#include "table/clocks.h"
#include "table/command.h"
#include "table/event.h"
#include "table/setup.h"

namespace hotaka::table {

struct Place {
  enum class Kind : std::uint8_t { open, person, bot } kind = Kind::open;
  bool ready = false;
  bool claimed = false;    // the name is the person's alone
  bool away = false;       // a bot plays for the person meanwhile
  bool resigning = false;  // if the partners agree
  int actions = 0;         // of the person, not taken back
  int resigned = 0;        // 1 who did so first, 2 next ..; 0: not. Where more than two sides play
  std::string person;      // an id
  std::string name;
  std::string level;  // of the bot
  std::string seed;   // 32 hexadecimal digits, or empty

  bool by_bot() const { return kind == Kind::bot || away; }
};

enum class Stage : std::uint8_t { waiting, running, finished };
std::string_view word(Stage stage);

struct Person {
  std::string_view id;
  std::string_view name;
  bool claimed = false;  // the name is this person's alone
};

// Only who has claimed a name plays rated games.
Error claim_first();

// Whose decision is awaited in a turn-based game.
struct Turn {
  int player = nobody;   // nobody: the game is not running, or the next thing happens by itself
  Seat seat = nobody;    // that it is for; nobody if the turn is held
  bool is_held = false;  // played, and open until its player ends it
  bool by_bot = false;
};

class Table {
 public:
  static constexpr Time count_down = 3500;  // real-time games: from the deal to the first action

  static Result<std::unique_ptr<Table>> make(std::string_view id, Setup setup, const Person& host,
                                             const fair::Secret& secret, Time now);
  // From all lines of its journal.
  static Result<std::unique_ptr<Table>> restore(std::span<const std::string> lines);

  // Executes a person's command, or says why it is refused. take_step() returns what happened.
  MaybeError execute(const Command& command, const Person& person, Time now);

  // --- The commands by themselves. Before the start:
  MaybeError sit(int place, const Person& person, std::string_view seed, Time now);
  MaybeError stand(int place, Time now);
  MaybeError set_ready(int place, bool ready, Time now, std::string_view seed = {});
  MaybeError put_bot(int place, std::string_view level, Time now);  // level "": away with it
  MaybeError remove(int place, Time now);
  MaybeError hand_over(int place, Time now);
  MaybeError start(Time now);  // whoever is ready

  // In the game, for people and bots alike:
  MaybeError act(int place, const Act& act, Time now);
  MaybeError done(int place, Time now);
  MaybeError undo(int place, Time now);
  MaybeError answer_undo(int place, bool yes, Time now);
  MaybeError resign(int place, Time now);
  MaybeError leave(int place, std::string_view level, Time now);
  MaybeError come_back(int place, Time now);
  MaybeError offer_rematch(std::string_view id, Time now);
  // Lets happen what is due; returns whether anything did.
  bool tick(Time now);
  // After a restore: the time since `alive_at`, when the table was last known to be run, is charged
  // to nobody.
  void resume(Time alive_at, Time now);
  // When tick() wants to be called next, if at all.
  std::optional<Time> wake() const;

  // --- The journal
  std::int64_t version() const { return version_; }  // the index of the last line
  // As a viewer counts it (`nobody`: a spectator). In a real-time game that is what the viewer was
  // shown: it reveals nothing about actions that are still hidden.
  std::int64_t version_for(int player) const { return version_ - unseen(player).events; }
  // Who was shown that the line of the game with this index was written.
  Audience audience(std::int64_t line) const;
  // What happened since the last call.
  Step take_step();
  const std::string& journal() const { return lines_; }  // each line with its end
  // All lines from the start of the game on, and the index of the first of them.
  std::string_view game_lines() const {
    return stage_ == Stage::waiting ? "" : std::string_view(lines_).substr(game_begins_);
  }
  std::int64_t first_game_line() const { return first_line_; }
  // The game as a record; its secret only when it is over.
  std::string record() const;

  // --- Looking
  const std::string& id() const { return id_; }
  const Setup& setup() const { return setup_; }
  Stage stage() const { return stage_; }
  const std::vector<Place>& places() const { return places_; }
  int place_of(std::string_view person) const;
  int host() const { return place_of(host_); }
  const std::string& host_person() const { return host_; }
  const AnyGame& game() const { return *game_; }
  // Of a finished game. Its own result, which the record has, may name a player who resigned and
  // whose bot won: at the table others are the winners then.
  Outcome outcome() const;
  // Whether ratings change by it: not if somebody gave up almost immediately.
  bool counts() const;
  // 0 for winners, 1 for the others; from 2 on those who resigned where more than two sides play,
  // the last of them first.
  int rank(int player) const;
  const Clocks& clocks() const { return clocks_; }
  Time created() const { return created_; }
  const fair::Secret& secret() const { return secret_; }
  Time round_start() const { return round_start_; }
  const std::string& rematch() const { return rematch_; }
  // The seat where a player sits now, and who decides for a seat.
  Seat seat_of(int place) const;
  int decider(Seat seat) const;
  Viewer viewer(int place) const;  // nobody: a spectator
  // Of nobody in a real-time game: many may act there.
  Turn turn() const;
  // The seats that may act now, and those of them that a player decides for; none while a turn is
  // held.
  SeatSet acting_seats() const;
  SeatSet acting_seats(int player) const;
  // Whether a player, or a spectator for nobody, may know what was drawn or done with that version.
  bool may_know(std::int64_t version, int player) const;
  // Something that not everybody may see: a running game is no record yet.
  bool has_secrets() const { return game_->traits().hides; }
  // May this place take its last action back; does it need the others' consent?
  enum class UndoRight : std::uint8_t { no, free, ask };
  UndoRight can_undo(int place) const;
  int undo_asked() const { return undo_asked_; }
  std::uint64_t bot_seed(Seat seat) const;  // for the bot that decides for a seat now
  // What was done since the last chance, for a bot that decides for a seat: where its game says
  // that bots need it, and as far as that player may know it.
  std::vector<DoneText> history_for(Seat seat) const;

 private:
  Table() = default;

  // The only way to change a table: applies the event, or says why it cannot be, and journals it.
  // `stored_line`: it is in the journal already.
  MaybeError commit(Event event, Time at, std::string_view stored_line = {});
  std::string_view add_to_step(Stamped stamped, const Audience& audience);
  struct Applier;
  Audience note_audience(const Event& event);
  // Of something drawn or done that is about to happen.
  Audience who_may_know(const Event& event) const;
  // Which clock runs, and when the next round begins, follow from the rest.
  void update_timing(Time at, bool earned);
  void clear_undo();
  void clear_ready();
  bool has_clock(int player, Time at) const;
  std::string author_of(const Event& event) const;
  MaybeError may_change(std::string_view person) const;
  void replace_by_bot(int player, std::string_view level);

  // Commits what follows by itself: draws that are due, and the result.
  void follow(Time now);
  void draw(Time now);
  void start_if_ready(Time now);
  MaybeError others_ready() const;
  bool all_agreed() const;
  Place& slot(int player) { return places_[static_cast<std::size_t>(player)]; }
  const Place& slot(int player) const { return places_[static_cast<std::size_t>(player)]; }
  bool has_place(int player) const {
    return player >= 0 && player < static_cast<int>(places_.size());
  }
  MaybeError seated(int place) const;
  MaybeError playing(int place) const;
  MaybeError not_resigned(int place) const;  // and playing
  bool two_sided() const;
  bool somebody_else_plays(int place) const;
  bool partners_agree(int place) const;
  int resignations() const;

  std::string id_;
  Setup setup_;
  fair::Secret secret_;
  std::string host_;
  Time created_ = 0;
  std::unique_ptr<AnyGame> game_;
  std::vector<Place> places_;
  std::vector<std::string> removed_;                 // people whom the host sent away
  std::map<std::string, int, std::less<>> changes_;  // around the game, by person
  Stage stage_ = Stage::waiting;
  std::int64_t version_ = -1;
  std::int64_t last_move_ = 0;  // the version of the last line that changed the game
  Step step_;
  std::string lines_;  // of the journal
  std::size_t game_begins_ = 0;
  std::int64_t first_line_ = 0;
  std::optional<fair::Dealer> dealer_;
  Clocks clocks_;
  int held_ = nobody;
  // The game before each action that can be taken back, and whose they are.
  std::vector<std::unique_ptr<AnyGame>> past_;
  int past_owner_ = nobody;
  int undo_asked_ = nobody;
  SeatSet undo_agreed_;
  Time round_start_ = 0;   // games with time
  Time next_round_ = 0;    // 0: none is awaited
  bool given_up_ = false;  // by somebody
  struct Done {
    DoneText action;
    std::int64_t version;
  };
  std::vector<Done> history_;
  std::string rematch_;
  // For each of the game's lines.
  struct LineAudience {
    Audience shown;     // who was shown that something happened
    Audience may_know;  // who may know what it was
  };
  std::vector<LineAudience> audiences_;
  // Real-time games: what a viewer has seen.
  struct Unseen {
    std::int64_t events = 0;  // that this viewer was not shown
    std::uint64_t view = 0;   // the hash of the last view
  };
  const Unseen& unseen(int player) const { return unseen_[static_cast<std::size_t>(player) + 1]; }
  std::array<Unseen, max_players + 1> unseen_{};  // spectators come first
};

}  // namespace hotaka::table
