#include "bots/dragons/linear.h"

#include "bots/dragons/danger.h"

namespace hotaka::bots {

namespace {

using namespace dragons;

constexpr std::array<float, type_count> worth{1.0F, 2.0F, 4.0F};  // in play: vine, water, fire

// What being hit costs, by the stone and by the hitter: held, sent back to the tray, destroyed.
constexpr float cost(std::size_t victim, std::size_t hitter) {
  constexpr std::array<float, type_count> held_back_gone{0.5F, 0.8F, 2.5F};
  return worth[victim] * held_back_gone[hitter];
}

float material(const State& state, int side) {
  float sum = 0;
  const auto stone_worth = [&](Stone stone) {
    return worth[static_cast<std::size_t>(type_of(stone))];
  };
  each_place(state.inner[side], [&](int place) {
    const bool entangled = has(state.outer[opponent(side)], place);
    sum += stone_worth(state.inner_stone(place)) * (entangled ? 0.5F : 1.0F);
  });
  each_place(state.outer[side], [&](int place) { sum += stone_worth(state.outer_stone(place)); });
  for (std::size_t type = 0; type < type_count; ++type) {
    sum += 0.9F * worth[type] * state.mat[side][type];
    // The nearer a type is to being wiped out, the more the next loss of it hurts.
    const float gone = static_cast<float>(destroyed(state, side, static_cast<Type>(type))) /
                       static_cast<float>(stones_of[type]);
    sum -= 8.0F * gone * gone;
  }
  return sum;
}

}  // namespace

float linear_value(const State& state, int side) {
  if (state.step == Step::over) return state.side == side ? 1000.0F : -1000.0F;
  const int other = opponent(side);
  float value = material(state, side) - material(state, other);
  const Danger mine = danger_for(state, side);
  const Danger theirs = danger_for(state, other);
  for (std::size_t victim = 0; victim < type_count; ++victim) {
    for (std::size_t hitter = 0; hitter < type_count; ++hitter) {
      value -= mine[victim][hitter] * cost(victim, hitter);
      value += 0.3F * theirs[victim][hitter] * cost(victim, hitter);  // they move first
    }
  }
  return value;
}

}  // namespace hotaka::bots
