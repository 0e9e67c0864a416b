#pragma once
// The one list of games, and any of them behind one interface that speaks text, for records, tables
// and tools.

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
#include "games/dragons/dragons.h"
#include "games/game.h"
#include "games/ratuki/ratuki.h"
#include "games/spirits/spirits.h"

namespace hotaka {

// Calls f.operator()<G>() for each game G until one returns true; returns whether one did.
template <class F>
bool any_of_games(F&& f) {
  return f.template operator()<dragons::Dragons>() || f.template operator()<spirits::Spirits>() ||
         f.template operator()<ratuki::Ratuki>();
}

// Calls f.operator()<G>() for the game of that name; returns whether there is one.
template <class F>
bool with_game(std::string_view name, F&& f) {
  return any_of_games([&]<class G>() {
    if (G::name != name) return false;
    f.template operator()<G>();
    return true;
  });
}

Error unknown_game(std::string_view name);

struct GivenOption {
  std::string name;
  OptionValue value;
};

// An edition, "" for the default one, with options that override it.
template <class G>
Result<typename G::Options> make_options(std::string_view edition,
                                         std::span<const GivenOption> given) {
  auto options = G::edition(edition);
  if (!options) return unknown_edition(G::name, edition, G::editions);
  for (const GivenOption& option : given) {
    if (auto error = set_option(*options, option.name, option.value)) return *error;
  }
  if (auto error = check(*options)) return *error;
  return *options;
}

// A game in progress. What is refused leaves it unchanged, and the error says why.
class AnyGame {
 public:
  virtual ~AnyGame() = default;

  virtual std::unique_ptr<AnyGame> clone() const = 0;
  virtual std::string_view name() const = 0;
  virtual int seat_count() const = 0;
  virtual int player_count() const = 0;
  // The player who sits in a seat now; nobody in a ghost's.
  virtual int player_in(Seat seat) const = 0;
  virtual Phase current_phase() const = 0;
  virtual SeatSet acting() const = 0;
  virtual Seat decides_for(Seat seat) const = 0;  // another seat's person decides for a ghost
  virtual Outcome result() const = 0;             // of a game that is over

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
  // Games with a clock of their own: lets time pass until the round is over.
  virtual void pass_time() = 0;
  // The time of the next thing that happens by itself, if there is one, and letting time pass up to
  // t, t itself included.
  virtual bool timed() const = 0;
  virtual std::optional<std::int64_t> deadline() const = 0;
  virtual void advance_to(std::int64_t t) = 0;
  virtual std::int64_t time() const = 0;  // up to which time has passed

  // --- Looking
  virtual void legal_texts(Seat seat, std::vector<std::string>& texts) const = 0;  // sorted by byte
  virtual void append_legal(std::string& out, Seat seat) const = 0;  // the same as a JSON array
  virtual std::string position() const = 0;
  virtual std::string view_for(Viewer viewer) const = 0;
  virtual std::string drawing_for(Viewer viewer) const = 0;
  virtual std::string open_drawing() const = 0;  // everything: for finished games and tools only
  virtual std::uint64_t state_hash() const = 0;
  virtual const void* untyped_state() const = 0;  // for state_of
};

// Something that everybody saw somebody do.
struct DoneText {
  Seat seat = nobody;
  std::string action;
};

// The state itself, for typed tools; nothing if it is another game.
template <class G>
const typename G::State* state_of(const AnyGame& game) {
  if (game.name() != G::name) return nullptr;
  return static_cast<const typename G::State*>(game.untyped_state());
}

Result<std::unique_ptr<AnyGame>> make_game(std::string_view name, std::string_view edition,
                                           std::span<const GivenOption> given);
Result<std::unique_ptr<AnyGame>> make_game_at(std::string_view name, std::string_view edition,
                                              std::span<const GivenOption> given,
                                              std::string_view position);

}  // namespace hotaka
