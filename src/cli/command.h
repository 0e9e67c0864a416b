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
#include "games/any_game.h"

namespace CLI {
class App;
}

namespace hotaka::cli {

// Exit statuses.
inline constexpr int all_right = 0;
inline constexpr int input_wrong = 1;
inline constexpr int usage_wrong = 2;

// Each adds a subcommand that, when it was chosen, leaves its exit status in `status`.
void add_replay(CLI::App& app, int& status);
void add_simulate(CLI::App& app, int& status);
void add_perft(CLI::App& app, int& status);
void add_show(CLI::App& app, int& status);
void add_rules(CLI::App& app, int& status);
void add_bench(CLI::App& app, int& status);
void add_demo(CLI::App& app, int& status);
void add_arena(CLI::App& app, int& status);
void add_train(CLI::App& app, int& status);
void add_play(CLI::App& app, int& status);
void add_analyze(CLI::App& app, int& status);
void add_solve(CLI::App& app, int& status);
void add_verify(CLI::App& app, int& status);
void add_backup(CLI::App& app, int& status);
void add_serve(CLI::App& app, int& status);

// Says on standard error what is wrong and returns `status`.
int complain(std::string_view why, int status);

// --edition and --set option=value, which several commands take.
struct Setup {
  std::string edition;
  std::vector<std::string> set;
  int players = 0;  // 0 if not given

  void add_to(CLI::App& command, bool with_players);
  // The options as given for a game, or a sentence.
  Result<std::vector<GivenOption>> given(std::string_view game) const;
  // The options for a game; if they are wrong, says so and leaves the exit status in `status`.
  template <class G>
  std::optional<typename G::Options> options(int& status) const {
    const auto all = given(G::name);
    if (!all) {
      status = complain(all.error(), usage_wrong);
      return std::nullopt;
    }
    const auto made = make_options<G>(edition, *all);
    if (made) return *made;
    status = complain(made.error(), input_wrong);
    return std::nullopt;
  }
};

// Prints one rule of a game; says so if there is none of that number.
int print_rule(std::string_view game, std::string_view number);

// The bots of a game; none if it has none.
std::span<const bots::BotInfo> bots_of(std::string_view game);
bool has_bot(std::string_view game, std::string_view name);
// "there is no bot ..", with those there are.
std::string unknown_bot(std::string_view game, std::string_view name);

std::string game_help();  // "dragons, spirits or ratuki"

// Calls on_bytes(part) with a file's content piece by piece, standard input for "-"; false stops
// it. Returns a sentence if the file cannot be read.
Complaint read_file(const std::string& path, const std::function<bool(std::string_view)>& on_bytes);

// How many bytes a file has; 0 if it is no plain file.
std::uint64_t size_of(const std::string& path);

}  // namespace hotaka::cli
