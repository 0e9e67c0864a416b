// What the program says of command lines that are wrong, and how its help reads.

#include <gtest/gtest.h>
#include <regex>
#include <sstream>

#include "support/program.h"

namespace {

using hotaka::Ran;
using hotaka::run_hotaka;
using hotaka::says;
using hotaka::TemporaryFile;

constexpr const char* commands[] = {"replay", "verify", "simulate", "show", "rules",
                                    "perft",  "solve",  "demo",     "play", "analyze",
                                    "arena",  "train",  "backup",   "serve"};

TEST(Usage, an_integer_out_of_range_names_the_range) {
  struct Case {
    std::vector<std::string> args;
    const char* said;
  };
  const std::vector<Case> cases{
      {{"arena", "dragons", "--bots", "greedy,random", "--games", "-3"},
       "--games: must be an integer from 2 to 100000000, not \"-3\""},
      {{"arena", "dragons", "--bots", "greedy,random", "--games", "0"},
       "--games: must be an integer from 2 to 100000000, not \"0\""},
      {{"simulate", "dragons", "--games", "-1"},
       "--games: must be an integer from 1 to 1000000000, not \"-1\""},
      {{"simulate", "dragons", "--games", "many"}, "not \"many\""},
      {{"simulate", "dragons", "--games", "99999999999999999999"}, "from 1 to 1000000000"},
      {{"simulate", "dragons", "--seed", "-1"}, "--seed: must be an integer of at least 0"},
      {{"simulate", "dragons", "--players", "99999999999"}, "--players: must be an integer from"},
      {{"demo", "dragons", "--steps", "-1"}, "--steps: must be an integer of at least 0"},
      {{"show", "x.hgr", "--game", "-1"}, "--game: must be an integer of at least 0"},
      {{"analyze", "x.hgr", "--game", "-1"}, "--game: must be an integer of at least 0"},
      {{"perft", "dragons", "x", "31"}, "N: must be an integer from 0 to 30"},
      {{"serve", "--port", "65536"}, "--port: must be an integer from 0 to 65535"},
      {{"solve", "x", "--memory", "0"}, "--memory: must be an integer from 1 to"},
  };
  for (const Case& one : cases) {
    const Ran ran = run_hotaka(one.args, "timeout 60");
    EXPECT_EQ(ran.status, 2) << one.args[0] << "\n" << ran.out;
    EXPECT_TRUE(says(ran, one.said)) << ran.out;
    EXPECT_TRUE(says(ran, "Try: hotaka " + one.args[0] + " --help")) << ran.out;
  }
  EXPECT_EQ(run_hotaka({"simulate", "dragons", "--seed", "18446744073709551615"}).status, 0);
}

TEST(Usage, an_unknown_command_is_named_with_the_nearest_one) {
  Ran ran = run_hotaka({"frob"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "hotaka: there is no command \"frob\"\nTry: hotaka --help\n");
  ran = run_hotaka({"repley", "x.hgr"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out,
            "hotaka: there is no command \"repley\"; did you mean replay?\nTry: hotaka --help\n");
  EXPECT_TRUE(says(run_hotaka({"analyse"}), "did you mean analyze?"));
  EXPECT_TRUE(says(run_hotaka({"sumilate"}), "did you mean simulate?"));
  EXPECT_EQ(run_hotaka({"frob", "--help"}).status, 2);
  ran = run_hotaka({});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "hotaka: a command is missing\nTry: hotaka --help\n");
}

TEST(Usage, the_name_of_a_game_is_not_a_file) {
  for (const auto* command : {"show", "analyze"}) {
    const Ran ran = run_hotaka({command, "dragons"}, "cd / &&");
    EXPECT_EQ(ran.status, 2);
    EXPECT_TRUE(says(ran, "dragons is a game, not a file: give a position after it")) << ran.out;
  }
}

TEST(Usage, a_seat_that_does_not_exist_is_told_from_those_that_do) {
  const TemporaryFile file(run_hotaka({"simulate", "spirits", "--players", "4"}).out);
  for (const auto* seat : {"9", "4", "-2"}) {
    const Ran ran = run_hotaka({"show", file.path(), "--seat", seat});
    EXPECT_EQ(ran.status, 2);
    EXPECT_TRUE(says(ran, std::string("spirits has the seats 0 to 3 here, not ") + seat))
        << ran.out;
  }
  const Ran ran = run_hotaka({"show", "dragons", "vvv9VVV9 VWWWFF/vwwwff -/- w 52", "--seat", "2"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_TRUE(says(ran, "dragons has the seats 0 to 1 here, not 2")) << ran.out;
}

// No names of the parser's types, and no line that a terminal would break.
TEST(Usage, help_reads_well) {
  for (const char* command : commands) {
    const Ran ran = run_hotaka({command, "--help"});
    EXPECT_EQ(ran.status, 0);
    for (const auto* noise :
         {"INT", "TEXT", "FLOAT", "REQUIRED", "NONNEGATIVE", " in [", "NAME:", "--help-all"}) {
      EXPECT_FALSE(says(ran, noise)) << command << " says " << noise << "\n" << ran.out;
    }
    std::istringstream lines(ran.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
  }
  const Ran ran = run_hotaka({"serve", "--help"});
  EXPECT_TRUE(std::regex_search(
      ran.out, std::regex(R"(\n  --port N  +0 for any free one \(0 to 65535, default: 8080\)\n)")))
      << ran.out;
}

}  // namespace
