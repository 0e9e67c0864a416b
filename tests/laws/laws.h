#pragma once
// The laws that every game keeps, in every state of random play (design: docs/architecture.md,
// "Laws").

#include <algorithm>
#include <string>
#include <vector>

#include "games/hoard/properties.h"
#include "games/random_play.h"
#include "games/test_list.h"
#include "laws/conserved.h"
#include "laws/findings.h"
#include "laws/redeal.h"
#include "laws/universe.h"
#include "record/replay.h"

namespace hotaka::laws {

template <class G>
class Laws {
 public:
  using State = typename G::State;
  using Action = typename G::Action;
  using Actions = typename G::Actions;

  Laws(const typename G::Options& options, std::uint64_t seed, Findings& findings)
      : options_(options), rng_(seed), other_rng_(seed + 1), findings_(findings) {}

  // Returns how many actions were played.
  std::uint64_t run(std::uint64_t decisions) {
    State state = start(options_);
    RandomPlayers<G> players;
    write_header();
    const std::uint64_t actions = play_on<G>(
        state, players, rng_, decisions,
        [&](const State& now, const auto& chance) {
          in_any_state(now);
          expect(refuse(now, chance) == G::Refusal::none, "what nature draws is allowed", now);
          Actions none;
          for (Seat seat = 0; seat < seats(now); ++seat) {
            legal(now, seat, none);
            expect(none.empty(), "nobody acts while chance is due", now);
          }
          text_.clear();
          append_chance(text_, chance);
          const auto& keys = G::traits.chance_keys;
          expect(std::ranges::any_of(keys,
                                     [&](const ChanceKey& chance_key) {
                                       return text_.starts_with("\"" + std::string(chance_key.key) +
                                                                "\":");
                                     }),
                 "a chance entry has a key that the game declares", now);
          record::append_line(record_, record::Drew::from_member(text_));
        },
        [&](const State& now, const Deed<G>& deed) {
          in_any_state(now);
          while_acting(now);
          expect(refuse(now, deed.seat, deed.action) == G::Refusal::none, "play is allowed", now);
          unseen_until_settled(now, deed);
          text_.clear();
          append_text(text_, deed.action);
          std::optional<std::int64_t> t;
          if constexpr (RealTimeGame<G>) t = deed.action.t;
          record::append_line(record_, record::Acted{deed.seat, text_, t});
        });
    in_any_state(state);
    if (phase(state) == Phase::over) {
      at_the_end(state);
      record::append_line(record_, record::Resulted{outcome(state)});
    }
    replay_equals_play(state);
    return actions;
  }

 private:
  void expect(bool holds, const char* law, const State& state) {
    findings_.expect(holds, law, [&] {
      std::string options;
      write_options<G>(options, options_);
      return position_text(state) + " {" + options + "}";
    });
  }

  void write_header() {
    text_.clear();
    write_options<G>(text_, options_);
    record::append_header(record_, G::traits.name, "", text_, "");
  }

  void in_any_state(const State& state) {
    expect(conserved(state), "stones and cards are conserved", state);
    if (phase(state) != Phase::over) {
      const auto read = G::read_position(position_text(state), options_);
      findings_.expect(bool(read), "a position's text can be read", [&] {
        return position_text(state) + " " + (read ? "" : read.error().message);
      });
      if (read) {
        expect(same(*read, state), "a position's text means the position", state);
        expect(hash(*read) == hash(state), "equal states have equal hashes", state);
      }
      for (Seat seat = 0; seat < seats(state); ++seat) {
        if (decider(state, seat) != seat) continue;
        const Outcome given_up = forfeit(state, seat);
        expect(!given_up.winners.empty(), "somebody wins when one gives up", state);
        const int side = side_of(state, player_at(state, seat));
        for (int player = 0; player < players(state); ++player) {
          expect(!given_up.winners.has(player) || side_of(state, player) != side,
                 "who gives up loses, and the own side too", state);
        }
      }
    }
    hidden_means_hidden(state);
  }

  // Options that were drawn at the start are all that a position does not say.
  static bool same(const State& read, const State& state) {
    if constexpr (std::is_same_v<G, dragons::Dragons>) {
      State with_first = read;
      with_first.options = state.options;
      return with_first == state;
    } else {
      return read == state;
    }
  }

  void while_acting(const State& state) {
    const State rested = without_haste(state);
    const SeatSet acting = actors(state);
    for (Seat seat = 0; seat < seats(state); ++seat) {
      Actions actions;
      legal(state, seat, actions);
      expect(acting.has(seat) == !actions.empty(), "actors are those who have an action", state);
      exactly_the_legal_ones(rested, seat, actions);
      texts_are_unique(state, actions);
    }
    if constexpr (!RealTimeGame<G>) expect(acting.size() == 1, "one seat acts", state);
  }

  void exactly_the_legal_ones(const State& state, Seat seat, const Actions& actions) {
    for (const Action& action : universe(state)) {
      State tried = state;
      const bool accepted = try_apply(tried, seat, action) == G::Refusal::none;
      expect(accepted == actions.has(action), "every legal action is accepted and nothing else",
             state);
      if (!accepted) expect(tried == state, "a refusal leaves the state untouched", state);
    }
  }

