// Golden playthroughs: a change of rules, views or spelling shows as a diff of these files.
// `script/playthroughs` writes them anew.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "games/list.h"
#include "playthroughs/playthrough.h"
#include "support/paths.h"

namespace hotaka {
namespace {

template <class G>
void expect_playthrough(const std::string& name, std::string_view edition,
                        const std::vector<GivenOption>& given, std::uint64_t seed, int full,
                        int most) {
  const auto options = make_options<G>(edition, given);
  ASSERT_TRUE(options);
  const std::string made = Playthrough<G>(*options, seed).written(full, most);
  const std::string path = source_path() + "/tests/playthroughs/" + name + ".txt";
  if (std::getenv("HOTAKA_WRITE_PLAYTHROUGHS") != nullptr) {
    std::ofstream(path, std::ios::binary) << made;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  std::stringstream wanted;
  wanted << file.rdbuf();
  EXPECT_EQ(made == wanted.str(), true)
      << name << " has changed; if it should, run script/playthroughs and "
      << "read the diff";
}

std::vector<GivenOption> options(std::initializer_list<std::pair<const char*, const char*>> pairs) {
  std::vector<GivenOption> given;
  for (const auto& [name, value] : pairs) given.push_back({name, OptionValue::from_text(value)});
  return given;
}

TEST(Playthroughs, dragons) {
  using G = dragons::Dragons;
  expect_playthrough<G>("dragons_gen42", "gen42", {}, 1, 60, 1000);
  expect_playthrough<G>("dragons_huch", "huch", {}, 2, 60, 1000);
  expect_playthrough<G>("dragons_rotated", "gen42",
                        options({{"layout", "rotated"}, {"first", "black"}}), 3, 20, 1000);
}

TEST(Playthroughs, spirits) {
  using G = spirits::Spirits;
  expect_playthrough<G>("spirits_4", "matagot", {}, 1, 60, 1000);
  expect_playthrough<G>("spirits_2", "matagot", options({{"players", "2"}}), 2, 60, 1000);
  expect_playthrough<G>("spirits_2_russian", "russian", options({{"players", "2"}}), 3, 60, 1000);
  expect_playthrough<G>("spirits_3", "matagot", options({{"players", "3"}}), 4, 60, 1000);
  expect_playthrough<G>("spirits_3_russian", "russian", options({{"players", "3"}}), 5, 20, 1000);
  expect_playthrough<G>("spirits_3_drawn", "matagot",
                        options({{"players", "3"}, {"lead", "drawn"}, {"target", "150"}}), 6, 10,
                        1000);
}

TEST(Playthroughs, ratuki) {
  using G = ratuki::Ratuki;
  expect_playthrough<G>("ratuki_2", "", options({{"target", "30"}}), 1, 40, 2000);
  expect_playthrough<G>("ratuki_3", "",
                        options({{"players", "3"}, {"target", "30"}, {"hand_ms", "250,300,350"}}),
                        2, 30, 2000);
  expect_playthrough<G>("ratuki_5", "",
                        options({{"players", "5"}, {"target", "30"}, {"tie_ms", "150"}}), 3, 30,
                        2000);
}

}  // namespace
}  // namespace hotaka
