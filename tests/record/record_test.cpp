#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "games/any_game.h"
#include "record/json_lines.h"
#include "record/lines.h"
#include "record/writer.h"
#include "support/paths.h"

namespace hotaka::record {
namespace {

std::string replayed(std::string_view file, const std::string& name, std::size_t piece = 1 << 16) {
  std::string out;
  JsonLines lines(out, name);
  Replay replay(lines);
  LineCutter cutter;
  const auto line = [&](std::string_view text) { replay.line(text); };
  const auto overlong = [&] { replay.overlong_line(); };
  for (; !file.empty(); file.remove_prefix(std::min(piece, file.size()))) {
    cutter.feed(file.substr(0, piece), line, overlong);
  }
  cutter.finish(line, overlong);
  replay.finish();
  return out;
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The tests have more games than the one list, and a message names them all.
std::string as_in_the_program(std::string answer) {
  const std::string names = game_names("and");
  constexpr std::string_view names_there = "dragons, spirits and ratuki";
  for (std::size_t at = 0; (at = answer.find(names, at)) != std::string::npos;)
    answer.replace(at, names.size(), names_there);
  return answer;
}

// tests/records: each .hgr has its answer beside it. `script/playthroughs` writes the answers anew.
TEST(Records, answers_of_replay) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_path() + "/tests/records")) {
    if (entry.path().extension() != ".hgr") continue;
    ++files;
    auto answer = entry.path();
    answer.replace_extension(".json");
    const std::string made =
        as_in_the_program(replayed(content(entry.path()), entry.path().filename().string()));
    if (std::getenv("HOTAKA_WRITE_PLAYTHROUGHS") != nullptr) {
      std::ofstream(answer, std::ios::binary) << made;
    } else {
      EXPECT_TRUE(made == content(answer)) << entry.path() << " is answered differently now";
    }
  }
  EXPECT_GE(files, 5);
}

TEST(Records, pieces_of_any_size_give_the_same_answer) {
  const std::string file = content(source_path() + "/tests/records/mixed.hgr");
  const std::string whole = replayed(file, "x");
  for (const std::size_t piece : {1U, 2U, 7U, 64U, 1000U})
    EXPECT_EQ(replayed(file, "x", piece), whole) << piece;
}

std::string last_line(const std::string& text) {
  const auto end = text.find_last_not_of('\n');
  const auto begin = text.find_last_of('\n', end);
  return text.substr(begin + 1, end - begin);
}

TEST(Records, a_line_of_one_mebibyte_is_read_and_a_longer_one_refused) {
  const std::string header = "{\"hgr\":1,\"game\":\"dragons\",\"x\":\"\"}";
  std::string longest = header;
  longest.insert(longest.size() - 2, longest_line - longest.size(), 'a');
  ASSERT_EQ(longest.size(), longest_line);
  EXPECT_EQ(last_line(replayed(longest + "\n", "x")),
            R"({"game":0,"entry":0,"actors":[],"legal":{}})");
  longest.insert(longest.size() - 2, 1, 'a');
  const std::string refused =
      R"({"game":0,"entry":0,"error":"x:1: the line is longer than 1 MiB"})";
  EXPECT_EQ(last_line(replayed(longest, "x")), refused);
  EXPECT_EQ(last_line(replayed(longest + "\n", "x")), refused);
  // The next game goes on.
  EXPECT_EQ(last_line(replayed(longest + "\n" + header + "\n{\"first\":0}", "x")),
            R"({"game":1,"entry":1,"actors":[],"legal":{}})");
}

TEST(Records, the_result_of_a_game_comes_when_its_lines_are_through) {
  const std::string game = "{\"hgr\":1,\"game\":\"dragons\"}\n{\"end\":\"resign\",\"seat\":1}\n";
  const std::string result =
      R"({"game":0,"result":{"winners":[0],"scores":[1,0],"reason":"Black gave up"}})";
  EXPECT_EQ(last_line(replayed(game, "x")), result);
  const std::string right =
      game + "{\"result\":{\"winners\":[0],\"scores\":[1,0],\"reason\":\"so\"}}\n";
  EXPECT_EQ(last_line(replayed(right, "x")), result);
  EXPECT_EQ(last_line(replayed(right + "{\"roll\":[1,1]}", "x")),
            R"({"game":0,"entry":3,"error":"x:4: nothing may follow the result"})");
}

TEST(Records, unknown_keys_are_kept) {
  Line line;
  ASSERT_EQ(
      line.read(
          R"({"hgr":1,"names":["a","b"],"game":"spirits","edition":"russian","fair":{"v":1},"options":{"players":2}})"),
      std::nullopt);
  std::string out;
  write_header(out, line.game(), line.edition(), "\"players\":2", line.extras());
  EXPECT_EQ(out,
            "{\"hgr\":1,\"game\":\"spirits\",\"edition\":\"russian\",\"options\":{\"players\":2},"
            "\"names\":[\"a\",\"b\"],\"fair\":{\"v\":1}}\n");
  ASSERT_EQ(line.read(R"({"do":"ask 1","mood":"bold","seat":2,"t":5})"), std::nullopt);
  out.clear();
  write_action(out, line.seat(), line.text(), line.time(), line.extras());
  EXPECT_EQ(out, "{\"t\":5,\"seat\":2,\"do\":\"ask 1\",\"mood\":\"bold\"}\n");
  ASSERT_EQ(line.read(R"({"end":"time","seat":1,"x":[1, 2]})"), std::nullopt);
  out.clear();
  write_end(out, line.text(), line.seat(), line.extras());
  EXPECT_EQ(out, "{\"end\":\"time\",\"seat\":1,\"x\":[1, 2]}\n");
}

TEST(Records, what_was_written_is_read_again) {
  Outcome outcome;
  outcome.winners.add(1);
  outcome.winners.add(3);
  for (const int score : {320, 515, 320, 515}) outcome.scores.push(score);
  outcome.reason.message = "a \"word\"";
  std::string out;
  write_result(out, outcome, "");
  Line line;
  ASSERT_EQ(line.read(out), std::nullopt);
  EXPECT_EQ(line.kind(), Kind::result);
  EXPECT_EQ(*line.outcome(), outcome);
}

TEST(Records, positions_can_be_told_instead_of_actions) {
  std::string out;
  JsonLines lines(out, "x", JsonLines::Tell::position);
  Replay replay(lines);
  replay.line(R"({"hgr":1,"game":"dragons","options":{"first":"white"}})");
  replay.line(R"({"roll":[5,2]})");
  EXPECT_EQ(
      out,
      "{\"game\":0,\"entry\":0,\"actors\":[],\"view\":\"vvv9VVV9 VWWWFF/vwwwff -/- w -\"}\n"
      "{\"game\":0,\"entry\":1,\"actors\":[0],\"view\":\"vvv9VVV9 VWWWFF/vwwwff -/- w 52\"}\n");
  out.clear();
  replay.line(R"({"hgr":1,"game":"spirits","options":{"players":3}})");
  EXPECT_NE(out.find(",\"seating\":[0,1,2,null]}"), std::string::npos) << out;
}

TEST(Records, escaped_keys_are_the_same_keys) {
  Line line;
  ASSERT_EQ(line.read(R"({"se\u0061t":0,"d\u006f":"15\u002d10"})"), std::nullopt);
  EXPECT_EQ(line.text(), "15-10");
  EXPECT_NE(line.read(R"({"seat":0,"se\u0061t":0,"do":"15-10"})"), std::nullopt);
}

}  // namespace
}  // namespace hotaka::record
