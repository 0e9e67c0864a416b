// Who may include whom: docs/architecture.md, "Rooms".

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/paths.h"

namespace {

namespace fs = std::filesystem;

const std::map<std::string, std::set<std::string>> may_include{
    {"base", {}},
    {"games", {"base"}},
    {"record", {"base", "games"}},
    {"bots", {"base", "games"}},
    {"fair", {"base", "games", "record"}},
    {"table", {"base", "games", "record", "fair"}},
    {"wire", {"base", "games", "record", "fair", "table"}},
    {"runner", {"base", "games", "record", "fair", "bots", "table", "wire"}},
    {"store", {"base"}},
    {"server", {"base", "games", "record", "fair", "bots", "table", "wire", "runner", "store"}},
    {"cli",
     {"base", "games", "record", "fair", "bots", "table", "wire", "runner", "store", "server"}},
    {"wasm", {"base", "games", "record", "fair", "bots", "table", "wire", "runner"}},
};

// What inner rooms never touch: clocks, threads, files, sockets, exceptions, random devices, text
// streams.
const std::set<std::string> worldly{"chrono",   "ctime",      "thread",     "mutex",     "atomic",
                                    "future",   "filesystem", "fstream",    "iostream",  "sstream",
                                    "cstdio",   "random",     "exception",  "stdexcept", "unistd.h",
                                    "typeinfo", "any",        "functional", "locale",    "regex",
                                    "format",   "iomanip",    "cstdlib"};
const std::set<std::string> inner{"base", "games", "record", "fair",
                                  "bots", "table", "wire",   "runner"};

struct Include {
  std::string file;
  std::string room;
  std::string target;  // as written between the quotes or brackets
  bool own = false;
};

std::vector<Include> includes() {
  std::vector<Include> all;
  const fs::path source = fs::path(hotaka::source_path()) / "src";
  constexpr std::string_view directive = "#include ";
  for (const auto& entry : fs::recursive_directory_iterator(source)) {
    const auto extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp") continue;
    const std::string file = fs::relative(entry.path(), source).string();
    std::ifstream lines(entry.path());
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with(directive)) continue;
      const std::string target = line.substr(directive.size() + 1);
      all.push_back({file, file.substr(0, file.find('/')),
                     target.substr(0, target.find_first_of("\">")), line[directive.size()] == '"'});
    }
  }
  return all;
}

TEST(Structure, rooms_include_only_what_they_may) {
  int seen = 0;
  for (const auto& include : includes()) {
    if (!include.own) continue;
    ++seen;
    const std::string room = include.target.substr(0, include.target.find('/'));
    ASSERT_TRUE(may_include.contains(include.room))
        << include.file << ": the room is not in the list";
    EXPECT_TRUE(room == include.room || may_include.at(include.room).contains(room))
        << include.file << " may not include " << include.target;
  }
  EXPECT_GT(seen, 100);
}

// Each has a folder below src/games.
std::vector<std::string> games() {
  std::vector<std::string> all;
  for (const auto& entry : fs::directory_iterator(hotaka::source_path() + "/src/games")) {
    if (entry.is_directory()) all.push_back(entry.path().filename().string());
  }
  return all;
}

// "games/dragons/rules.h" belongs to dragons; "" for files of no game.
std::string game_of(const std::string& file) {
  for (const std::string& game : games()) {
    if (file.starts_with("games/" + game + "/")) return game;
  }
  return "";
}

// A word of letters, digits and underscores that is the name or begins with it, as in dragons_bots.
bool names(std::string_view line, std::string_view game) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (auto at = line.find(game); at != std::string_view::npos; at = line.find(game, at + 1)) {
    if (at == 0 || !in_word(line[at - 1])) return true;
  }
  return false;
}

TEST(Structure, one_game_never_includes_another) {
  for (const auto& include : includes()) {
    const std::string from = game_of(include.file);
    const std::string to = game_of(include.target);
    EXPECT_TRUE(from.empty() || to.empty() || from == to)
        << include.file << " may not include " << include.target;
  }
}

// Where a game may be named: its own folders and the lists.
bool may_name_games(const std::string& file) {
  for (const std::string module : {"games/", "bots/", "cli/games/"}) {
    if (file.starts_with(module + "list.")) return true;
    for (const std::string& game : games()) {
      if (file.starts_with(module + game + "/")) return true;
    }
  }
  return false;
}

TEST(Structure, games_are_named_in_their_own_folders_and_the_lists_only) {
  const std::vector<std::string> all = games();
  EXPECT_GE(all.size(), 3U);
  const fs::path source = fs::path(hotaka::source_path()) / "src";
  int seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(source)) {
    const auto extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp") continue;
    const std::string file = fs::relative(entry.path(), source).string();
    if (may_name_games(file)) continue;
    ++seen;
    std::ifstream lines(entry.path());
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      std::ranges::transform(line, line.begin(), [](unsigned char c) { return std::tolower(c); });
      for (const std::string& game : all) {
        EXPECT_FALSE(names(line, game))
            << file << ":" << number << " names a game: let the game declare what you need";
      }
    }
  }
  EXPECT_GT(seen, 100);
}

TEST(Structure, inner_rooms_do_not_touch_the_world) {
  for (const auto& include : includes()) {
    if (include.own || !inner.contains(include.room)) continue;
    EXPECT_FALSE(worldly.contains(include.target))
        << include.file << " may not include " << include.target;
  }
}

TEST(Structure, files_stay_small) {
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(hotaka::source_path()) / "src")) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path());
    const auto lines = std::count(std::istreambuf_iterator<char>(file), {}, '\n');
    EXPECT_LE(lines, 600) << entry.path();
  }
}

}  // namespace
