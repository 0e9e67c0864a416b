// Counts of action sequences: perft for dragons from tests/counts/perft.txt, and from fixed deals
// for the others.

#include <gtest/gtest.h>

#include <fstream>

#include "base/text.h"
#include "games/dragons/perft.h"
#include "games/list.h"
#include "support/paths.h"

namespace hotaka {
namespace {

std::vector<std::string> lines_of(const std::string& name) {
  std::ifstream file(source_path() + "/tests/counts/" + name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.front() != '#') lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> parts_of(const std::string& line) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t to = 0; to != std::string::npos; from = to + 3) {
    to = line.find(" | ", from);
    parts.push_back(line.substr(from, to - from));
    if (to == std::string::npos) break;
  }
  return parts;
}

TEST(Counts, perft_of_dragons) {
  const auto lines = lines_of("perft.txt");
  EXPECT_GT(lines.size(), 10U);
  for (const auto& line : lines) {
    const auto parts = parts_of(line);
    ASSERT_GE(parts.size(), 4U) << line;
    auto options = *dragons::edition(parts[1]);
    if (parts[2] == "rotated") options.layout = dragons::Layout::rotated;
    const auto state = dragons::read_position(parts[0], options);
    ASSERT_TRUE(state) << line << (state ? "" : state.error().message);
    for (std::size_t i = 3; i < parts.size(); ++i) {
      EXPECT_EQ(std::to_string(dragons::perft(*state, static_cast<int>(i) - 2)), parts[i]) << line;
    }
  }
}

// Every action by every seat that may act. Ratuki: each 300 ms after the one before, where R11
// allows it.
template <class G>
std::uint64_t count(const typename G::State& state, int depth) {
  if (depth == 0 || phase(state) != Phase::action) return 1;
  typename G::State now = state;
  if constexpr (RealTimeGame<G>) {
    advance(now, state.now + 300);
    if (phase(now) != Phase::action) return 1;
    now.now = state.now + 300;
  }
  std::uint64_t total = 0;
  for (Seat seat = 0; seat < seats(now); ++seat) {
    typename G::Actions actions;
    legal(now, seat, actions);
    for (const auto& action : actions) {
      typename G::State next = now;
      if (try_apply(next, seat, action) != G::Refusal::none) continue;  // R11
      total += count<G>(next, depth - 1);
    }
  }
  return total;
}

// GAME | options as name=value, .. | seed of the deal | depth 1 | 2 | ..
TEST(Counts, sequences_from_fixed_deals) {
  const auto lines = lines_of("sequences.txt");
  EXPECT_GT(lines.size(), 7U);
  for (const auto& line : lines) {
    const auto parts = parts_of(line);
    ASSERT_GE(parts.size(), 4U) << line;
    std::vector<GivenOption> given;
    for (const auto option : split(parts[1], ',')) {
      const auto equals = option.find('=');
      given.push_back({std::string(option.substr(0, equals)),
                       OptionValue::from_text(option.substr(equals + 1))});
    }
    const bool is_game = with_game(parts[0], [&]<class G>() {
      const auto options = make_options<G>("", given);
      ASSERT_TRUE(options) << line;
      auto state = start(*options);
      Rng rng(std::stoull(parts[2]));
      while (phase(state) == Phase::chance) apply(state, draw(state, rng));
      for (std::size_t i = 3; i < parts.size(); ++i) {
        EXPECT_EQ(std::to_string(count<G>(state, static_cast<int>(i) - 2)), parts[i]) << line;
      }
    });
    EXPECT_TRUE(is_game) << line;
  }
}

}  // namespace
}  // namespace hotaka
