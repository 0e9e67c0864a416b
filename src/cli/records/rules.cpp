// hotaka rules GAME [NUMBER]

#include <unistd.h>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/records/rule_pages.h"

namespace hotaka::cli {

namespace {

// Bold on a terminal, plain elsewhere; Markdown's marks are dropped in both.
class Printer {
 public:
  Printer() : bold_(isatty(STDOUT_FILENO) != 0) {}

  void line(std::string_view text) const {
    if (text.starts_with('#')) {
      const auto title = text.substr(text.find_first_not_of("# "));
      fmt::print("{}{}{}\n", on(), title, off());
      return;
    }
    std::string out;
    bool strong = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text.substr(i).starts_with("**")) {
        strong = !strong;
        out += strong ? on() : off();
        ++i;
      } else if (text[i] != '`') {
        out += text[i];
      }
    }
    fmt::print("{}\n", out);
  }

 private:
  const char* on() const { return bold_ ? "\x1b[1m" : ""; }
  const char* off() const { return bold_ ? "\x1b[0m" : ""; }
  bool bold_;
};

}  // namespace

int print_rule(std::string_view game, std::string_view number) {
  const std::string_view page = rule_page(game);
  const Printer printer;
  const std::string start = fmt::format("- **{}** ", number);
  bool inside = false;
  bool found = false;
  for (const auto line : split(page, '\n')) {
    if (inside && !line.starts_with("  ")) break;
    if (line.starts_with(start)) inside = found = true;
    if (inside) printer.line(line);
  }
  if (found) return all_right;
  return complain(
      fmt::format("{} has no rule \"{}\"; `hotaka rules {}` lists them", game, number, game),
      usage_wrong);
}

void add_rules(Parser& parser) {
  struct RulesArgs {
    std::string game;
    std::string number;
  };
  auto given = std::make_shared<RulesArgs>();
  Command command = parser.add_command("rules", "The numbered rules of a game in plain words");
  command.argument("GAME", given->game, game_help()).required();
  command.argument("NUMBER", given->number, "Only this rule, such as D14");
  command.footer(footer_of("rules"));
  command.on_run([given] {
    const auto page = rule_page(given->game);
    if (page.empty()) return complain(unknown_game(given->game), usage_wrong);
    if (!given->number.empty()) return print_rule(given->game, given->number);
    const Printer printer;
    for (const auto line : split(page.substr(0, page.find_last_not_of('\n') + 1), '\n'))
      printer.line(line);
    return all_right;
  });
}

}  // namespace hotaka::cli
