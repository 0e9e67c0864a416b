// Every test that docs/threats.md names exists.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "support/paths.h"

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// All tests, one after the other, each with the name of its file before it.
std::string all_tests() {
  const fs::path root(hotaka::source_path());
  std::string all;
  for (const char* folder : {"tests", "web/table", "web/review", "web/lib", "web/e2e"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string ending = entry.path().extension();
      if (ending != ".cpp" && ending != ".py" && ending != ".ts") continue;
      all += entry.path().filename().string() + '\n' + text_of(entry.path());
    }
  }
  return all;
}

TEST(Structure, every_test_against_a_threat_exists) {
  const std::string threats = text_of(fs::path(hotaka::source_path()) / "docs" / "threats.md");
  const std::string tests = all_tests();
  const std::regex row(R"re(\n\| [^|]* \| [^|]* \| ([^|\n]*) \|)re");
  const std::regex name(R"re(`([^`]*)`)re");
  int rows = 0;
  for (std::sregex_iterator one(threats.begin(), threats.end(), row), end; one != end; ++one) {
    const std::string named = (*one)[1].str();
    if (named == "test") continue;
    ++rows;
    std::sregex_iterator test(named.begin(), named.end(), name);
    EXPECT_NE(test, end) << "no test: " << (*one)[0].str();
    for (; test != end; ++test) {
      std::string wanted = (*test)[1].str();
      const bool is_file = wanted.ends_with(".ts");
      // Suite.test, file.test, a file or a suite
      if (!is_file && wanted.find('.') != std::string::npos)
        wanted = wanted.substr(wanted.find('.') + 1);
      EXPECT_NE(tests.find(wanted), std::string::npos) << (*test)[1].str();
    }
  }
  EXPECT_GT(rows, 40);
}

}  // namespace
