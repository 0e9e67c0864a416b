#include "cli/command.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "base/text.h"
#include "bots/bot_type.h"

namespace hotaka::cli {

int complain(std::string_view why, int status) {
  fmt::print(stderr, "hotaka: {}\n", why);
  return status;
}

namespace {

// "2 in this game, 2 to 4 in that"
std::string player_counts() {
  std::string out;
  for (const GameType* type : all_games()) {
    const Traits& traits = type->traits();
    if (!out.empty()) out += ", ";
    out += fmt::format("{}", traits.min_players);
    if (traits.max_players > traits.min_players) out += fmt::format(" to {}", traits.max_players);
    out += fmt::format(" in {}", traits.name);
  }
  return out;
}

}  // namespace

void Setup::add_to(Command& command, bool with_players) {
  command.argument("--edition", edition, "An edition of the rules; `hotaka rules GAME` lists them");
  command
      .argument("--set", set,
                "An option of the rules; may be repeated, and has precedence over the edition")
      .repeatable()
      .value_name("OPTION=VALUE");
  if (with_players)
    command.argument("--players", players, "How many play: " + player_counts()).hide_default();
}

Result<std::vector<GivenOption>> Setup::given(std::string_view game) const {
  std::vector<GivenOption> options;
  for (const std::string& one : set) {
    const auto equals = one.find('=');
    if (equals == std::string::npos)
      return Error{"bad_input", "--set needs option=value, not \"" + one + "\""};
    options.push_back(
        {one.substr(0, equals), OptionValue::from_text(std::string_view(one).substr(equals + 1))});
  }
  const GameType* type = find_game(game);
  if (type != nullptr && type->traits().min_players == type->traits().max_players &&
      players != 0) {  // not a choice there, but no mistake either
    const int count = type->traits().min_players;
    if (players == count) return options;
    return Error{"bad_input", fmt::format("{} is a game for {} players", game, count)};
  }
  if (players != 0) options.push_back({"players", OptionValue::from_text(std::to_string(players))});
  return options;
}

std::span<const bots::BotInfo> bots_of(std::string_view game) {
  const bots::BotType* type = bots::bots_of_game(game);
  return type == nullptr ? std::span<const bots::BotInfo>() : type->bots;
}

bool has_bot(std::string_view game, std::string_view name) {
  const auto all = bots_of(game);
  return std::any_of(all.begin(), all.end(), [&](const auto& info) { return info.name == name; });
}

std::string unknown_bot(std::string_view game, std::string_view name) {
  std::string names;
  for (const auto& info : bots_of(game))
    names += (names.empty() ? "" : ", ") + std::string(info.name);
  return "there is no bot " + in_quotes(name) + "; there are " + names;
}

std::string game_help() { return game_names(); }

Problem read_file(const std::string& path, const std::function<bool(std::string_view)>& on_bytes) {
  const bool standard = path == "-";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> owned(
      standard ? nullptr : std::fopen(path.c_str(), "rb"),
      [](std::FILE* file) { return file ? std::fclose(file) : 0; });
  std::FILE* file = standard ? stdin : owned.get();
  if (file == nullptr) return "cannot open " + path + ": " + std::strerror(errno);
  std::vector<char> buffer(std::size_t{1} << 18U);
  while (std::feof(file) == 0 && std::ferror(file) == 0) {
    const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file);
    if (count > 0 && !on_bytes({buffer.data(), count})) return std::nullopt;
  }
  if (std::ferror(file) != 0) return "cannot read " + path + ": " + std::strerror(errno);
  return std::nullopt;
}

bool is_game_without_file(const std::string& what) {
  struct stat info{};
  return find_game(what) != nullptr && stat(what.c_str(), &info) != 0;
}

std::uint64_t size_of(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode)
             ? static_cast<std::uint64_t>(info.st_size)
             : 0;
}

}  // namespace hotaka::cli
