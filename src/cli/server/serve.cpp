// hotaka serve: tables for people, bots and spectators.

#include <csignal>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/command.h"
#include "server/address.h"
#include "server/server.h"

namespace hotaka::cli {

namespace {

server::Server* running = nullptr;

void on_signal(int) {
  if (running != nullptr) running->stop();
}

int run(server::Config config, const store::Settings& settings) {
  for (std::string& address : config.metrics_from) {
    const std::string normalized = server::normalize_address(address);
    if (normalized.empty())
      return complain("--metrics-from: " + in_quotes(address) + " is no address", usage_wrong);
    address = normalized;
  }
  auto store = store::open_store(config.data, settings);
  if (!store) return complain(store.error(), input_wrong);
  auto server = std::make_unique<server::Server>(config, std::move(*store));
  if (auto complaint = server->open()) return complain(*complaint, input_wrong);
  running = server.get();
  std::signal(SIGINT, &on_signal);
  std::signal(SIGTERM, &on_signal);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // the database says that a file may not grow
  fmt::print("Hotaka is at http://{}:{}/  (Ctrl-C ends it)\n",
             config.address == "0.0.0.0" ? "localhost" : config.address, server->port());
  std::fflush(stdout);
  server->run();
  running = nullptr;
  server.reset();  // stores what waits
  fmt::print("Stopped; everything is stored.\n");
  return all_right;
}

void add_for_hosts(Command& command, server::Config& config) {
  command
      .argument("--admin-socket", config.admin_socket,
                "The socket for hotaka admin; admin.sock in the data folder if not given")
      .value_name("PATH")
      .hide_default();
  command
      .argument("--metrics-from", config.metrics_from,
                "An address that may GET /metrics; may be repeated")
      .value_name("ADDRESS")
      .repeatable();
}

}  // namespace

void add_serve(Parser& parser) {
  struct ServeArgs {
    server::Config config;
    store::Settings settings;
    bool is_fast = false;
    std::string file;
  };
  auto given = std::make_shared<ServeArgs>();
  Command command = parser.add_command("serve", "Host tables for people, bots and spectators");
  command.argument("--config", given->file, "A file with these settings, one NAME = VALUE per line")
      .value_name("FILE");
  server::Config& config = given->config;
  command.argument("--address", config.address, "Where to listen").value_name("ADDRESS");
  command.argument("--port", config.port, "0 for any free one").range(0, 65535);
  command.argument("--data", config.data, "A folder for SQLite, or postgresql://.. for PostgreSQL")
      .value_name("DATA");
  command
      .argument("--web", config.web,
                "The folder of the page, as script/web builds it; read at the start")
      .value_name("FOLDER");
  add_for_hosts(command, config);
  command
      .argument("--origin", config.origins,
                "Another origin whose pages may connect; may be repeated")
      .value_name("URL");
  command.flag("--behind-proxy", config.behind_proxy,
               "Believe X-Forwarded-Proto and X-Real-IP of a proxy in front");
  command
      .argument("--bot-threads", config.bot_threads,
                "Threads for bots; one less than cores if not given")
      .range(0, 256)
      .hide_default();
  command.argument("--connections", config.connections, "At most so many").range(1, 1'000'000);
  command
      .argument("--connections-per-address", config.connections_per_address,
                "At most so many from one address")
      .range(1, 1'000'000);
  command
      .argument("--guests-per-address", config.guests_per_address,
                "New guests from one address within an hour")
      .range(1, 1'000'000);
  command
      .argument("--tables-per-person", config.tables_per_person,
                "At most so many that are not over")
      .range(1, 1'000'000);
  command
      .argument("--keep-waiting", config.keep_waiting,
                "Seconds that a table waits for players while nobody looks")
      .range(0, 1'000'000'000);
  command.argument("--tables", config.tables, "At most so many tables that are not over in memory")
      .range(1, 10'000'000);
  command
      .argument("--work-per-second", config.work_per_second,
                "Units of work for one person; an action takes about 5")
      .range(10, 10'000'000);
  command.flag("--no-power-loss-safety", given->is_fast,
               "SQLite: do not wait for the disk; a power loss takes the last moves");
  command.footer("Example: hotaka serve --port 8080 --data data --web build/web");
  command.on_run([given, command]() mutable {
    if (!given->file.empty()) {
      if (auto complaint = command.read_config(given->file))
        return complain(*complaint, input_wrong);
    }
    given->settings.power_loss_safety = !given->is_fast;
    return run(given->config, given->settings);
  });
}

}  // namespace hotaka::cli
