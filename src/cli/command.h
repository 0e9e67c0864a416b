#pragma once
// What the subcommands share: how they are added, how they read input, how they say what is wrong.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/bot.h"
#include "cli/arguments.h"
#include "games/any_game.h"

namespace hotaka::cli {

// Exit statuses, the same for every command and game; docs/cli.md explains them to users.
inline constexpr int all_right = 0;
inline constexpr int input_wrong = 1;  // a file, record or position is wrong, or something failed
inline constexpr int usage_wrong = 2;  // the command line is wrong, whatever the input

// Each adds a subcommand.
void add_replay(Parser& parser);
void add_simulate(Parser& parser);
void add_perft(Parser& parser);
void add_show(Parser& parser);
void add_rules(Parser& parser);
void add_demo(Parser& parser);
void add_arena(Parser& parser);
void add_train(Parser& parser);
void add_play(Parser& parser);
void add_analyze(Parser& parser);
void add_solve(Parser& parser);
void add_verify(Parser& parser);
void add_admin(Parser& parser);
void add_backup(Parser& parser);
void add_serve(Parser& parser);

// Says on standard error what is wrong and returns `status`.
int complain(std::string_view why, int status);
inline int complain(const Error& error, int status) { return complain(error.message, status); }

// --edition and --set option=value, which several commands take.
struct Setup {
  std::string edition;
  std::vector<std::string> set;
  int players = 0;  // 0 if not given

  void add_to(Command& command, bool with_players);
  // The options as given for a game, or a sentence.
  Result<std::vector<GivenOption>> given(std::string_view game) const;
  // The options for a game; if they are wrong, says so and leaves the exit status in `status`.
  template <class G>
  std::optional<typename G::Options> options(int& status) const {
    const auto all = given(G::traits.name);
    if (!all) {
      status = complain(all.error(), usage_wrong);
      return std::nullopt;
    }
    const auto made = make_options<G>(edition, *all);
    if (made) return *made;
    status = complain(made.error(), usage_wrong);
    return std::nullopt;
  }
};

// Returns the notation of an action.
template <class Action>
std::string text_of(const Action& action) {
  std::string text;
  append_text(text, action);
  return text;
}

// Prints one rule of a game; says so if there is none of that number.
int print_rule(std::string_view game, std::string_view number);

// The bots of a game; none if it has none.
std::span<const bots::BotInfo> bots_of(std::string_view game);
bool has_bot(std::string_view game, std::string_view name);
// "there is no bot ..", with those there are.
std::string unknown_bot(std::string_view game, std::string_view name);

std::string game_help();  // the names of all games
// The end of a command's help: its own remark and example, and those of the games.
std::string footer_of(std::string_view command, std::string_view remark = "",
                      std::string_view example = "");

// Calls on_bytes(part) with a file's content piece by piece, standard input for "-"; false stops
// it. Returns a sentence if the file cannot be read.
Problem read_file(const std::string& path, const std::function<bool(std::string_view)>& on_bytes);

// Whether this is the name of a game and no file is called so.
bool is_game_without_file(const std::string& what);

// How many bytes a file has; 0 if it is no plain file.
std::uint64_t size_of(const std::string& path);

}  // namespace hotaka::cli
