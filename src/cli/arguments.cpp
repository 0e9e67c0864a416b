#include "cli/arguments.h"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "cli/command.h"

namespace hotaka::cli {

Argument& Argument::required() {
  option_->required();
  return *this;
}

Argument& Argument::range(int min, int max) {
  option_->check(CLI::Range(min, max));
  return *this;
}

Argument& Argument::range(std::uint64_t min, std::uint64_t max) {
  option_->check(CLI::Range(min, max));
  return *this;
}

Argument& Argument::non_negative() {
  option_->check(CLI::NonNegativeNumber);
  return *this;
}

Argument& Argument::one_of(std::vector<std::string> values) {
  option_->check(CLI::IsMember(std::move(values)));
  return *this;
}

Argument& Argument::repeatable() {
  option_->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  return *this;
}

Argument& Argument::show_default() {
  option_->capture_default_str();
  return *this;
}

Argument& Argument::type_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Argument Command::argument(const std::string& name, std::string& value, const std::string& help) {
  return Argument(app_.add_option(name, value, help));
}

Argument Command::argument(const std::string& name, std::vector<std::string>& value,
                           const std::string& help) {
  return Argument(app_.add_option(name, value, help));
}

Argument Command::argument(const std::string& name, int& value, const std::string& help) {
  return Argument(app_.add_option(name, value, help));
}

Argument Command::argument(const std::string& name, std::int64_t& value, const std::string& help) {
  return Argument(app_.add_option(name, value, help));
}

Argument Command::argument(const std::string& name, std::uint64_t& value, const std::string& help) {
  return Argument(app_.add_option(name, value, help));
}

Argument Command::argument(const std::string& name, double& value, const std::string& help) {
  return Argument(app_.add_option(name, value, help));
}

void Command::flag(const std::string& name, bool& value, const std::string& help) {
  app_.add_flag(name, value, help);
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
  app_->set_help_all_flag("--help-all", "Help for all commands");
  app_->footer(footer);
}

Parser::~Parser() = default;

void Parser::set_version(const std::string& text) {
  app_->set_version_flag("--version", text, "Print the version and the commit it was built from");
}

Command Parser::add_command(const std::string& name, const std::string& description) {
  return {*app_->add_subcommand(name, description), status_};
}

int Parser::run(std::vector<std::string> words) {
  status_ = all_right;
  std::reverse(words.begin(), words.end());  // the order that CLI11 expects
  try {
    app_->parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return app_->exit(error) == 0 ? all_right : usage_wrong;
  }
  return status_;
}

}  // namespace hotaka::cli
