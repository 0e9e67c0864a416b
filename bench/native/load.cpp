// hotaka_bench load: people at a server, as many as it can bear: what an action costs it, and how
// long one takes.

#include <arpa/inet.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include "native/bench.h"
#include "native/load_table.h"

namespace hotaka::bench {

namespace {

struct LoadArgs {
  std::string url;  // http://127.0.0.1:8080
  std::string game = "dragons";
  int tables = 100;
  int pace = 0;  // ms that a person thinks, more or less; 0: none
  double warmup = 2;
  double seconds = 10;
  int bot_tables = 0;  // further tables, of spirits, where bots play among themselves
  int server = 0;      // the process whose CPU and memory are looked at; 0: none
};

// http://NUMBERS:PORT; nothing if it is anything else.
std::optional<sockaddr_in> address_of(std::string_view url) {
  constexpr std::string_view scheme = "http://";
  if (!url.starts_with(scheme)) return std::nullopt;
  url.remove_prefix(scheme.size());
  if (url.ends_with('/')) url.remove_suffix(1);
  const auto colon = url.find(':');
  std::uint16_t port = 0;
  if (colon == std::string_view::npos) return std::nullopt;
  std::from_chars(url.data() + colon + 1, url.data() + url.size(), port);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  const std::string host(url.substr(0, colon));
  if (port == 0 || inet_pton(AF_INET, host.c_str(), &address.sin_addr) != 1) return std::nullopt;
  return address;
}

class Load {
 public:
  Load(const LoadArgs& given, const sockaddr_in& server)
      : given_(given), server_(server), epoll_(epoll_create1(EPOLL_CLOEXEC)) {
    run_.pace = given.pace;
  }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;
  ~Load() { close(epoll_); }

  int run() {
    const double memory = anonymous_kb(given_.server);
    if (!open()) return complain("the server does not let everybody in", input_wrong);
    wait(1000 * given_.warmup);
    const double grown = anonymous_kb(given_.server) - memory;
    const std::uint64_t actions = run_.actions;
    const Used before = used_now(given_.server);
    run_.measuring = true;
    wait(1000 * given_.seconds);
    run_.measuring = false;
    print(before, used_now(given_.server), run_.actions - actions, grown / given_.tables);
    return run_.times.count() > 0 ? all_right : complain("nothing was played", input_wrong);
  }

 private:
  LoadPerson* add_person() {
    people_.push_back(std::make_unique<LoadPerson>());
    return people_.back().get();
  }

  // Lets everybody in, some tables at a time; returns when all games have begun.
  bool open() {
    constexpr std::size_t at_once = 20;
    const auto wanted =
        static_cast<std::size_t>(given_.tables) + static_cast<std::size_t>(given_.bot_tables);
    double last = load_clock();
    while (run_.started < wanted) {
      while (tables_.size() < wanted && tables_.size() < run_.started + at_once) {
        add_table();
        last = load_clock();
      }
      constexpr double patience = 20'000;
      if (failed_ || load_clock() - last > patience) return false;
      turn(load_clock() + 100);
    }
    return true;
  }

  void add_table() {
    const std::size_t first = people_.size();
    const bool timed = given_.game == "ratuki";
    const bool bots = tables_.size() >= static_cast<std::size_t>(given_.tables);
    const std::size_t count = bots ? 1 : timed ? 5 : 2;
    std::vector<LoadPerson*> people;
    while (people.size() < count) people.push_back(add_person());
    if (bots) {
      tables_.push_back(std::make_unique<BotTable>(
          run_, R"({"type":"create","game":"spirits","open":false})", people));
    } else if (given_.game == "crosses") {
      tables_.push_back(std::make_unique<CrossesTable>(run_, "", people));
    } else if (timed) {
      tables_.push_back(std::make_unique<TimedTable>(
          run_, R"({"type":"create","game":"ratuki","options":{"players":5},"open":false})",
          people));
    } else {
      tables_.push_back(std::make_unique<TurnTable>(
          run_, R"({"type":"create","game":"dragons","open":false})", people));
    }
    for (std::size_t i = first; i < people_.size(); ++i) {
      const std::string path =
          given_.game == "crosses" ? fmt::format("/m{}/{}", tables_.size(), people_[i]->place) : "";
      failed_ |= !people_[i]->socket.open(epoll_, server_, static_cast<std::uint32_t>(i), path);
    }
  }

  void wait(double ms) {
    const double until = load_clock() + ms;
    while (load_clock() < until && !failed_) {
      turn(until);
      if (run_.pace < 0 && run_.measuring) ping_somebody();
    }
  }

