// hotaka play spirits: a match with bots in the other seats, in the terminal.

#include <fmt/format.h>

#include "base/text.h"
#include "bots/spirits/bots.h"
#include "cli/games/spirits/spirits.h"
#include "record/entry.h"

namespace hotaka::cli {

namespace {

using spirits::Action;
using spirits::Spirits;
using spirits::State;

std::string_view team_name(int team) { return team == spirits::yellow ? "Yellow" : "Red"; }

class SpiritsSession {
 public:
  SpiritsSession(const PlayArgs& given, const spirits::Options& options, int human)
      : human_(human),
        bot_(bots::make_spirits_bot(given.bot)),
        bot_name_(given.bot),
        deals_(given.seed),
        thoughts_(given.seed ^ 0x5bd1e995U),
        state_(start(options)) {
    std::string text;
    write_options<Spirits>(text, options);
    std::string names = "\"names\":[";
    for (int player = 0; player < options.players; ++player) {
      names += (player == 0 ? "\"" : ",\"") + (player == human_ ? "you" : bot_name_) + "\"";
    }
    record::append_header(record_, Spirits::traits.name, "", text, names + "]");
  }

  // Until the match is over or the person leaves.
  void run() {
    fmt::print("You are player {} of {}; the others are {}. The first to {} points wins.\n", human_,
               static_cast<int>(state_.options.players), bot_name_,
               static_cast<int>(state_.options.target));
    help();
    while (!left_ && phase(state_) != Phase::over) {
      if (phase(state_) == Phase::chance) {
        nature();
      } else if (mine(state_.actor())) {
        person();
      } else {
        act(advice(*bot_));
      }
    }
    if (phase(state_) != Phase::over) return;
    record::append_line(record_, record::Resulted{outcome(state_)});
    fmt::print("\n{}\n", outcome(state_).winners.has(human_) ? "You have won the match!"
                                                             : "You have lost the match.");
  }

  const std::string& record() const { return record_; }

 private:
  static void help() {
    fmt::print(
        "Type the number of an action, or the action itself, such as: play Y61, ask 2, flip 4.\n"
        "Or: hint, table, rules S7, resign, quit, help.\n");
  }

  // Whether the person decides for a seat: the own one, and as Red of three players the ghost's.
  bool mine(Seat seat) const { return player_at(state_, decider(state_, seat)) == human_; }
  Seat own_seat() const {
    for (Seat seat = 0; seat < state_.seats(); ++seat) {
      if (decider(state_, seat) == seat && player_at(state_, seat) == human_) return seat;
    }
    return 0;
  }
  std::string name(Seat seat) const {
    if (seat == own_seat()) return fmt::format("you (seat {})", seat);
    const bool three = state_.options.players == 3;
    const std::string_view who = three && seat == spirits::ghost  ? "the ghost"
                                 : (seat & 1) != (own_seat() & 1) ? "opponent"
                                                                  : "partner";
    return fmt::format("seat {} ({}, {})", seat, team_name(seat & 1), who);
  }

  void show() const { fmt::print("\n{}\n", drawing(view(state_, Viewer::seat(own_seat())))); }

  void nature() {
    const auto chance = draw(state_, deals_);
    std::string text;
    append_chance(text, chance);
    record::append_line(record_, record::Drew::from_member(text));
    apply(state_, chance);
    trail_.clear();
    if (chance.kind != spirits::Chance::Kind::deal) return;
    const Seat seat = own_seat();
    fmt::print("\n=== A new round. You sit in seat {} and play for {}. First: {}. ===\n", seat,
               team_name(seat & 1), name(state_.turn()));
  }

  // Says and does it, and tells what it ended.
  void act(Action action) {
    const Seat seat = state_.actor();
    record::append_line(record_, record::Acted{seat, text_of(action)});
    const bool me = seat == own_seat();
    const std::string who = me ? "You" : name(seat);
    const std::string_view s = me ? "" : "s";
    if (action.is_ask()) {
      fmt::print("  {} ask{} {} for a {} card.\n", who, s, name(action.seat()),
                 team_name(state_.clan()));
    } else {
      const auto card = action.is_flip() ? state_.under[seat][action.column()] : action.card();
      const std::string_view face_down = action.is_flip() ? "the face-down " : "";
      const std::string_view verb = state_.answering() ? "give" : "play";
      const std::string before =
          state_.answering() ? " to lie before " + name(state_.turn()) : std::string();
      fmt::print("  {} {}{} {}{}{}.\n", who, verb, s, face_down, spirits::card_text(card), before);
    }
    const State before = state_;
    trail_.push_back({seat, action});
    apply(state_, seat, action);
    if (!action.is_ask() && before.played == 3) tell_trick(before);
  }

