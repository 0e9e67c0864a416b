#include "bots/spirits/match.h"

#include <algorithm>

#include "games/spirits/rules.h"

namespace hotaka::bots::spirits_play {

namespace {

// How far apart two sides' scores usually drift in so many more rounds: 80 a round, and it grows
// with the root of the rounds.
constexpr int most_rounds = 24;
constexpr std::array<float, most_rounds + 1> make_spread() {
  std::array<float, most_rounds + 1> spread{};
  for (int rounds = 0; rounds <= most_rounds; ++rounds) {
    float root = 1;
    for (int i = 0; i < 40; ++i) root = (root + static_cast<float>(rounds) / root) / 2;
    spread[static_cast<std::size_t>(rounds)] = 80.0F * root;
  }
  return spread;
}
constexpr auto spread = make_spread();
constexpr int usual_round = 85;  // points of the better side

// The chance that a normal deviate stays below x, by straight lines between quarters.
float below(float x) {
  constexpr std::array<float, 14> curve{0.5F,    0.5987F, 0.6915F, 0.7734F, 0.8413F,
                                        0.8944F, 0.9332F, 0.9599F, 0.9772F, 0.9878F,
                                        0.9938F, 0.9970F, 0.9987F, 0.9994F};
  const float size = std::min((x < 0 ? -x : x) * 4, 12.99F);
  const auto place = static_cast<std::size_t>(size);
  const float part = size - static_cast<float>(place);
  const float up = curve[place] + (curve[place + 1] - curve[place]) * part;
  return x < 0 ? 1 - up : up;
}

// Of one side against another with these scores, neither having won yet.
float lead_chance(int own, int other, int target) {
  const int to_go = std::max(0, target - std::max(own, other));
  const int rounds = std::min(most_rounds, 1 + to_go / usual_round);
  return below(static_cast<float>(own - other) / spread[static_cast<std::size_t>(rounds)]);
}

}  // namespace

MatchChance::MatchChance(const spirits::Table& table, Seat seat)
    : target_(table.options.target),
      three_(table.options.players == 3),
      team_(seat & 1),
      before_{},
      team_of_{} {
  if (three_) {
    const int me = player_at(table, seat == spirits::ghost ? 1 : seat);
    std::size_t next = 1;
    for (Seat other = 0; other < 3; ++other) {
      const int player = player_at(table, other);
      const std::size_t place = player == me ? 0 : next++;
      before_[place] = table.scores[static_cast<std::size_t>(player)];
      team_of_[place] = other & 1;
    }
  } else {
    before_ = {table.scores[static_cast<std::size_t>(team_)],
               table.scores[static_cast<std::size_t>(1 - team_)], 0};
    team_of_ = {team_, 1 - team_, 0};
  }
  const auto by = [&](int margin) {
    const bool for_yellow = (margin > 0) == (team_ == 0);
    return for_yellow ? chance(140, 20) : chance(20, 140);
  };
  low_ = by(-1);
  scale_ = 1 / std::max(0.02F, by(1) - low_);
}

float MatchChance::chance(int yellow, int red) const {
  const std::array<int, 2> round{yellow, red};
  const auto score = [&](std::size_t place) {
    return before_[place] + round[static_cast<std::size_t>(team_of_[place])];
  };
  const int own = score(0);
  const std::size_t others = three_ ? 3 : 2;
  int best = score(1);
  for (std::size_t i = 2; i < others; ++i) best = std::max(best, score(i));
  if (std::max(own, best) >= target_ && own != best) return own > best ? 1.0F : 0.0F;
  float all = 1;
  for (std::size_t i = 1; i < others; ++i) all *= lead_chance(own, score(i), target_);
  return all;
}

}  // namespace hotaka::bots::spirits_play
