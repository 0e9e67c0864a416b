// The program that measures: that its commands run and refuse what they cannot measure. Speeds are
// not tested.

#include <gtest/gtest.h>

#include "support/program.h"

namespace {

using hotaka::Ran;
using hotaka::says;

Ran bench(const std::vector<std::string>& args) {
  return hotaka::run_program(hotaka::bench_path(), args);
}

TEST(Bench, every_command_has_help_with_an_example) {
  for (const auto* command :
       {"signature", "rules", "bots", "solver", "store", "load", "server-data"}) {
    const Ran ran = bench({command, "--help"});
    EXPECT_EQ(ran.status, 0) << command;
    EXPECT_TRUE(says(ran, "Example: hotaka_bench")) << ran.out;
  }
}

TEST(Bench, wrong_usage_is_status_2) {
  EXPECT_EQ(bench({}).status, 2);
  EXPECT_EQ(bench({"rules", "--only", "go"}).status, 2);
  EXPECT_EQ(bench({"solver", "--cards", "29"}).status, 2);
  EXPECT_EQ(bench({"load"}).status, 2);
  EXPECT_EQ(bench({"load", "localhost"}).status, 2);
}

TEST(Bench, runs_exactly_the_work_that_is_asked_for) {
  EXPECT_EQ(bench({"rules", "--only", "dragons", "--actions", "1000"}).out,
            bench({"rules", "--only", "dragons", "--actions", "1000"}).out);
  EXPECT_TRUE(says(bench({"solver", "--cards", "6", "--deals", "3"}), "2 players, 6 cards, 3"));
}

TEST(Bench, is_not_part_of_the_product) {
  EXPECT_EQ(hotaka::run_hotaka({"bench"}).status, 2);
  EXPECT_EQ(hotaka::run_hotaka({"solve", "--bench"}).status, 2);
}

}  // namespace
