// hotaka play dragons: a game against a bot, in the terminal.

#include <fmt/format.h>

#include "base/text.h"
#include "bots/dragons/bots.h"
#include "cli/games/dragons/dragons.h"
#include "record/entry.h"

namespace hotaka::cli {

namespace {

using dragons::Dragons;

// What happened to the opponent's stones and what was won by an action, in a few words.
std::string consequence(const dragons::State& before, dragons::Action action) {
  dragons::State after = before;
  apply(after, before.side, action);
  if (after.step == dragons::Step::over) return "wins";
  const int other = dragons::opponent(before.side);
  std::string out;
  const auto add = [&](std::string_view words) {
    out += (out.empty() ? "" : ", ") + std::string(words);
  };
  if (action.is_answer()) return "";
  if (dragons::has(after.outer[before.side], action.to))
    add(dragons::has(after.inner[other], action.to) ? "entangles" : "holds an own stone");
  for (std::size_t type = 0; type < dragons::type_count; ++type) {
    if (after.tray[other][type] > before.tray[other][type]) add("expels");
    const auto kind = static_cast<dragons::Type>(type);
    if (destroyed(after, other, kind) > destroyed(before, other, kind)) add("destroys");
    const int mat =
        before.mat[before.side][type] - (action.is_enter() && action.entering() == kind ? 1 : 0);
    if (after.mat[before.side][type] > mat) add("recruits");
  }
  if (after.step == dragons::Step::answer) add("may recruit");
  return out;
}

class DragonsSession {
 public:
  DragonsSession(const PlayArgs& given, const dragons::Options& options)
      : human_(given.side == "black" ? dragons::black : dragons::white),
        net_(bots::trained_net()),
        bot_(bots::make_dragons_bot(given.bot, net_)),
        bot_name_(given.bot),
        rng_(given.seed),
        state_(start(options)) {
    std::string text;
    write_options<Dragons>(text, options);
    const std::string names = human_ == dragons::white
                                  ? "\"names\":[\"you\",\"" + bot_name_ + "\"]"
                                  : "\"names\":[\"" + bot_name_ + "\",\"you\"]";
    record::append_header(record_, Dragons::traits.name, "", text, names);
  }

  // Until the game is over or the person leaves.
  void run() {
    fmt::print("You are {}. Type a move, its number, or: hint, board, rule D14, resign, quit.\n",
               human_ == dragons::white ? "White (VWF), running anti-clockwise"
                                        : "Black (vwf), running clockwise");
    while (!left_ && phase(state_) != Phase::over) {
      if (phase(state_) == Phase::chance) {
        nature();
      } else if (state_.side == human_) {
        person();
      } else {
        opponent_acts();
      }
    }
    if (phase(state_) == Phase::over) {
      record::append_line(record_, record::Resulted{outcome(state_)});
      fmt::print("\n{}\n{}\n", drawing(state_),
                 state_.side == human_ ? "You have won: " : bot_name_ + " has won: ");
      fmt::print("{}.\n", outcome(state_).reason.message);
    }
  }

  const std::string& record() const { return record_; }

 private:
  void nature() {
    const auto chance = draw(state_, rng_);
    std::string text;
    append_chance(text, chance);
    record::append_line(record_, record::Drew::from_member(text));
    const int side = state_.side;
    apply(state_, chance);
    if (chance.kind == dragons::Chance::Kind::first) {
      fmt::print("{} begin{}.\n", chance.a == human_ ? "You" : bot_name_,
                 chance.a == human_ ? "" : "s");
      return;
    }
    const bool mine = side == human_;
    fmt::print("\n{} roll{} {} and {}.{}\n", mine ? "You" : bot_name_, mine ? "" : "s", chance.a,
               chance.b,
               state_.step == dragons::Step::roll ? " Nothing can be done with that." : "");
    if (mine && state_.step != dragons::Step::roll) fmt::print("\n{}\n", drawing(state_));
  }

  void act(dragons::Action action) {
    record::append_line(record_, record::Acted{state_.side, text_of(action)});
    apply(state_, state_.side, action);
  }

  dragons::Action advice(bots::Bot<Dragons>& bot) {
    const auto question = bots::question_for<Dragons>(state_, state_.side, rng_.next());
    return bots::decide(bot, question, 20'000, [] { return true; });
  }

  void opponent_acts() {
    const auto action = advice(*bot_);
    const std::string what = consequence(state_, action);
    fmt::print("{} plays {}{}\n", bot_name_, text_of(action),
               what.empty() ? "" : " (" + what + ")");
    act(action);
  }

  void person() {
    dragons::Actions actions;
    legal(state_, human_, actions);
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const std::string what = consequence(state_, actions[i]);
      fmt::print("{:>3}  {:<6} {}\n", i + 1, text_of(actions[i]), what);
    }
    const auto line = read_answer();
    left_ = !line;
    if (line) answer(*line, actions);
  }

  void answer(const std::string& line, const dragons::Actions& actions) {
    const auto number = parse_number(line, static_cast<std::int64_t>(actions.size()));
    if (number && *number > 0) return act(actions[static_cast<std::size_t>(*number) - 1]);
    if (line == "quit") {
      left_ = true;
    } else if (line == "resign") {
      record::append_line(record_, record::Ended{"resign", human_});
      record::append_line(record_, record::Resulted{forfeit(state_, human_)});
      fmt::print("{} has won.\n", bot_name_);
      left_ = true;
    } else if (line == "board") {
      fmt::print("\n{}\n", drawing(state_));
    } else if (line == "hint") {
      const auto master = bots::make_dragons_bot("master", net_);
      fmt::print("The master would play {}.\n", text_of(advice(*master)));
    } else if (line.starts_with("rule ")) {
      print_rule("dragons", line.substr(5));
    } else if (const auto action = dragons::parse_action(line)) {
      const auto refusal = refuse(state_, human_, *action);
      if (refusal == dragons::Refusal::none) return act(*action);
      fmt::print("Not possible: {}.\n", describe(refusal).message);
    } else {
      fmt::print("Type a move such as {}, its number, or: hint, board, rule D14, resign, quit.\n",
                 text_of(actions[0]));
    }
  }

  int human_;
  std::shared_ptr<const bots::Net> net_;
  std::unique_ptr<bots::Bot<Dragons>> bot_;
  std::string bot_name_;
  Rng rng_;
  dragons::State state_;
  std::string record_;
  bool left_ = false;
};

}  // namespace

int play_dragons(const PlayArgs& given, std::string& record) {
  if (!given.side.empty() && given.side != "white" && given.side != "black")
    return complain("--side of dragons is white or black", usage_wrong);
  int status = all_right;
  const auto options = given.setup.options<Dragons>(status);
  if (!options) return status;
  DragonsSession session(given, *options);
  session.run();
  record = session.record();
  return all_right;
}

}  // namespace hotaka::cli
