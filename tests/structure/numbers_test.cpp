// Every numbered rule of docs/rules has a test that is named by its number.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "support/paths.h"

namespace {

namespace fs = std::filesystem;

// The rule's number at the start of a text, such as D14; "" if there is none.
std::string number_at(std::string_view text) {
  if (text.empty() || text[0] < 'A' || text[0] > 'Z') return "";
  std::size_t end = 1;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  return end > 1 ? std::string(text.substr(0, end)) : "";
}

// The numbers behind `mark` in the lines of a file that begin with `start`, in their order.
std::vector<std::string> numbers_in(const fs::path& file, std::string_view start,
                                    std::string_view mark) {
  std::vector<std::string> numbers;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const auto found = line.find(mark);
    if (!line.starts_with(start) || found == std::string::npos) continue;
    const std::string number = number_at(std::string_view(line).substr(found + mark.size()));
    if (!number.empty()) numbers.push_back(number);
  }
  return numbers;
}

fs::path rules_of(const fs::path& game) {
  return fs::path(hotaka::source_path()) / "docs/rules" / (game.filename().string() + ".md");
}

std::vector<std::string> rules_in(const fs::path& page) { return numbers_in(page, "- **", "- **"); }

// The folders of all games.
std::vector<fs::path> games() {
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(hotaka::source_path() + "/src/games")) {
    if (entry.is_directory()) all.push_back(entry.path());
  }
  return all;
}

TEST(Structure, every_rule_has_a_test_of_its_number) {
  std::set<std::string> tests;
  for (const auto& entry : fs::recursive_directory_iterator(hotaka::source_path() + "/tests")) {
    if (entry.path().extension() != ".cpp") continue;
    for (auto& number : numbers_in(entry.path(), "TEST(", "Rules, ")) tests.insert(number);
  }
  for (const fs::path& game : games()) {
    for (const std::string& rule : rules_in(rules_of(game)))
      EXPECT_EQ(tests.erase(rule), 1U) << rule << " has no test";
  }
  for (const std::string& test : tests) ADD_FAILURE() << test << " is tested but no rule";
}

TEST(Structure, rule_pages_number_their_rules_without_gaps) {
  std::set<char> letters;
  for (const fs::path& game : games()) {
    const std::vector<std::string> rules = rules_in(rules_of(game));
    ASSERT_GE(rules.size(), 3U) << rules_of(game);
    const char letter = rules.front()[0];
    EXPECT_TRUE(letters.insert(letter).second) << "another game's rules have the letter " << letter;
    for (std::size_t i = 0; i < rules.size(); ++i)
      EXPECT_EQ(rules[i], letter + std::to_string(i + 1)) << rules_of(game);
  }
  EXPECT_GE(letters.size(), 3U);
}

}  // namespace
