#include "bots/dragons/danger.h"

namespace hotaka::bots {

using namespace dragons;

Danger danger_for(const State& state, int side) {
  // The chance that at least one of two dice shows one of n numbers.
  constexpr std::array<float, 7> chance{0.0F,          11.0F / 36.0F, 20.0F / 36.0F, 27.0F / 36.0F,
                                        32.0F / 36.0F, 35.0F / 36.0F, 1.0F};
  const int other = opponent(side);
  const Ring full = state.full();
  const Ring hitters = (state.inner[other] & ~full) | state.outer[other];
  Danger danger{};
  each_place(state.inner[side] & ~full, [&](int place) {
    std::array<int, type_count> numbers{};
    for (int die = 1; die <= 6; ++die) {
      const int from = ahead(side, place, die);  // the sides run against each other
      std::array<bool, type_count> hit{};
      if (has(hitters, from)) {
        const Stone outer = state.outer_stone(from);
        hit[static_cast<std::size_t>(
            type_of(outer != no_stone ? outer : state.inner_stone(from)))] = true;
      }
      if (die <= 3 && entry_place(state.options.layout, other, die) == place) {
        for (std::size_t type = 0; type < type_count; ++type)
          hit[type] = hit[type] || state.mat[other][type] > 0;
      }
      for (std::size_t type = 0; type < type_count; ++type) numbers[type] += hit[type] ? 1 : 0;
    }
    const auto victim = static_cast<std::size_t>(type_of(state.inner_stone(place)));
    for (std::size_t type = 0; type < type_count; ++type)
      danger[victim][type] += chance[numbers[type]];
  });
  return danger;
}

}  // namespace hotaka::bots