  // Nobody plays: how long does an answer take?
  void ping_somebody() {
    LoadPerson& person = *people_[run_.rng.below(static_cast<std::uint32_t>(people_.size()))];
    if (person.sent != 0) return;
    person.sent = load_clock();
    person.socket.send("{\"type\":\"ping\",\"c\":0}");
  }

  void turn(double until) {
    std::array<epoll_event, 256> events{};
    while (!run_.alarms.empty() && run_.alarms.top().at <= load_clock()) {
      const auto alarm = run_.alarms.top();
      run_.alarms.pop();
      alarm.table->ring(alarm.place);
    }
    if (!run_.alarms.empty()) until = std::min(until, run_.alarms.top().at);
    if (run_.pace < 0) until = std::min(until, load_clock() + 2);
    // As fast as answers come: we look by ourselves, so that the server does not pay for waking us.
    if (run_.pace == 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
    const int ms = run_.pace == 0 ? 0 : std::max(0, static_cast<int>(until - load_clock()));
    const int count = epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), ms);
    for (int i = 0; i < count; ++i) {
      LoadPerson& person = *people_[events[static_cast<std::size_t>(i)].data.u32];
      const bool was_open = person.socket.is_open();
      failed_ |=
          !person.socket.read([&](std::string_view text) { person.table->heard(person, text); });
      if (!was_open && person.socket.is_open()) person.table->opened(person);
    }
  }

  void print(const Used& before, const Used& after, std::uint64_t actions, double kb) {
    const double wall = after.wall - before.wall;
    const double server = after.server - before.server;
    const double client = after.client - before.client;
    const double foreign = after.machine - before.machine - server - client;
    fmt::print(
        "{{\"game\":\"{}\",\"tables\":{},\"pace_ms\":{},\"seconds\":{:.2f},\"actions\":{},"
        "\"actions_per_s\":{:.0f},\"p50_ms\":{:.3f},\"p99_ms\":{:.3f},\"max_ms\":{:.3f},",
        given_.game, given_.tables, given_.pace, wall, actions, static_cast<double>(actions) / wall,
        run_.times.quantile(0.5), run_.times.quantile(0.99), run_.times.quantile(1));
    if (run_.settled.count() > 0)
      fmt::print("\"settled\":{},\"settled_p99_ms\":{:.3f},", run_.settled.count(),
                 run_.settled.quantile(0.99));
    fmt::print(
        "\"server_us_per_action\":{:.1f},\"server_cpu_pct\":{:.0f},\"client_cpu_pct\":{:.0f},"
        "\"foreign_cpu_pct\":{:.0f},\"kb_per_table\":{:.1f},\"games\":{},\"refused\":{}",
        actions > 0 ? 1e6 * server / static_cast<double>(actions) : 0, 100 * server / wall,
        100 * client / wall, 100 * foreign / wall, kb, run_.games, run_.refused);
    if (!run_.why.empty()) fmt::print(",\"first_refusal\":{}", run_.why);
    fmt::print("}}\n");
  }

  const LoadArgs& given_;
  sockaddr_in server_;
  int epoll_;
  LoadRun run_;
  bool failed_ = false;  // a connection was closed
  std::vector<std::unique_ptr<LoadPerson>> people_;
  std::vector<std::unique_ptr<LoadTable>> tables_;
};

// Prints one line of JSON.
int run_load(const LoadArgs& given) {
  const auto server = address_of(given.url);
  if (!server) return complain("load needs an address such as http://127.0.0.1:8080", usage_wrong);
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  return Load(given, *server).run();
}

}  // namespace

void add_load(Parser& parser) {
  auto given = std::make_shared<LoadArgs>();
  Command command = parser.add_command("load", "Play at a running server and measure it");
  command.argument("URL", given->url, "The server's address").required();
  command.argument("--game", given->game, "What to play; crosses: at bench/peers/ws_server.mjs")
      .one_of({"dragons", "ratuki", "crosses"});
  command.argument("--tables", given->tables, "How many tables").range(1, 9000);
  command.argument("--pace", given->pace,
                   "Milliseconds that a player thinks; 0: as fast as answers come; -1: forever");
  command.argument("--seconds", given->seconds, "How long to measure");
  command.argument("--warmup", given->warmup, "Seconds before that");
  command.argument("--bot-tables", given->bot_tables, "Further tables where bots play spirits")
      .range(0, 9000);
  command
      .argument("--server-process", given->server,
                "The process whose CPU time and memory are reported")
      .hide_default();
  command.footer("Example: hotaka_bench load http://127.0.0.1:8080 --tables 500 --pace 1000");
  command.on_run([given] { return run_load(*given); });
}

}  // namespace hotaka::bench
