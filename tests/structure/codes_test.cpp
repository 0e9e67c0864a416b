// Every error code of the sources is in docs/protocol.md, and the other way round.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
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

std::set<std::string> all_matches(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator i(text.begin(), text.end(), regex), end; i != end; ++i)
    found.insert((*i)[1].str());
  return found;
}

TEST(Structure, protocol_lists_every_error_code) {
  const fs::path root(hotaka::source_path());
  // What tools, bots and starting servers say reaches no client.
  const std::set<std::string> not_for_clients{"bad_journal", "bad_position", "bad_proof",
                                              "cannot_listen", "no_randomness"};
  std::set<std::string> used;
  for (const char* module : {"games", "fair", "table", "wire", "runner", "server"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / "src" / module)) {
      // The tables of options look alike.
      if (!entry.is_regular_file() || entry.path().stem() == "options") continue;
      const std::string text = text_of(entry.path());
      used.merge(all_matches(
          text,
          R"re((?:Error|Reason|response\(|refuse\(|wrong\(|connection, |return |= |\{|text, )[{(]?\{?\s*"([a-z]+(?:_[a-z]+)+|away|banned|muted|resigned|stopping|unavailable)",\s)re"));
      used.merge(all_matches(text, R"re(\\"code\\":\\"([a-z_]+)\\")re"));
    }
  }
  for (const std::string& code : not_for_clients) EXPECT_EQ(used.erase(code), 1U) << code;
  used.erase("not_allowed");  // for the compiler only: every refusal has its own
  const auto listed =
      all_matches(text_of(root / "docs" / "protocol.md"), R"re(\| `(\w+)` \| \w+ \| )re");
  for (const std::string& code : used)
    EXPECT_TRUE(listed.contains(code)) << code << " is not in docs/protocol.md";
  for (const std::string& code : listed)
    EXPECT_TRUE(used.contains(code)) << code << " is used nowhere";
}

}  // namespace