  void tell_trick(const State& before) const {
    const bool round_over = state_.step != spirits::Step::turn;
    const auto won = [&](int team) { return state_.captured[team] != before.captured[team]; };
    if (won(spirits::yellow) || won(spirits::red)) {
      const int team = won(spirits::yellow) ? spirits::yellow : spirits::red;
      fmt::print("  -- {} wins the trick{}.\n", team_name(team),
                 round_over ? "" : fmt::format("; {} leads", name(state_.leader)));
    } else {
      fmt::print("  -- A fusion: nobody wins the trick{}.\n",
                 round_over ? ", and it is discarded"
                            : fmt::format("; its cards wait, and {} leads", name(state_.leader)));
    }
    if (!round_over) return;
    fmt::print("\nThe round is over: Yellow {}, Red {}. Scores:",
               spirits::round_score(state_.captured[0], 0),
               spirits::round_score(state_.captured[1], 1));
    if (state_.options.players == 3) {
      for (int player = 0; player < 3; ++player) {
        fmt::print(" player {}{} {}", player, player == human_ ? " (you)" : "",
                   state_.scores[static_cast<std::size_t>(player)]);
      }
    } else {
      fmt::print(" Yellow {}, Red {}", state_.scores[0], state_.scores[1]);
    }
    fmt::print("\n");
  }

  Action advice(bots::Bot<Spirits>& bot) {
    auto question = bots::question_for<Spirits>(state_, state_.actor(), thoughts_.next());
    question.trail = trail_;
    return bots::decide(bot, question, 100'000, [] { return true; });
  }

  void person() {
    const Seat seat = state_.actor();
    show();
    const std::string clan(team_name(state_.clan()));
    if (state_.answering()) {
      fmt::print("{} asks {}: give a {} card.\n", name(state_.turn()),
                 seat == own_seat() ? "you" : "the ghost, for whom you decide", clan);
    } else if (seat != own_seat()) {
      fmt::print("It is the ghost's turn (seat 3), and you decide: lay a {} card or ask.\n", clan);
    } else {
      fmt::print("Your turn: lay a {} card or ask somebody for one.\n", clan);
    }
    spirits::Actions actions;
    legal(state_, seat, actions);
    for (std::size_t i = 0; i < actions.size(); ++i) {
      fmt::print("{:>3}  {}{}\n", i + 1, text_of(actions[i]),
                 actions[i].is_ask() ? "   " + name(actions[i].seat()) : "");
    }
    for (bool again = true; again && !left_;) {
      const auto line = read_answer();
      left_ = !line;
      if (line) again = !answer(*line, seat, actions);
    }
  }

  // Whether something was done that the table must be shown anew for.
  bool answer(const std::string& line, Seat seat, const spirits::Actions& actions) {
    const auto number = parse_number(line, static_cast<std::int64_t>(actions.size()));
    if (number && *number > 0) {
      act(actions[static_cast<std::size_t>(*number) - 1]);
      return true;
    }
    if (line == "quit") {
      left_ = true;
    } else if (line == "resign") {
      record::append_line(record_, record::Ended{"resign", own_seat()});
      record::append_line(record_, record::Resulted{forfeit(state_, own_seat())});
      fmt::print("You have given up.\n");
      left_ = true;
    } else if (line == "table") {
      return true;
    } else if (line == "hint") {
      const auto master = bots::make_spirits_bot("master");
      fmt::print("The master would {}.\n", text_of(advice(*master)));
    } else if (line.starts_with("rules ") || line.starts_with("rule ")) {
      print_rule("spirits", line.substr(line.find(' ') + 1));
    } else if (const auto action = spirits::parse_action(line)) {
      const auto refusal = refuse(state_, seat, *action);
      if (refusal == spirits::Refusal::none) {
        act(*action);
        return true;
      }
      fmt::print("Not possible: {}.\n", describe(refusal).message);
    } else {
      help();
    }
    return false;
  }

  int human_;
  std::unique_ptr<bots::Bot<Spirits>> bot_;
  std::string bot_name_;
  Rng deals_;  // apart from the other, so that a hint does not change the cards to come
  Rng thoughts_;
  State state_;
  std::vector<bots::Done<Spirits>> trail_;
  std::string record_;
  bool left_ = false;
};

}  // namespace

int play_spirits(const PlayArgs& given, std::string& record) {
  int status = all_right;
  const auto options = given.setup.options<Spirits>(status);
  if (!options) return status;
  const int last = options->players - 1;
  const auto human = given.side.empty() ? 0 : parse_number(given.side, last);
  if (!human)
    return complain(fmt::format("--side of spirits is a player, 0 to {}", last), usage_wrong);
  SpiritsSession session(given, *options, static_cast<int>(*human));
  session.run();
  record = session.record();
  return all_right;
}

}  // namespace hotaka::cli
