#include "games/any_game.h"

#include <algorithm>

#include "base/text.h"

namespace hotaka {

namespace {

template <Game G>
class Model final : public AnyGame {
 public:
  explicit Model(const typename G::State& state) : state_(state) {}

  std::unique_ptr<AnyGame> clone() const override { return std::make_unique<Model>(*this); }
  std::string_view name() const override { return G::name; }
  int seat_count() const override { return seats(state_); }
  int player_count() const override { return players(state_); }
  int player_in(Seat seat) const override {
    return decider(state_, seat) == seat ? player_at(state_, seat) : nobody;
  }
  Phase current_phase() const override { return given_up_ ? Phase::over : phase(state_); }
  SeatSet acting() const override { return given_up_ ? SeatSet() : actors(state_); }
  Seat decides_for(Seat seat) const override { return decider(state_, seat); }
  Outcome result() const override { return given_up_ ? *given_up_ : outcome(state_); }

  MaybeError act(Seat seat, std::string_view text, std::optional<std::int64_t> t) override {
    if (given_up_) return Error{"game_over", "the game was given up"};
    auto action = G::parse_action(text);
    if (!action)
      return Error{"bad_action", in_quotes(text) + " is not an action of " + std::string(G::name)};
    if constexpr (TimedGame<G>) {
      if (!t || *t < 0)
        return Error{"bad_field", "the time t must be a whole number of milliseconds, 0 or more"};
      action->t = *t;
    }
    MaybeError error = error_for(try_apply(state_, seat, *action));
    if constexpr (requires { missed_by(state_, seat, *action); }) {
      if (!error) return error;
      error->late_ms = missed_by(state_, seat, *action);
      if (error->late_ms)
        error->message = "beaten by " + to_text(*error->late_ms) + " ms: " + error->message;
    }
    return error;
  }

  MaybeError chance(std::string_view key, json::Value value) override {
    if (given_up_) return Error{"game_over", "the game was given up"};
    const auto drawn = read_chance(state_, key, value);
    if (!drawn) return drawn.error();
    return error_for(try_apply(state_, *drawn));
  }

  std::string draw_chance(Chooser& chooser) const override {
    std::string member;
    append_chance(member, draw(state_, chooser));
    return member;
  }

  Result<std::string> spell_chance(std::string_view key, json::Value value) const override {
    const auto drawn = read_chance(state_, key, value);
    if (!drawn) return drawn.error();
    std::string member;
    append_chance(member, *drawn);
    return member;
  }

  MaybeError give_up(Seat seat, std::string_view how) override {
    if (current_phase() == Phase::over) return Error{"game_over", "the game is over already"};
    if (seat < 0 || seat >= seats(state_)) return Error{"no_such_seat", "there is no such seat"};
    if (decider(state_, seat) != seat)
      return Error{"no_such_seat", "nobody sits in that seat who could give up"};
    given_up_ = forfeit(state_, seat);
    if (how == "time") given_up_->reason = {"time_out", "time ran out"};
    if (how == "left") given_up_->reason = {"player_left", "a player left"};
    return std::nullopt;
  }

  void pass_time() override {
    if constexpr (TimedGame<G>) {
      if (!given_up_) run_on(state_);
    }
  }

  bool timed() const override { return TimedGame<G>; }
  std::optional<std::int64_t> deadline() const override {
    if constexpr (TimedGame<G>) {
      const auto next = given_up_ ? never_due : next_deadline(state_);
      if (next != never_due) return next;
    }
    return std::nullopt;
  }
  void advance_to(std::int64_t t) override {
    if constexpr (TimedGame<G>) {
      if (!given_up_) advance(state_, t);
    }
  }

  std::int64_t time() const override {
    if constexpr (TimedGame<G>) return state_.now;
    return 0;
  }

  void legal_texts(Seat seat, std::vector<std::string>& texts) const override {
    texts.clear();
    if (given_up_) return;
    typename G::Actions actions;
    legal(state_, seat, actions);
    texts.reserve(actions.size());
    for (const auto& action : actions) append_text(texts.emplace_back(), action);
    std::sort(texts.begin(), texts.end());
  }

  void append_legal(std::string& out, Seat seat) const override {
    typename G::Actions actions;
    if (!given_up_) legal(state_, seat, actions);
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

  std::string position() const override { return position_text(state_); }
  std::string view_for(Viewer viewer) const override { return view_text(view(state_, viewer)); }
  std::string drawing_for(Viewer viewer) const override { return drawing(view(state_, viewer)); }
  std::string open_drawing() const override { return drawing(open_view(state_)); }
  std::uint64_t state_hash() const override { return hash(state_); }
  const void* untyped_state() const override { return &state_; }

 private:
  static MaybeError error_for(typename G::Refusal refusal) {
    if (refusal == G::Refusal::none) return std::nullopt;
    return Error(describe(refusal));
  }

  static constexpr std::int64_t never_due = INT64_MAX;

  typename G::State state_;
  std::optional<Outcome> given_up_;
};

using Made = Result<std::unique_ptr<AnyGame>>;

}  // namespace

Error unknown_game(std::string_view name) {
  return Error{"unknown_game", "there is no game " + in_quotes(name) +
                                   "; the games are dragons, spirits and ratuki"};
}

Made make_game(std::string_view name, std::string_view edition,
               std::span<const GivenOption> given) {
  Made made = unknown_game(name);
  with_game(name, [&]<class G>() {
    const auto options = make_options<G>(edition, given);
    made = options ? Made(std::make_unique<Model<G>>(start(*options))) : Made(options.error());
  });
  return made;
}

Made make_game_at(std::string_view name, std::string_view edition,
                  std::span<const GivenOption> given, std::string_view position) {
  Made made = unknown_game(name);
  with_game(name, [&]<class G>() {
    const auto options = make_options<G>(edition, given);
    if (!options) {
      made = options.error();
      return;
    }
    const auto state = G::read_position(position, *options);
    made = state ? Made(std::make_unique<Model<G>>(*state)) : Made(state.error());
  });
  return made;
}

}  // namespace hotaka
