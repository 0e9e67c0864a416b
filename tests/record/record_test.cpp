#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "games/any_game.h"
#include "record/json_lines.h"
#include "support/paths.h"

namespace hotaka::record {
namespace {

std::string replayed(std::string_view file, const std::string& name, std::size_t piece = 1 << 16) {
  std::string out;
  JsonLines lines(out, name);
  Replay replay(lines);
  for (; !file.empty(); file.remove_prefix(std::min(piece, file.size())))
    replay.feed(file.substr(0, piece));
  replay.finish();
  return out;
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// A message names all games: the tests have more than the one list, and there may be more one day.
std::string without_names_of_games(std::string answer) {
  const std::string names = game_names("and");
  for (std::size_t at = 0; (at = answer.find(names, at)) != std::string::npos;)
    answer.replace(at, names.size(), "GAMES");
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
        without_names_of_games(replayed(content(entry.path()), entry.path().filename().string()));
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

Result<Entry> read(std::string_view line) {
  if (const auto problem = json::check(line)) return Error{"bad_record", problem->what};
  return read_entry(json::Value(line));
}

std::string line_of(const Entry& entry) {
  std::string line;
  std::visit([&](const auto& one) { append_line(line, one); }, entry);
  return line;
}

TEST(Records, the_writer_writes_what_the_reader_reads) {
  Outcome outcome;
  outcome.winners.add(1);
  outcome.winners.add(3);
  for (const int score : {320, -515, 320, 515}) outcome.scores.push(score);
  outcome.reason.message = "a \"word\"";
  const std::pair<Entry, std::string> all[] = {
      {Drew{"roll", "[5,2]"}, R"({"roll":[5,2]})"},
      {Drew::from_member("\"first\":0"), R"({"first":0})"},
      {Acted{2, "ask 1"}, R"({"seat":2,"do":"ask 1"})"},
      {Acted{0, "a\"b", 5, true, "club"},
       R"({"t":5,"seat":0,"do":"a\"b","hold":true,"bot":"club"})"},
      {Ended{"time", 1}, R"({"end":"time","seat":1})"},
      {Resulted{outcome},
       R"({"result":{"winners":[1,3],"scores":[320,-515,320,515],"reason":"a \"word\""}})"}};
  for (const auto& [entry, line] : all) {
    EXPECT_EQ(line_of(entry), line + "\n");
    const auto again = read(line);
    ASSERT_TRUE(again) << line << ": " << again.error().message;
    EXPECT_EQ(again->index(), entry.index());
    if (const auto* resulted = std::get_if<Resulted>(&*again)) {
      EXPECT_EQ(resulted->outcome, outcome);
    } else {
      EXPECT_EQ(line_of(*again), line + "\n");
    }
  }
}

TEST(Records, keys_that_no_rule_uses_are_passed_over) {
  std::string many;
  for (int i = 0; i < 40; ++i) many += "\"x" + std::to_string(i) + "\":[1, 2],";
  const auto acted = read("{" + many + R"("do":"ask 1","mood":"bold","seat":2,"t":5})");
  ASSERT_TRUE(acted);
  EXPECT_EQ(line_of(*acted), "{\"t\":5,\"seat\":2,\"do\":\"ask 1\"}\n");
  const std::string text =
      "{" + many +
      R"("hgr":1,"names":["a","b"],"game":"spirits","fair":{"v":1},"edition":"russian"})";
  ASSERT_TRUE(is_header(json::Value(text)));
  const auto header = read_header(json::Value(text));
  ASSERT_TRUE(header);
  EXPECT_EQ(header->game, "spirits");
  EXPECT_EQ(header->edition, "russian");
  EXPECT_EQ(header->fair, "{\"v\":1}");
}

TEST(Records, a_line_that_says_nothing_or_two_things_is_refused) {
  for (const char* line :
       {R"({"mood":"bold"})", R"({"do":"a","seat":0,"roll":[1,1]})", R"({"roll":[1,1],"seat":0})",
        R"({"do":"a"})", R"({"do":"a","seat":17})", R"({"do":"a","seat":-1})",
        R"({"do":"a","seat":0.5})", R"({"do":1,"seat":0})", R"({"end":"so","seat":0})",
        R"({"end":1,"seat":0})", R"({"end":"time"})", R"({"result":1})", R"({"result":{}})",
        R"({"result":{"winners":[1,0],"scores":[1,0]}})",
        R"({"result":{"winners":[0],"scores":["1"]}})"}) {
    EXPECT_FALSE(read(line)) << line;
  }
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
  const auto acted = read(R"({"se\u0061t":0,"d\u006f":"15\u002d10"})");
  ASSERT_TRUE(acted);
  EXPECT_EQ(line_of(*acted), "{\"seat\":0,\"do\":\"15-10\"}\n");
  EXPECT_FALSE(read(R"({"seat":0,"se\u0061t":0,"do":"15-10"})"));
  EXPECT_TRUE(is_header(json::Value(R"({"h\u0067r":1})")));
}

}  // namespace
}  // namespace hotaka::record
