#pragma once
// Makes a typed game into an AnyGame and a GameType. Included by each game once, in its type.cpp.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/text.h"
#include "games/any_game.h"
#include "games/random_workload.h"
#include "games/signature_part.h"
#include "games/typed.h"

namespace hotaka {

template <DeclaredGame G>
class Model final : public AnyGame {
 public:
  explicit Model(const typename G::State& state) : match_{state, std::nullopt} {}

  std::unique_ptr<AnyGame> clone() const override { return std::make_unique<Model>(*this); }
  const GameType& type() const override { return game_type<G>(); }
  int seat_count() const override { return seats(match_.state); }
  int player_count() const override { return players(match_.state); }
  int player_in(Seat seat) const override {
    return decider(match_.state, seat) == seat ? player_at(match_.state, seat) : nobody;
  }
  Phase current_phase() const override { return phase(match_); }
  SeatSet acting() const override { return actors(match_); }
  Seat decides_for(Seat seat) const override { return decider(match_.state, seat); }
  Outcome result() const override { return outcome(match_); }

  MaybeError act(Seat seat, std::string_view text, std::optional<std::int64_t> t) override {
    if (match_.ended) return Error{"game_over", "the game was given up"};
    auto action = G::parse_action(text);
    if (!action)
      return Error{"bad_action",
                   in_quotes(text) + " is not an action of " + std::string(G::traits.name)};
    if constexpr (RealTimeGame<G>) {
      if (!t || *t < 0)
        return Error{"bad_field", "the time t must be a whole number of milliseconds, 0 or more"};
      action->t = *t;
    }
    MaybeError error = error_for(try_apply(match_.state, seat, *action));
    if (error) error->late_ms = late_by<G>(match_.state, seat, *action);
    if (error && error->late_ms)
      error->message = "beaten by " + to_text(*error->late_ms) + " ms: " + error->message;
    return error;
  }

  MaybeError chance(std::string_view key, json::Value value) override {
    if (match_.ended) return Error{"game_over", "the game was given up"};
    const auto drawn = read_chance(match_.state, key, value);
    if (!drawn) return drawn.error();
    return error_for(try_apply(match_.state, *drawn));
  }

  std::string draw_chance(Chooser& chooser) const override {
    std::string member;
    append_chance(member, draw(match_.state, chooser));
    return member;
  }

  Result<std::string> spell_chance(std::string_view key, json::Value value) const override {
    const auto drawn = read_chance(match_.state, key, value);
    if (!drawn) return drawn.error();
    std::string member;
    append_chance(member, *drawn);
    return member;
  }

  MaybeError give_up(Seat seat, std::string_view how) override {
    if (current_phase() == Phase::over) return Error{"game_over", "the game is over already"};
    if (seat < 0 || seat >= seats(match_.state))
      return Error{"no_such_seat", "there is no such seat"};
    if (decider(match_.state, seat) != seat)
      return Error{"no_such_seat", "that seat has no player who could resign"};
    match_.ended = forfeit(match_.state, seat);
    if (how == "time") match_.ended->reason = {"time_out", "time ran out"};
    if (how == "left") match_.ended->reason = {"player_left", "a player left"};
    return std::nullopt;
  }

  void pass_time() override {
    if constexpr (RealTimeGame<G>) {
      if (!match_.ended) run_on(match_.state);
    }
  }

  std::optional<std::int64_t> deadline() const override {
    if constexpr (RealTimeGame<G>) {
      const auto next = match_.ended ? never_due : next_deadline(match_.state);
      if (next != never_due) return next;
    }
    return std::nullopt;
  }
  void advance_to(std::int64_t t) override {
    if constexpr (RealTimeGame<G>) {
      if (!match_.ended) advance(match_.state, t);
    }
  }

  std::int64_t time() const override {
    if constexpr (RealTimeGame<G>) return match_.state.now;
    return 0;
  }

  int side(int player) const override { return side_of(match_.state, player); }

  ViewerSet chance_shown_to(std::string_view key, json::Value value) const override {
    const auto drawn = read_chance(match_.state, key, value);
    if (!drawn) return {};
    return viewers([&](Viewer viewer) { return may_know<G>(match_.state, *drawn, viewer); });
  }
  ViewerSet action_shown_to(Seat seat, std::string_view text) const override {
    const auto action = G::parse_action(text);
    if (!action) return {};
    return viewers([&](Viewer viewer) { return may_know<G>(match_.state, seat, *action, viewer); });
  }
  bool can_take_back(std::string_view text) const override {
    const auto action = G::parse_action(text);
    return action && may_undo<G>(match_.state, *action);
  }

