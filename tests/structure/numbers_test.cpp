// Every numbered rule of docs/rules has a test that is named by its number.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "support/paths.h"

namespace {

namespace fs = std::filesystem;

// The rule's number at the start of a text, such as D14; nothing if there is none.
std::string number_at(std::string_view text) {
  if (text.empty() || std::string_view("DSR").find(text[0]) == std::string_view::npos) return "";
  std::size_t end = 1;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  return end > 1 ? std::string(text.substr(0, end)) : "";
}

// Numbers behind `mark` in lines that begin with `start`.
std::set<std::string> found(const fs::path& folder, const std::string& extension,
                            std::string_view start, std::string_view mark) {
  std::set<std::string> numbers;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != extension) continue;
    std::ifstream lines(entry.path());
    for (std::string line; std::getline(lines, line);) {
      const auto place = line.find(mark);
      if (!line.starts_with(start) || place == std::string::npos) continue;
      const std::string number = number_at(std::string_view(line).substr(place + mark.size()));
      if (!number.empty()) numbers.insert(number);
    }
  }
  return numbers;
}

TEST(Structure, every_rule_has_a_test_of_its_number) {
  const fs::path root(hotaka::source_path());
  const auto rules = found(root / "docs/rules", ".md", "- **", "- **");
  const auto tests = found(root / "tests", ".cpp", "TEST(", "Rules, ");
  EXPECT_EQ(rules.size(), 17U + 25U + 17U);
  for (const auto& rule : rules) EXPECT_TRUE(tests.contains(rule)) << rule << " has no test";
  for (const auto& test : tests)
    EXPECT_TRUE(rules.contains(test)) << test << " is tested but no rule";
}

TEST(Structure, rule_pages_number_their_rules_without_gaps) {
  for (const auto& [page, letter, count] :
       {std::tuple("dragons", 'D', 17), std::tuple("spirits", 'S', 25),
        std::tuple("ratuki", 'R', 17)}) {
    std::ifstream lines(fs::path(hotaka::source_path()) / "docs/rules" /
                        (std::string(page) + ".md"));
    int next = 1;
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind("- **" + std::string(1, letter) + std::to_string(next) + "** ", 0) == 0)
        ++next;
    }
    EXPECT_EQ(next - 1, count) << page;
  }
}

}  // namespace
