#include "cli/arguments.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "base/text.h"
#include "cli/command.h"

namespace hotaka::cli {

namespace {

// Checks that a text is an integer in a range. The parser's own check lets -1 become a large
// number.
struct IntegerCheck : CLI::Validator {
  explicit IntegerCheck(const std::shared_ptr<const IntegerRange>& range) {
    desc_function_ = [range] { return describe(*range); };
    func_ = [range](const std::string& text) {
      if (contains(*range, text)) return std::string();
      return fmt::format("must be an integer{}, not {}",
                         range->max ? fmt::format(" from {} to {}", range->min, *range->max)
                                    : fmt::format(" of at least {}", range->min),
                         in_quotes(text));
    };
  }

  static std::string describe(const IntegerRange& range) {
    if (!range.max) return range.min == 0 ? "" : fmt::format("at least {}", range.min);
    const bool limited = range.min > std::numeric_limits<int>::min();
    return limited ? fmt::format("{} to {}", range.min, *range.max) : "";
  }

  static bool contains(const IntegerRange& range, std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    std::uint64_t size = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), size);
    if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size())
      return false;
    if (size > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
      return !negative && !range.max;
    const std::int64_t number =
        negative ? -static_cast<std::int64_t>(size) : static_cast<std::int64_t>(size);
    return number >= range.min && (!range.max || number <= *range.max);
  }
};

Argument integer_argument(CLI::Option* option, const IntegerRange& range) {
  auto shared = std::make_shared<IntegerRange>(range);
  option->type_name("N")->capture_default_str()->check(IntegerCheck(shared));
  return {option, shared};
}

// Lays out help texts: names on the left, explanations on the right with the range and the default.
class Help final : public CLI::Formatter {
 public:
  Help() {
    label("Positionals", "Arguments");
    label("SUBCOMMAND", "COMMAND");
    column_width(left);
  }

  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string name = make_option_name(option, is_positional);
    const std::string type = option->get_type_name();  // "NAME:RANGE"
    const auto colon = type.find(':');
    if (!is_positional && option->get_type_size() != 0) name += " " + type.substr(0, colon);
    std::vector<std::string> notes;
    if (option->get_required() && !is_positional) notes.emplace_back("required");
    if (colon != std::string::npos) notes.push_back(type.substr(colon + 1));
    const std::string value = option->get_default_str();
    if (!value.empty() && value != "[]") notes.push_back("default: " + value);
    if (!notes.empty()) {
      notes.front().insert(0, 1, '(');
      for (std::size_t i = 0; i + 1 < notes.size(); ++i) notes[i].push_back(',');
      notes.back().push_back(')');
    }
    return row(name, option->get_description(), notes);
  }

  std::string make_subcommand(const CLI::App* command) const override {
    return row(command->get_name(), command->get_description(), {});
  }

 private:
  static constexpr std::size_t left = 30;
  static constexpr std::size_t width = 100;

  // Breaks lines between words, but never within a note.
  static std::string row(const std::string& name, const std::string& text,
                         const std::vector<std::string>& notes) {
    std::vector<std::string_view> words = split(text, ' ');
    words.insert(words.end(), notes.begin(), notes.end());
    std::string out;
    std::string line = "  " + name;
    if (line.size() + 2 > left) out.append(std::exchange(line, "")).append("\n");
    line.resize(left, ' ');
    for (const std::string_view word : words) {
      if (line.size() > left && line.size() + 1 + word.size() > width)
        out.append(std::exchange(line, std::string(left, ' '))).append("\n");
      if (line.size() > left) line.push_back(' ');
      line.append(word);
    }
    return out.append(line).append("\n");
  }
};

// How many letters must be added, removed or changed to get from one word to the other.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t k = 0; k < to.size(); ++k) {
      const std::size_t change = diagonal + (from[i] == to[k] ? 0 : 1);
      diagonal = row[k + 1];
      row[k + 1] = std::min({row[k] + 1, row[k + 1] + 1, change});
    }
  }
  return row.back();
}

// Says that there is no such command, and which one may have been meant.
std::string unknown_command(const CLI::App& app, const std::string& name) {
  std::string nearest;
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;  // fewer: it may be a slip
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    const std::size_t distance = edit_distance(name, command->get_name());
    if (distance < least) nearest = command->get_name();
    least = std::min(least, distance);
  }
  return fmt::format("there is no command {}{}", in_quotes(name),
                     nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest));
}

}  // namespace

Argument& Argument::required() {
  option_->required();
  return hide_default();
}

Argument& Argument::range(std::int64_t min, std::int64_t max) {
  *range_ = {min, max};
  return *this;
}

Argument& Argument::at_least(std::int64_t min) {
  *range_ = {min, std::nullopt};
  return *this;
}

