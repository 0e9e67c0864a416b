#pragma once
// A random game written out with everything that can be observed at every step.

#include <string>

#include "base/hash.h"
#include "games/random_play.h"
#include "record/entry.h"

namespace hotaka {

template <class G>
class Playthrough {
 public:
  Playthrough(const typename G::Options& options, std::uint64_t seed) : rng_(seed) {
    std::string text;
    write_options<G>(text, options);
    out_ = std::string(G::traits.name) + " {" + text + "}, seed " + std::to_string(seed) + "\n";
    state_ = start(options);
  }

  // The first `full` steps in full, the others up to `most` in a line each.
  std::string written(int full, int most) {
    for (int step = 0; step < most && phase(state_) != Phase::over; ++step) {
      if (step < full) observe(step);
      std::string entry = "(time passes)\n";
      play_on<G>(
          state_, players_, rng_, 1,
          [&](const auto&, const auto& chance) {
            entry = "";
            std::string text;
            append_chance(text, chance);
            record::append_line(entry, record::Drew::from_member(text));
          },
          [&](const auto&, const Deed<G>& deed) {
            entry = "";
            std::string text;
            append_text(text, deed.action);
            std::optional<std::int64_t> t;
            if constexpr (RealTimeGame<G>) t = deed.action.t;
            record::append_line(entry, record::Acted{deed.seat, text, t});
          });
      out_ += (step < full ? "  does      " : short_id(hash(state_)) + "  ") + entry;
    }
    observe(most);
    return out_;
  }

 private:
  void observe(int step) {
    out_ += "\n# step " + std::to_string(step) + ", " + short_id(hash(state_)) + "\n";
    out_ += "  position  " + position_text(state_) + "\n";
    out_ += "  spectator " + view_text(view(state_, Viewer::spectator())) + "\n";
    for (Seat seat = 0; seat < seats(state_); ++seat) {
      out_ += "  seat " + std::to_string(seat) + "    " +
              view_text(view(state_, Viewer::seat(seat))) + "\n";
    }
    for (Seat seat = 0; seat < seats(state_); ++seat) {
      typename G::Actions actions;
      legal(state_, seat, actions);
      if (actions.empty()) continue;
      out_ += "  legal " + std::to_string(seat) + "  ";
      for (const auto& action : actions) {
        out_ += " ";
        append_text(out_, action);
        out_ += ",";
      }
      out_.back() = '\n';
    }
    if (phase(state_) == Phase::over) {
      out_ += "  result    ";
      record::append_outcome(out_, outcome(state_));
      out_ += "\n";
    }
  }

  Rng rng_;
  typename G::State state_;
  RandomPlayers<G> players_;
  std::string out_;
};

}  // namespace hotaka
