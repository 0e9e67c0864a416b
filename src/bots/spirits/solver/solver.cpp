#include "bots/spirits/solver/solver.h"

#include <cassert>

#include "bots/spirits/solver/search.h"

namespace hotaka::solver {

namespace {

using spirits::Action;
using spirits::State;

class Root {
 public:
  Root(const State& state, SolverTable& table)
      : state_(state),
        deal_(deal_of(state)),
        position_(position_of(state)),
        search_(deal_, table) {}

  int value() {
    return narrow(0, [&](int wanted) {
      return state_.answering() ? probe_asked(state_.asked, wanted)
                                : search_.probe(position_, wanted);
    });
  }

  // The value after an action; `guess` is where to look first.
  int value_after(Action action, int guess) {
    return narrow(guess, [&](int wanted) { return probe_action(action, wanted); });
  }

  // Whether an action of the seat to decide leads to `value`, the best it can have.
  bool keeps(Action action, int value) {
    const bool for_yellow = state_.actor() % 2 == spirits::yellow;
    return for_yellow ? probe_action(action, value) >= value
                      : probe_action(action, value + 1) <= value;
  }

  int cards() const { return position_.left; }
  std::uint64_t nodes() const { return search_.nodes(); }

 private:
  // Probes with growing steps until the value is between two answers, then halves the gap.
  template <class Probe>
  static int narrow(int wanted, Probe&& probe) {
    constexpr int beyond = 1000;
    int low = -beyond;  // the value is at least this
    int high = beyond;  // and at most this
    int step = 8;
    while (low < high) {
      const int result = probe(wanted);
      (result < wanted ? high : low) = result;
      if (high == beyond) {
        wanted = low + step;
      } else if (low == -beyond) {
        wanted = high - step;
      } else {
        wanted = low + (high - low + 1) / 2;
      }
      step *= 2;
    }
    return low;
  }

  int probe_asked(Seat seat, int wanted) {
    const int clan = state_.clan();
    const int group = group_of(state_, seat, clan);
    // A partner's group has cards of two seats.
    const Cards held = deal_.columns ? spirits::all_cards : state_.hand[seat];
    return search_.probe_choice(position_, group, choices(deal_, position_, clan, group) & held,
                                wanted);
  }

  int probe_action(Action action, int wanted) {
    if (action.is_ask()) return probe_asked(action.seat(), wanted);
    const Seat seat = state_.actor();
    Position next = position_;
    play(deal_, next, group_of(state_, seat, state_.clan()),
         action.is_flip() ? state_.under[seat][action.column()] : action.card());
    return search_.probe(next, wanted);
  }

  const State& state_;
  Deal deal_;
  Position position_;
  Search search_;
};

}  // namespace

int cards_left(const State& state) { return position_of(state).left; }

Solution solve(const State& state, SolverTable& table) {
  assert(state.step == spirits::Step::turn);
  Root root(state, table);
  Solution solution;
  solution.cards = root.cards();
  solution.value = root.value();
  spirits::Actions actions;
  legal(state, state.actor(), actions);
  for (const Action action : actions) {
    if (root.keeps(action, solution.value)) solution.best.push(action);
  }
  solution.nodes = root.nodes();
  return solution;
}

List<int, spirits::Actions::capacity> values_of(const State& state, const spirits::Actions& actions,
                                                SolverTable& table) {
  assert(state.step == spirits::Step::turn);
  Root root(state, table);
  List<int, spirits::Actions::capacity> values;
  int guess = 0;
  for (const Action action : actions) {
    guess = root.value_after(action, guess);
    values.push(guess);
  }
  return values;
}

}  // namespace hotaka::solver
