#pragma once
// How subcommands declare their arguments. The parser's own header takes seconds to compile, so
// only arguments.cpp includes it.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "games/option.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace hotaka::cli {

// Which integers an argument accepts.
struct IntegerRange {
  std::int64_t min = 0;
  std::optional<std::int64_t> max;  // none: as many as the type can hold
};

// One declared argument. The setters return it, so that they can be chained. The help text shows
// the range and the default value.
class Argument {
 public:
  Argument(CLI::Option* option, std::shared_ptr<IntegerRange> range)
      : option_(option), range_(std::move(range)) {}

  Argument& required();
  Argument& range(std::int64_t min, std::int64_t max);  // of an integer
  Argument& at_least(std::int64_t min);
  Argument& one_of(const std::vector<std::string>& values);
  Argument& repeatable();    // each use takes one value and adds it to the others
  Argument& hide_default();  // because it only means that nothing was given
  Argument& value_name(const std::string& name);  // what the value is called, such as FILE

 private:
  CLI::Option* option_;
  std::shared_ptr<IntegerRange> range_;
};

// One subcommand. A name with dashes declares an option, one without a positional argument. The
// value must outlive the parser and keeps its content if the argument is not given.
class Command {
 public:
  Command(CLI::App& app, int& status) : app_(app), status_(status) {}

  Argument argument(const std::string& name, std::string& value, const std::string& help);
  Argument argument(const std::string& name, std::vector<std::string>& value,
                    const std::string& help);
  Argument argument(const std::string& name, int& value, const std::string& help);
  Argument argument(const std::string& name, std::int64_t& value, const std::string& help);
  Argument argument(const std::string& name, std::uint64_t& value, const std::string& help);
  Argument argument(const std::string& name, double& value, const std::string& help);
  void flag(const std::string& name, bool& value, const std::string& help);
  // A command of this one, which is then only chosen with one of its own. The arguments of this one
  // may be given behind it.
  Command add_command(const std::string& name, const std::string& description);
  void footer(const std::string& text);
  // Runs if this subcommand was chosen; returns the exit status.
  void on_run(const std::function<int()>& action);
  // Sets arguments from a file with one NAME = VALUE per line. The command line has precedence.
  Problem read_config(const std::string& path);

 private:
  CLI::App& app_;
  int& status_;
};

class Parser {
 public:
  Parser(const std::string& description, const std::string& name, const std::string& footer);
  ~Parser();
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  Command add_command(const std::string& name, const std::string& description);
  void set_version(const std::string& text);  // what --version prints
  // Parses the words after the program's name, runs the chosen subcommand and returns the exit
  // status.
  int run(std::vector<std::string> words);

 private:
  int refuse(const std::string& why) const;  // says on standard error what is wrong

  std::unique_ptr<CLI::App> app_;
  int status_ = 0;
};

}  // namespace hotaka::cli