  void legal_texts(Seat seat, std::vector<std::string>& texts) const override {
    texts.clear();
    if (match_.ended) return;
    typename G::Actions actions;
    legal(match_.state, seat, actions);
    texts.reserve(actions.size());
    for (const auto& action : actions) append_text(texts.emplace_back(), action);
    std::sort(texts.begin(), texts.end());
  }

  void append_legal(std::string& out, Seat seat) const override {
    typename G::Actions actions;
    if (!match_.ended) legal(match_.state, seat, actions);
    std::string all;  // behind each other
    constexpr std::size_t usual = 8;
    all.reserve(usual * actions.size());
    List<std::uint16_t, G::Actions::capacity> ends;
    for (const auto& action : actions) {
      append_text(all, action);
      ends.push(static_cast<std::uint16_t>(all.size()));
    }
    List<std::string_view, G::Actions::capacity> texts;
    std::size_t start = 0;
    for (const std::size_t end : ends) {
      texts.push(std::string_view(all).substr(start, end - start));
      start = end;
    }
    std::sort(texts.begin(), texts.end());
    out += '[';
    for (const std::string_view text : texts) {  // actions need no escapes
      if (out.back() != '[') out += ',';
      out += '"';
      out += text;
      out += '"';
    }
    out += ']';
  }

  std::string position() const override { return position_text(match_.state); }
  std::string view_for(Viewer viewer) const override { return view_text(seen_by(viewer)); }
  std::string drawing_for(Viewer viewer) const override { return drawing(seen_by(viewer)); }
  SeatSet acting_for(Viewer viewer) const override {
    if constexpr (RealTimeGame<G>) {
      return match_.ended ? SeatSet() : actors(view(match_.state, viewer));
    } else {
      return acting();
    }
  }
  std::int64_t time_for(Viewer viewer) const override {
    if constexpr (RealTimeGame<G>) return shown_time(match_.state, viewer);
    return 0;
  }
  std::string open_drawing() const override { return drawing(open_view(match_.state)); }
  std::uint64_t state_hash() const override { return hash(match_.state); }
  std::optional<std::uint64_t> count_sequences(int depth) const override {
    if constexpr (requires { perft(match_.state, depth); }) {
      return perft(match_.state, depth);
    } else {
      return std::nullopt;
    }
  }
  const void* untyped_match() const override { return &match_; }

 private:
  // Real-time games say when the last thing happened that a viewer was shown, and whose decision is
  // awaited as far as a viewer can tell: others may not know yet what a seat does.
  typename G::View seen_by(Viewer viewer) const {
    auto seen = view(match_.state, viewer);
    if constexpr (RealTimeGame<G>) seen.now = shown_time(match_.state, viewer);
    return seen;
  }

  template <class MayKnow>
  ViewerSet viewers(MayKnow&& may_know) const {
    ViewerSet all;
    for (Seat seat = nobody; seat < seats(match_.state); ++seat) {
      const Viewer viewer = seat == nobody ? Viewer::spectator() : Viewer::seat(seat);
      if (may_know(viewer)) all.add(viewer);
    }
    return all;
  }

  static MaybeError error_for(typename G::Refusal refusal) {
    if (refusal == G::Refusal::none) return std::nullopt;
    return Error(describe(refusal));
  }

  static constexpr std::int64_t never_due = INT64_MAX;

  Match<G> match_;
};

template <DeclaredGame G>
class ModelType final : public GameType {
 public:
  const Traits& traits() const override { return G::traits; }

  Made make(std::string_view edition, std::span<const GivenOption> given) const override {
    const auto options = make_options<G>(edition, given);
    if (!options) return options.error();
    return Made(std::make_unique<Model<G>>(start(*options)));
  }

  Made make_at(std::string_view edition, std::span<const GivenOption> given,
               std::string_view position) const override {
    const auto options = make_options<G>(edition, given);
    if (!options) return options.error();
    const auto state = G::read_position(position, *options);
    if (!state) return state.error();
    return Made(std::make_unique<Model<G>>(*state));
  }

  Signature signature_part(int part) const override { return hotaka::signature_part<G>(part); }
  std::uint64_t run_workload(int players, std::uint64_t actions,
                             std::uint64_t seed) const override {
    return hotaka::run_workload<G>(players, actions, seed);
  }
};

template <class G>
const GameType& game_type() {
  static constexpr ModelType<G> type;
  return type;
}

}  // namespace hotaka
