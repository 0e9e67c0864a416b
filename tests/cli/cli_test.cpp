// The program as a person meets it: what it prints, and what it says when something is wrong.

#include <gtest/gtest.h>
#include <filesystem>
#include <fstream>
#include <regex>

#include "support/program.h"

namespace {

using hotaka::Ran;
using hotaka::says;
using hotaka::shell_quoted;
using hotaka::TemporaryFile;

Ran hotaka(const std::vector<std::string>& args, const std::string& before = "") {
  return hotaka::run_hotaka(args, before);
}

constexpr auto start = "vvv9VVV9 VWWWFF/vwwwff -/- w 52";

TEST(Cli, every_command_has_help_with_an_example) {
  for (const auto* command : {"replay", "simulate", "perft", "show", "rules", "demo", "play",
                              "analyze", "arena", "train", "solve", "verify", "backup", "serve"}) {
    const Ran ran = hotaka({command, "--help"});
    EXPECT_EQ(ran.status, 0) << command;
    EXPECT_TRUE(says(ran, "Example")) << ran.out;
  }
  EXPECT_EQ(hotaka({"--help"}).status, 0);
}

TEST(Cli, the_version_names_the_commit) {
  const Ran ran = hotaka({"--version"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_TRUE(std::regex_match(
      ran.out,
      std::regex(R"(hotaka \d+\.\d+\.\d+ \(commit (unknown|[0-9a-f]{7,}(, changed)?)\)\n)")))
      << ran.out;
}

TEST(Cli, wrong_usage_is_status_2) {
  EXPECT_EQ(hotaka({}).status, 2);
  EXPECT_EQ(hotaka({"fly"}).status, 2);
  EXPECT_EQ(hotaka({"replay"}).status, 2);
  EXPECT_EQ(hotaka({"replay", "--yaml", "x"}).status, 2);
  EXPECT_EQ(hotaka({"simulate", "chess"}).status, 2);
  EXPECT_EQ(hotaka({"simulate", "dragons", "--games", "many"}).status, 2);
  EXPECT_EQ(hotaka({"simulate", "dragons", "--set", "layout"}).status, 2);
  EXPECT_EQ(hotaka({"perft", "spirits", "x", "1"}).status, 2);
  EXPECT_EQ(hotaka({"perft", "dragons", start, "-1"}).status, 2);
  EXPECT_EQ(hotaka({"rules", "go"}).status, 2);
}

TEST(Cli, wrong_input_is_status_1_with_a_sentence) {
  Ran ran = hotaka({"replay", "/nowhere/at/all"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_TRUE(says(ran, "cannot open /nowhere/at/all")) << ran.out;
  ran = hotaka({"perft", "dragons", "vvv9VVV9 VWWWFF/vwwwff -/- w 25", "1"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_TRUE(says(ran, "the larger die is written first")) << ran.out;
  ran = hotaka({"simulate", "dragons", "--out", "/nowhere/x"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_TRUE(says(ran, "cannot write /nowhere/x")) << ran.out;
}

// The same status for the same mistake in every game.
TEST(Cli, options_of_the_rules_that_do_not_exist_are_wrong_usage) {
  Ran ran = hotaka({"simulate", "dragons", "--set", "layout=round"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_TRUE(says(ran, "option layout cannot be \"round\"; it is one of: mirrored, rotated"))
      << ran.out;
  ran = hotaka({"simulate", "spirits", "--players", "5"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_TRUE(says(ran, "option players cannot be")) << ran.out;
  EXPECT_EQ(hotaka({"simulate", "dragons", "--players", "2"}).status, 0);
  ran = hotaka({"simulate", "dragons", "--players", "3"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_TRUE(says(ran, "dragons is a game for 2 players")) << ran.out;
  ran = hotaka({"simulate", "dragons", "--edition", "third"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_TRUE(says(ran, "gen42 and huch")) << ran.out;
  ran = hotaka({"rules", "dragons", "D99"});
  EXPECT_EQ(ran.status, 2);
  for (const auto* command : {"simulate", "demo"}) {
    for (const auto* game : {"dragons", "spirits", "ratuki"}) {
      EXPECT_EQ(hotaka({command, game, "--players", "9"}).status, 2) << command << " " << game;
      EXPECT_EQ(hotaka({command, game, "--edition", "third"}).status, 2) << command << " " << game;
      EXPECT_EQ(hotaka({command, game, "--set", "sky=blue"}).status, 2) << command << " " << game;
    }
  }
  for (const auto* game : {"dragons", "spirits"}) {
    EXPECT_EQ(hotaka({"show", game, "nonsense"}).status, 1) << game;
    EXPECT_EQ(hotaka({"show", game, "nonsense", "--edition", "third"}).status, 2) << game;
    EXPECT_EQ(hotaka({"analyze", game, "nonsense"}).status, 1) << game;
    EXPECT_EQ(hotaka({"analyze", game, "nonsense", "--edition", "third"}).status, 2) << game;
  }
}

TEST(Cli, replay_names_file_line_and_reason) {
  const TemporaryFile file("{\"hgr\":1,\"game\":\"dragons\"}\n\n{\"first\":2}\n");
  const Ran ran = hotaka({"replay", file.path()});
  EXPECT_EQ(ran.status, 1);
  EXPECT_TRUE(says(ran, file.path() + ":3: game 0, entry 1: first must be 0 (White) or 1 (Black)"))
      << ran.out;
  EXPECT_TRUE(says(ran, "1 game (0 finished), 0 entries, 1 with an error")) << ran.out;
}

TEST(Cli, standard_input_and_garbage) {
  EXPECT_EQ(hotaka({"replay", "-"}, "head -c 3000000 /dev/urandom |").status, 1);
  EXPECT_EQ(hotaka({"replay", "--json", "-"}, "head -c 5000000 /dev/zero |").status, 1);
  const Ran nothing = hotaka({"replay", "-"}, "printf '' |");
  EXPECT_EQ(nothing.status, 0);
  EXPECT_TRUE(says(nothing, "0 games")) << nothing.out;
}

TEST(Cli, simulated_games_replay_and_depend_on_the_seed_alone) {
  for (const auto& args :
       std::vector<std::vector<std::string>>{{"dragons"},
                                             {"dragons", "--edition", "huch"},
                                             {"spirits"},
                                             {"spirits", "--players", "2"},
                                             {"spirits", "--players", "3", "--edition", "russian"},
                                             {"ratuki"},
                                             {"ratuki", "--players", "5"}}) {
    std::vector<std::string> line{"simulate"};
    line.insert(line.end(), args.begin(), args.end());
    line.insert(line.end(), {"--games", "5", "--seed", "9"});
    const Ran first = hotaka(line);
    EXPECT_EQ(first.status, 0);
    EXPECT_EQ(first.out, hotaka(line).out);
    line.back() = "10";
    EXPECT_NE(first.out, hotaka(line).out);
    const TemporaryFile file(first.out);
    const Ran replayed = hotaka({"replay", file.path()});
    EXPECT_EQ(replayed.status, 0) << replayed.out;
    EXPECT_TRUE(says(replayed, "5 games (5 finished)")) << replayed.out;
  }
}

TEST(Cli, perft_prints_the_count_alone_on_the_last_line) {
  EXPECT_EQ(hotaka({"perft", "dragons", start, "3"}).out, "1944\n");
  EXPECT_EQ(hotaka({"perft", "dragons", start, "3", "--edition", "huch"}).out, "880\n");
  const Ran divided = hotaka({"perft", "dragons", start, "2", "--divide"});
  EXPECT_TRUE(divided.out.ends_with("\n18\n")) << divided.out;
  EXPECT_EQ(hotaka({"perft", "dragons", start, "0"}).out, "1\n");
  EXPECT_EQ(hotaka({"perft", "dragons", "vvv9VVV9 VWWWFF/vwwwff -/- w -", "0"}).out, "1\n");
}

TEST(Cli, show_draws_positions_and_records) {
  Ran ran = hotaka({"show", "dragons", start});
  EXPECT_EQ(ran.status, 0);
  EXPECT_TRUE(says(ran, "White to move, dice 5 and 2")) << ran.out;
  EXPECT_TRUE(says(ran, "13-11, 13-8, 14-12")) << ran.out;
  const TemporaryFile file(hotaka({"simulate", "spirits", "--games", "3", "--seed", "4"}).out);
  ran = hotaka({"show", file.path(), "--game", "1", "--entry", "5"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_TRUE(says(ran, "spirits, game 1, entry 5")) << ran.out;
  ran = hotaka({"show", file.path(), "--game", "2"});
  EXPECT_TRUE(says(ran, "won by ")) << ran.out;
  ran = hotaka({"show", file.path(), "--game", "1"});
  EXPECT_TRUE(says(ran, "spirits, game 1, entry ")) << ran.out;
  EXPECT_TRUE(says(ran, "won by ")) << ran.out;
  ran = hotaka({"show", file.path(), "--entry", "3", "--seat", "1"});
  EXPECT_TRUE(says(ran, "Y??")) << "hidden cards show their backs: " << ran.out;
  EXPECT_EQ(hotaka({"show", file.path(), "--game", "7"}).status, 1);
  EXPECT_EQ(hotaka({"show", file.path(), "--entry", "70000"}).status, 1);
  EXPECT_EQ(hotaka({"show", file.path(), "--seat", "9"}).status, 2);
  EXPECT_EQ(hotaka({"show", "dragons", "nonsense"}).status, 1);
  ran = hotaka({"show", "spirits", "-/-/-/- - - -/- 0/0 - dealer"});
  EXPECT_EQ(ran.status, 0) << "a position may begin with a dash: " << ran.out;
}

TEST(Cli, rules_are_in_the_program) {
  Ran ran = hotaka({"rules", "dragons"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_TRUE(says(ran, "- D17 ")) << ran.out;
  ran = hotaka({"rules", "spirits", "S9"});
  EXPECT_TRUE(ran.out.starts_with("- S9 ")) << ran.out;
  EXPECT_FALSE(says(ran, "S10 ")) << ran.out;
}

TEST(Cli, the_demo_plays) {
  for (const auto* game : {"dragons", "spirits", "ratuki"}) {
    const Ran ran = hotaka({"demo", game, "--steps", "30"});
    EXPECT_EQ(ran.status, 0);
    EXPECT_TRUE(says(ran, "seat ")) << ran.out;
  }
}

TEST(Cli, the_arena_is_reproducible_and_says_who_is_stronger) {
  const std::vector<std::string> args{"arena",   "dragons", "--bots", "greedy,random",
                                      "--games", "100",     "--json"};
  const Ran ran = hotaka(args);
  EXPECT_EQ(ran.status, 0);
  EXPECT_TRUE(says(ran, R"({"game":"dragons","bots":["greedy","random"],"games":100,"share":0.)"))
      << ran.out;
  const auto before_time = [](const Ran& one) { return one.out.substr(0, one.out.find("\"ms\"")); };
  EXPECT_EQ(before_time(ran), before_time(hotaka(args)));
  EXPECT_EQ(hotaka({"arena", "dragons", "--bots", "greedy"}).status, 2);
  const Ran unknown = hotaka({"arena", "dragons", "--bots", "greedy,wizard"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_TRUE(says(unknown, "there is no bot \"wizard\"; there are novice, casual")) << unknown.out;
  const TemporaryFile foreign("not weights");
  const Ran wrong =
      hotaka({"arena", "dragons", "--bots", "expert,linear", "--weights", foreign.path()});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_TRUE(says(wrong, "these are not weights for dragons of this version")) << wrong.out;
}

TEST(Cli, a_few_wins_are_not_certainty) {
  const Ran ran = hotaka({"arena", "dragons", "--bots", "expert,random", "--games", "4", "--json"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_TRUE(says(ran, R"("games":4,"share":1.0000,"low":0.2902,"high":1.0000)")) << ran.out;
}

TEST(Cli, the_arena_of_ratuki_has_two_to_five_players) {
  for (const auto* players : {"2", "3", "5"}) {
    const std::vector<std::string> args{"arena", "ratuki",  "--bots", "club,novice", "--players",
                                        players, "--games", "20",     "--json"};
    const Ran ran = hotaka(args);
    EXPECT_EQ(ran.status, 0);
    EXPECT_TRUE(says(ran, R"({"game":"ratuki","bots":["club","novice"],"games":20,"share":1.0)"))
        << ran.out;
  }
  const Ran unknown = hotaka({"arena", "ratuki", "--bots", "club,wizard"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_TRUE(says(unknown, "there is no bot \"wizard\"; there are novice, casual")) << unknown.out;
  EXPECT_EQ(hotaka({"arena", "ratuki", "--bots", "club,casual", "--players", "6"}).status, 2);
}

TEST(Cli, training_is_reproducible) {
  const auto trained = [](const std::string& seed) {
    const TemporaryFile file("");
    const Ran ran =
        hotaka({"train", "dragons", "--games", "64", "--seed", seed, "--out", file.path()});
    EXPECT_EQ(ran.status, 0) << ran.out;
    std::ifstream weights(file.path());
    return std::string(std::istreambuf_iterator<char>(weights), {});
  };
  const std::string once = trained("1");
  EXPECT_GT(once.size(), 10'000U);
  EXPECT_EQ(once, trained("1"));
  EXPECT_NE(once, trained("2"));
}

TEST(Cli, a_person_plays_against_a_bot) {
  const std::string record = TemporaryFile("").path();
  const Ran ran = hotaka({"play", "dragons", "--bot", "novice", "--seed", "3", "--record", record},
                         "printf '1\\nhint\\nnonsense\\n24-1\\nrule D14\\nboard\\nresign\\n' |");
  EXPECT_EQ(ran.status, 0);
  for (const auto* words : {"The master would play", "Type a move such as",
                            "Not possible:", "D14 Escape", "novice has won"}) {
    EXPECT_TRUE(says(ran, words)) << words << "\n" << ran.out;
  }
  EXPECT_EQ(hotaka({"replay", record}).status, 0);
  std::filesystem::remove(record);
  EXPECT_EQ(hotaka({"play", "dragons", "--bot", "wizard"}).status, 2);
}

TEST(Cli, a_person_plays_spirits_with_bots_for_any_number_of_players) {
  const std::string record = TemporaryFile("").path();
  for (const auto* players : {"2", "3", "4"}) {
    const Ran ran = hotaka({"play", "spirits", "--players", players, "--bot", "novice", "--side",
                            "1", "--seed", "5", "--record", record},
                           "printf '1\\nhint\\nnonsense\\nask 1\\nask 1\\nask 1\\n1\\nrules "
                           "S7\\ntable\\nresign\\n' |");
    EXPECT_EQ(ran.status, 0);
    for (const auto* words : {"The master would", "Type the number of an action",
                              "Not possible:", "S7 A seat", "You have given up"}) {
      EXPECT_TRUE(says(ran, words)) << words << "\n" << ran.out;
    }
    EXPECT_EQ(hotaka({"replay", record}).status, 0);
  }
  const Ran drawn = hotaka({"play", "spirits", "--players", "3", "--set", "lead=drawn", "--bot",
                            "novice", "--seed", "5", "--record", record},
                           "printf 'resign\\n' |");
  EXPECT_TRUE(says(drawn, "A new round.")) << drawn.out;
  EXPECT_EQ(drawn.out.find("A new round."), drawn.out.rfind("A new round.")) << drawn.out;
  EXPECT_EQ(hotaka({"replay", record}).status, 0);
  std::filesystem::remove(record);
  EXPECT_EQ(hotaka({"play", "spirits", "--side", "4"}).status, 2);
  EXPECT_EQ(hotaka({"play", "spirits", "--bot", "wizard"}).status, 2);
  EXPECT_EQ(hotaka({"play", "ratuki"}).status, 2);
}

TEST(Cli, arena_of_spirits_is_reproducible) {
  const std::vector<std::string> args{"arena",        "spirits", "--players", "3",     "--bots",
                                      "rules,random", "--games", "9",         "--json"};
  const Ran ran = hotaka(args);
  EXPECT_EQ(ran.status, 0);
  EXPECT_TRUE(says(ran, R"({"game":"spirits","bots":["rules","random"],"games":9,"share":)"))
      << ran.out;
  const Ran again = hotaka(args);
  EXPECT_EQ(ran.out.substr(0, ran.out.find("\"ms\"")),
            again.out.substr(0, again.out.find("\"ms\"")));
  EXPECT_TRUE(says(hotaka({"arena", "spirits", "--bots", "rules,linear"}),
                   "there is no bot \"linear\"; there are novice, casual"));
}

TEST(Cli, analysis_of_spirits) {
  const std::string position =
      "Y17/R21/Y13YX3/R14R15 0:Y61R13 - "
      "Y14Y15Y16Y21YX1R31R41R51/Y31Y41Y51YX2YFUR16R17R61RX1RX2RX3RFU 100/100 d3 play";
  const Ran ran = hotaka({"analyze", "spirits", position});
  EXPECT_EQ(ran.status, 0);
  EXPECT_TRUE(says(ran, "Expected margin of this round for Yellow")) << ran.out;
  EXPECT_TRUE(says(ran, "  play YX3")) << ran.out;
  EXPECT_TRUE(says(hotaka({"analyze", "spirits", position, "--json"}),
                   R"("seat":2,"candidates":[{"do":"play YX3","margin":)"));
  EXPECT_EQ(hotaka({"analyze", "spirits", "nonsense"}).status, 1);
}

TEST(Cli, analysis_of_positions_and_records) {
  Ran ran = hotaka({"analyze", "dragons", start});
  EXPECT_EQ(ran.status, 0);
  EXPECT_TRUE(says(ran, "14-9")) << ran.out;
  EXPECT_TRUE(says(hotaka({"analyze", "dragons", start, "--json"}), "\"turns_ahead\":2"));
  const TemporaryFile file(
      hotaka({"simulate", "dragons", "--edition", "huch", "--games", "2"}).out);
  ran = hotaka({"analyze", file.path(), "--game", "1", "--entry", "2"});
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_EQ(hotaka({"analyze", file.path(), "--entry", "0"}).status, 1);
  EXPECT_EQ(hotaka({"analyze", "dragons", "vvv9VVV9 VWWWFF/vwwwff -/- w -"}).status, 1);
}

// --- solve

constexpr auto solvable =
    "{\"hgr\":1,\"game\":\"spirits\",\"options\":{\"players\":2}}\n"
    "{\"dealer\":0}\n";

// The first lines of a random game, `lines` of them, and what solve says of it.
Ran solve_start(const std::string& game, int lines) {
  return hotaka({"solve", "-"}, shell_quoted(hotaka::program_path()) + " simulate " + game +
                                    " --seed 3 | head -n " + std::to_string(lines) + " |");
}

TEST(Cli, solve_gives_value_and_best_actions) {
  const Ran ran = solve_start("spirits", 40);
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_TRUE(ran.out.starts_with("{\"game\":0,\"cards\":")) << ran.out;
  EXPECT_TRUE(says(ran, "\"best\":[\"")) << ran.out;
}

TEST(Cli, solve_says_why_it_cannot) {
  Ran ran = solve_start("dragons", 10);
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.out,
            "{\"game\":0,\"error\":\"only spirits can be solved, and this is dragons\"}\n");
  ran = solve_start("spirits", 1);
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.out, "{\"game\":0,\"error\":\"the first dealer is not drawn\"}\n");
  ran = solve_start("spirits", 2);
  EXPECT_EQ(ran.out, "{\"game\":0,\"error\":\"the next round is not dealt\"}\n");
  ran = solve_start("spirits", 100000);
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.out, "{\"game\":0,\"error\":\"the game is over\"}\n");
}

TEST(Cli, solve_goes_on_after_a_wrong_game) {
  const TemporaryFile file(std::string(solvable) + "{\"seat\":0,\"do\":\"fly\"}\n" + solvable);
  const Ran ran = hotaka({"solve", file.path()});
  EXPECT_EQ(ran.status, 1);
  EXPECT_TRUE(says(ran, "{\"game\":0,\"error\":\"" + file.path() + ":3: entry 2: ")) << ran.out;
  EXPECT_TRUE(says(ran, "{\"game\":1,\"error\":\"the next round is not dealt\"}\n")) << ran.out;
}

TEST(Cli, solve_refuses_what_is_no_record) {
  EXPECT_EQ(hotaka({"solve", "/nowhere"}).status, 1);
  EXPECT_EQ(hotaka({"solve", "/dev/null"}).status, 1);
  EXPECT_EQ(hotaka({"solve"}).status, 2);
}

// --- backup

TEST(Cli, backup_says_why_there_is_none) {
  Ran ran = hotaka({"backup", "postgresql://x/y", "out.db"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_TRUE(says(ran, "pg_dump")) << ran.out;
  ran = hotaka({"backup", "/nowhere", "/nowhere/out.db"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_TRUE(says(ran, "there is no \"/nowhere/hotaka.db\" to back up")) << ran.out;
  EXPECT_EQ(hotaka({"backup", "data"}).status, 2);
}

}  // namespace