Argument& Argument::one_of(const std::vector<std::string>& values) {
  const std::string list = fmt::format("{}", fmt::join(values, ", "));
  option_->check(CLI::Validator(
      [values, list](const std::string& text) {
        const bool known = std::find(values.begin(), values.end(), text) != values.end();
        return known ? "" : fmt::format("must be one of {}, not {}", list, in_quotes(text));
      },
      list));
  return *this;
}

Argument& Argument::repeatable() {
  option_->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  return *this;
}

Argument& Argument::hide_default() {
  option_->default_str("");
  return *this;
}

Argument& Argument::value_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Argument Command::argument(const std::string& name, std::string& value, const std::string& help) {
  return {app_.add_option(name, value, help)->type_name("NAME")->capture_default_str(), nullptr};
}

Argument Command::argument(const std::string& name, std::vector<std::string>& value,
                           const std::string& help) {
  return {app_.add_option(name, value, help)->type_name("NAME"), nullptr};
}

Argument Command::argument(const std::string& name, int& value, const std::string& help) {
  return integer_argument(app_.add_option(name, value, help),
                          {std::numeric_limits<int>::min(), std::numeric_limits<int>::max()});
}

Argument Command::argument(const std::string& name, std::int64_t& value, const std::string& help) {
  return integer_argument(
      app_.add_option(name, value, help),
      {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()});
}

Argument Command::argument(const std::string& name, std::uint64_t& value, const std::string& help) {
  return integer_argument(app_.add_option(name, value, help), {0, std::nullopt});
}

Argument Command::argument(const std::string& name, double& value, const std::string& help) {
  return {app_.add_option(name, value, help)->type_name("N")->capture_default_str(), nullptr};
}

void Command::flag(const std::string& name, bool& value, const std::string& help) {
  app_.add_flag(name, value, help);
}

Command Command::add_command(const std::string& name, const std::string& description) {
  CLI::App* command = app_.require_subcommand(1)->add_subcommand(name, description);
  command->group("Commands")->fallthrough();
  return {*command, status_};
}

void Command::footer(const std::string& text) { app_.footer(text); }

void Command::on_run(const std::function<int()>& action) {
  app_.callback([action, &status = status_] { status = action(); });
}

Problem Command::read_config(const std::string& path) {
  try {
    for (const CLI::ConfigItem& item : CLI::ConfigBase().from_file(path)) {
      CLI::Option* option = app_.get_option_no_throw("--" + item.name);
      if (option == nullptr || item.name == "config" || item.name == "help")
        return path + ": there is no setting " + in_quotes(item.name) + "; hotaka " +
               app_.get_name() + " --help names them";
      if (option->count() > 0) continue;
      for (const std::string& value : item.inputs) option->add_result(value);
      option->run_callback();
    }
  } catch (const CLI::Error& error) {
    return path + ": " + error.what();
  }
  return std::nullopt;
}

Parser::Parser(const std::string& description, const std::string& name, const std::string& footer)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->require_subcommand(1);
  app_->formatter(std::make_shared<Help>());
  app_->set_help_flag("-h,--help", "Print this help and exit");
  app_->set_help_all_flag("--help-all", "Print the help of all commands and exit");
  app_->footer(footer);
}

Parser::~Parser() = default;

void Parser::set_version(const std::string& text) {
  app_->set_version_flag("--version", text, "Print the version and the commit it was built from");
}

Command Parser::add_command(const std::string& name, const std::string& description) {
  CLI::App* command = app_->add_subcommand(name, description);
  command->set_help_all_flag();
  command->group("Commands");
  return {*command, status_};
}

int Parser::refuse(const std::string& why) const {
  std::string command = app_->get_name();
  for (auto chosen = app_->get_subcommands(); !chosen.empty();
       chosen = chosen.front()->get_subcommands())
    command += " " + chosen.front()->get_name();
  fmt::print(stderr, "{}: {}\nTry: {} --help\n", app_->get_name(), why, command);
  return usage_wrong;
}

int Parser::run(std::vector<std::string> words) {
  status_ = all_right;
  if (words.empty()) return refuse("a command is missing");
  const auto named = [&](const CLI::App* command) { return command->get_name() == words[0]; };
  if (!words[0].starts_with('-') && app_->get_subcommands(named).empty())
    return refuse(unknown_command(*app_, words[0]));
  std::reverse(words.begin(), words.end());  // the order that CLI11 expects
  try {
    app_->parse(std::move(words));
  } catch (const CLI::Success& success) {
    return app_->exit(success);
  } catch (const CLI::ParseError& error) {
    const CLI::App* chosen = app_->get_subcommands().empty() ? nullptr : app_->get_subcommands()[0];
    const bool has_commands =
        chosen != nullptr && !chosen->get_subcommands([](const CLI::App*) { return true; }).empty();
    if (!has_commands || !chosen->get_subcommands().empty()) return refuse(error.what());
    const auto extra = chosen->remaining();
    return refuse(extra.empty() ? "a command is missing" : unknown_command(*chosen, extra.front()));
  }
  return status_;
}

}  // namespace hotaka::cli
