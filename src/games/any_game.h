#pragma once
// Any game behind one interface that speaks text, for records, tables and tools. Which games there
// are says the list that a program is linked with.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/rng.h"
#include "base/seat.h"
#include "games/game.h"
#include "games/traits.h"

namespace hotaka {

class AnyGame;
struct Signature;

// A game as such: what it declares, and games of it from their beginning or from a position.
class GameType {
 public:
  using Made = Result<std::unique_ptr<AnyGame>>;

  virtual const Traits& traits() const = 0;
  virtual Made make(std::string_view edition, std::span<const GivenOption> given) const = 0;
  virtual Made make_at(std::string_view edition, std::span<const GivenOption> given,
                       std::string_view position) const = 0;

  // --- Random play, which proves that builds agree (signature.h) and is measured (workload.h)
  virtual Signature signature_part(int part) const = 0;
  virtual std::uint64_t run_workload(int players, std::uint64_t actions,
                                     std::uint64_t seed) const = 0;

 protected:
  ~GameType() = default;  // types are constants
};

// All games, as the linked list (list.cpp) says.
std::span<const GameType* const> all_games();
const GameType* find_game(std::string_view name);
Error unknown_game(std::string_view name);
// The same text among the chance keys of all games; empty if no game has it.
std::string_view chance_key(std::string_view name);
// "a, b or c": the names of all games.
std::string game_names(std::string_view conjunction = "or");

// A game in progress. What is refused leaves it unchanged, and the error says why.
class AnyGame {
 public:
  virtual ~AnyGame() = default;

  virtual std::unique_ptr<AnyGame> clone() const = 0;
  virtual const GameType& type() const = 0;
  const Traits& traits() const { return type().traits(); }
  std::string_view name() const { return traits().name; }
  bool is_real_time() const { return traits().real_time; }
  virtual int seat_count() const = 0;
  virtual int player_count() const = 0;
  // The player who sits in a seat now; nobody in a ghost's.
  virtual int player_in(Seat seat) const = 0;
  virtual Phase current_phase() const = 0;
  virtual SeatSet acting() const = 0;
  virtual Seat decides_for(Seat seat) const = 0;  // another seat's person decides for a ghost
  virtual Outcome result() const = 0;             // of a game that is over
  virtual int side(int player) const = 0;         // players of a side win and lose together

  // --- Going on
  virtual MaybeError act(Seat seat, std::string_view action, std::optional<std::int64_t> t) = 0;
  virtual MaybeError chance(std::string_view key, json::Value value) = 0;
  // What nature draws next, as the member of a chance entry: `"roll":[5,2]`. Nothing happens yet.
  virtual std::string draw_chance(Chooser& chooser) const = 0;
  // A chance entry as draw_chance would spell it, whatever the blanks and escapes of the value.
  virtual Result<std::string> spell_chance(std::string_view key, json::Value value) const = 0;
  // The seat's person ends the game early, and the others win.
  // `how` as in records: resign, time or left.
  virtual MaybeError give_up(Seat seat, std::string_view how) = 0;
  // Real-time games: lets time pass until the round is over.
  virtual void pass_time() = 0;
  // The time of the next thing that happens by itself, if there is one, and letting time pass up to
  // t, t itself included.
  virtual std::optional<std::int64_t> deadline() const = 0;
  virtual void advance_to(std::int64_t t) = 0;
  virtual std::int64_t time() const = 0;  // up to which time has passed

  // --- Who may know of a chance or an action that is about to happen, and whether the action can
  // be taken back afterwards. What is not legal nobody may know.
  virtual ViewerSet chance_shown_to(std::string_view key, json::Value value) const = 0;
  virtual ViewerSet action_shown_to(Seat seat, std::string_view action) const = 0;
  virtual bool can_take_back(std::string_view action) const = 0;

  // --- Looking
  virtual void legal_texts(Seat seat, std::vector<std::string>& texts) const = 0;  // sorted by byte
  virtual void append_legal(std::string& out, Seat seat) const = 0;  // the same as a JSON array
  virtual std::string position() const = 0;
  // In a real-time game as of the last thing that the viewer was shown: nothing of what others do
  // is in it before they are to know.
  virtual std::string view_for(Viewer viewer) const = 0;
  virtual SeatSet acting_for(Viewer viewer) const = 0;     // acting(), as far as a viewer can tell
  virtual std::int64_t time_for(Viewer viewer) const = 0;  // time(), likewise
  virtual std::string drawing_for(Viewer viewer) const = 0;
  virtual std::string open_drawing() const = 0;  // everything: for finished games and tools only
  virtual std::uint64_t state_hash() const = 0;
  // How many sequences of `depth` actions there are; nothing in a game that does not count them.
  virtual std::optional<std::uint64_t> count_sequences(int depth) const = 0;
  virtual const void* untyped_match() const = 0;  // for match_of
};

// Something that everybody saw somebody do.
struct DoneText {
  Seat seat = nobody;
  std::string action;
};

Result<std::unique_ptr<AnyGame>> make_game(std::string_view name, std::string_view edition,
                                           std::span<const GivenOption> given);
Result<std::unique_ptr<AnyGame>> make_game_at(std::string_view name, std::string_view edition,
                                              std::span<const GivenOption> given,
                                              std::string_view position);

}  // namespace hotaka
