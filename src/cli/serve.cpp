// hotaka serve: tables for people, bots and spectators.

#include <malloc.h>

#include <csignal>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "base/text.h"
#include "cli/command.h"
#include "server/server.h"

namespace hotaka::cli {

namespace {

server::Server* running = nullptr;

void on_signal(int) {
  if (running != nullptr) running->stop();
}

int run(const server::Config& config, const store::Settings& settings) {
  // Memory that was freed is kept: it is wanted again with the next few messages, and giving it
  // back and getting it again costs a tenth of what an action takes.
  constexpr int kept = 64 << 20;
  constexpr int taken_at_once = 1 << 20;
  mallopt(M_TRIM_THRESHOLD, kept);
  mallopt(M_TOP_PAD, taken_at_once);
  mallopt(M_MMAP_THRESHOLD, kept / 2);
  auto store = store::open_store(config.data, settings);
  if (!store) return complain(store.error(), input_wrong);
  server::Server server(config, std::move(*store));
  if (auto complaint = server.open()) return complain(*complaint, input_wrong);
  running = &server;
  std::signal(SIGINT, &on_signal);
  std::signal(SIGTERM, &on_signal);
  std::signal(SIGPIPE, SIG_IGN);
  fmt::print("Hotaka is at http://{}:{}/  (Ctrl-C ends it)\n",
             config.address == "0.0.0.0" ? "localhost" : config.address, server.port());
  std::fflush(stdout);
  server.run();
  running = nullptr;
  fmt::print("Stopped; everything is stored.\n");
  return all_right;
}

// Settings of a file, one NAME = VALUE a line; what was said on the command line counts more.
Complaint read_settings(CLI::App& command, const std::string& path) {
  try {
    for (const CLI::ConfigItem& item : CLI::ConfigBase().from_file(path)) {
      CLI::Option* option = command.get_option_no_throw("--" + item.name);
      if (option == nullptr || item.name == "config" || item.name == "help")
        return path + ": there is no setting " + in_quotes(item.name) +
               "; hotaka serve --help names them";
      if (option->count() > 0) continue;
      for (const std::string& value : item.inputs) option->add_result(value);
      option->run_callback();
    }
  } catch (const CLI::Error& error) {
    return path + ": " + error.what();
  }
  return std::nullopt;
}

}  // namespace

void add_serve(CLI::App& app, int& status) {
  struct Given {
    server::Config config;
    store::Settings settings;
    std::string file;
  };
  auto given = std::make_shared<Given>();
  auto* command = app.add_subcommand("serve", "Host tables for people, bots and spectators");
  command->add_option("--config", given->file, "A file with these settings, NAME = VALUE a line");
  server::Config& config = given->config;
  command->add_option("--address", config.address, "Where to listen (127.0.0.1)");
  command->add_option("--port", config.port, "0 for any free one (8080)")
      ->check(CLI::Range(0, 65535));
  command->add_option("--data", config.data,
                      "A folder for SQLite, or postgresql://.. for PostgreSQL (data)");
  command->add_option("--web", config.web, "The folder of the page, as script/web builds it");
  command->add_option("--origin", config.origins, "Further origins whose pages may connect");
  command->add_flag("--behind-proxy", config.behind_proxy,
                    "Believe X-Forwarded-Proto and X-Real-IP of a proxy in front");
  command->add_option("--bot-threads", config.bot_threads, "Threads for bots (cores less one)");
  command->add_option("--connections", config.connections, "At most so many (20000)");
  command->add_option("--connections-per-address", config.connections_per_address,
                      "At most so many from one address (200)");
  command->add_option("--tables-per-person", config.tables_per_person,
                      "At most so many that are not over (50)");
  command->add_option("--keep-waiting", config.keep_waiting,
                      "Seconds that a table waits for players while nobody looks (86400)");
  command->add_option("--messages-per-second", config.messages_per_second,
                      "At most so many from one connection (2000)");
  command->add_flag("--survive-power-loss", given->settings.survive_power_loss,
                    "SQLite: wait for the disk at every commit");
  command->footer("Example: hotaka serve --port 8080 --data data --web build/web");
  command->callback([given, command, &status] {
    if (!given->file.empty()) {
      if (auto complaint = read_settings(*command, given->file)) {
        status = complain(*complaint, input_wrong);
        return;
      }
    }
    status = run(given->config, given->settings);
  });
}

}  // namespace hotaka::cli