  void texts_are_unique(const State& state, const Actions& actions) {
    std::vector<std::string> texts;
    for (const Action& action : actions) {
      std::string text;
      append_text(text, action);
      auto read = G::parse_action(text);
      if constexpr (RealTimeGame<G>) {
        if (read) read->t = action.t;
      }
      expect(read == action, "an action's text means the action", state);
      expect(needs_no_escapes(text), "an action's text needs no escapes in JSON", state);
      for (const std::string_view before : {" ", "0", "+", "play "}) {
        expect(!G::parse_action(std::string(before).append(text)), "an action has one spelling",
               state);
      }
      expect(!G::parse_action(std::string(text).append(" ")), "an action has one spelling", state);
      texts.push_back(text);
    }
    std::sort(texts.begin(), texts.end());
    expect(std::adjacent_find(texts.begin(), texts.end()) == texts.end(),
           "no two legal actions have the same text", state);
  }

  static bool needs_no_escapes(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
  }

  void hidden_means_hidden(const State& state) {
    for (Seat seat = nobody; seat < seats(state); ++seat) {
      const Viewer viewer = seat == nobody ? Viewer::spectator() : Viewer::seat(seat);
      const State dealt = redeal(state, viewer, other_rng_);
      if (!(dealt == state)) ++findings_.redealt;
      const auto before = view(state, viewer);
      const auto after = view(dealt, viewer);
      expect(before == after, "a view does not change when what it hides is dealt anew", state);
      expect(view_text(before) == view_text(after), "nor do the bytes of its text", state);
      expect(drawing(before) == drawing(after), "nor does its drawing", state);
      expect(needs_no_escapes(view_text(before)), "a view's text needs no escapes in JSON", state);
      if (seat == nobody) continue;
      Actions actions;
      Actions actions_after;
      legal(state, seat, actions);
      legal(dealt, seat, actions_after);
      expect(actions == actions_after, "what is legal follows from the own view", state);
    }
  }

  // R12 of ratuki: for others a play changes nothing until it is settled.
  void unseen_until_settled(const State& before, const Deed<G>& deed) {
    if constexpr (std::is_same_v<G, ratuki::Ratuki>) {
      if (deed.action.kind != Action::Kind::play || options_.tie_ms == 0) return;
      State after = before;
      apply(after, deed.seat, deed.action);
      for (Seat seat = nobody; seat < seats(before); ++seat) {
        if (seat == deed.seat) continue;
        const Viewer viewer = seat == nobody ? Viewer::spectator() : Viewer::seat(seat);
        expect(view(after, viewer) == view(before, viewer), "a pending play is not seen", after);
        expect(view_text(view(after, viewer)) == view_text(view(before, viewer)),
               "nor in the bytes of a view", after);
        if (seat == nobody) continue;
        Actions actions;
        Actions actions_after;
        legal(before, seat, actions);
        legal(after, seat, actions_after);
        expect(actions == actions_after, "nor in what is legal", after);
      }
    }
  }

  void at_the_end(const State& state) {
    const Outcome result = outcome(state);
    expect(actors(state).empty(), "nobody acts after the end", state);
    expect(!result.winners.empty(), "somebody has won", state);
    std::int32_t most = result.scores[0];
    for (const auto score : result.scores) most = std::max(most, score);
    for (int player = 0; player < static_cast<int>(result.scores.size()); ++player) {
      expect(result.winners.has(player) == (result.scores[player] == most),
             "those with the most points win", state);
      for (int other = 0; other < player; ++other) {
        expect(side_of(state, other) != side_of(state, player) ||
                   result.winners.has(other) == result.winners.has(player),
               "players of a side win and lose together", state);
      }
    }
  }

  // The record of the game leads to the same state.
  void replay_equals_play(const State& state) {
    class Last final : public record::Replay::Listener {
     public:
      void on_entry(const record::Replay& replay) override { hash = replay.state().state_hash(); }
      void on_last(const record::Replay& replay) override {
        if (!replay.over()) return;
        hash = replay.state().state_hash();
        result = replay.state().result();
      }
      void on_error(const record::Replay& replay, const std::string& why) override {
        error = why + " (entry " + std::to_string(replay.entry()) + ")";
      }
      std::uint64_t hash = 0;
      std::optional<Outcome> result;
      std::string error;
    };
    Last last;
    record::Replay replay(last);
    record::replay_text(replay, record_);
    findings_.expect(last.error.empty(), "a played game can be replayed",
                     [&] { return last.error; });
    if (phase(state) == Phase::action && RealTimeGame<G>)
      return;  // time may have passed unrecorded
    expect(last.result.has_value() == (phase(state) == Phase::over), "a replay ends as play did",
           state);
    if (phase(state) == Phase::over) {
      expect(last.result == outcome(state), "a replay has the result of play", state);
      expect(last.hash == hash(state), "a replay leads to the same state", state);
    }
  }

  typename G::Options options_;
  Rng rng_;
  Rng other_rng_;
  Findings& findings_;
  std::string record_;
  std::string text_;
};

// All variants of a game; each call of run_variant is short. Of short games there are more, so that
// they have about as many actions.
template <class G>
void run_variant(std::size_t variant, std::uint64_t games, std::uint64_t decisions,
                 Findings& findings) {
  const auto all = G::variants();
  std::uint64_t actions = 0;
  for (std::uint64_t game = 0; game < games || actions < games * decisions / 4; ++game) {
    actions += Laws<G>(all[variant], 1000 * variant + game, findings).run(decisions);
  }
}

}  // namespace hotaka::laws
