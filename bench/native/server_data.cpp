// hotaka_bench server-data: a data folder as a server has after some time of use, to measure how
// fast it starts with it.

#include <fmt/format.h>

#include "base/rng.h"
#include "base/text.h"
#include "native/bench.h"
#include "store/store.h"
#include "table/table.h"

namespace hotaka::bench {

namespace {

using Lines = std::vector<std::string>;
constexpr std::string_view no_id = "00000000";

// The journal of a game of dragons of about 100 entries; given up then, if it is to be over.
Lines journal_of(std::uint64_t seed, bool over) {
  Rng rng(seed);
  fair::Secret secret;
  for (std::uint8_t& byte : secret.bytes) byte = static_cast<std::uint8_t>(rng.next());
  table::Setup setup;
  setup.game = "dragons";
  const auto made = table::Table::make(no_id, setup, {"pwhite", "White"}, secret, 1);
  table::Table& table = **made;
  (void)table.sit(0, {"pwhite", "White"}, "", 2);
  (void)table.sit(1, {"pblack", "Black"}, "", 3);
  (void)table.start(4);
  std::vector<std::string> actions;
  constexpr std::int64_t entries = 100;
  for (int i = 0; table.version() < entries && table.stage() == table::Stage::running; ++i) {
    const Seat seat = table.game().acting().lowest();
    actions.clear();
    table.game().legal_texts(seat, actions);
    table::Act act;
    act.action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    (void)table.act(seat, act, 5 + i);
  }
  if (over) (void)table.resign(0, 100);
  const std::string written = table.take_step().lines;
  const auto lines = split(written, '\n');
  return {lines.begin(), lines.end()};
}

int write_server_data(const std::string& folder) {
  constexpr int running = 5000;
  constexpr int finished = 100'000;
  constexpr int together = 500;  // tables in a write
  constexpr std::size_t kinds = 100;
  auto opened = store::open_store(folder);
  if (!opened) return complain(opened.error(), input_wrong);
  std::vector<Lines> journals;
  journals.reserve(kinds);
  for (std::size_t i = 0; i < kinds; ++i) journals.push_back(journal_of(i, i >= kinds / 2));
  Progress progress("writing games", running + finished);
  store::Write write;
  for (int i = 0; i < running + finished; ++i) {
    const bool over = i >= running;
    const std::string id = fmt::format("{:08x}", static_cast<std::uint32_t>(i + 1) * 2654435761U);
    write.tables.push_back({id, "dragons", store::TableState::running, i, i, {}});
    Lines lines = journals[static_cast<std::size_t>(i) % (kinds / 2) + (over ? kinds / 2 : 0)];
    lines[0].replace(lines[0].find(no_id), no_id.size(), id);
    std::string journal;
    for (const std::string& line : lines) journal += line + '\n';
    std::int64_t index = -1;
    for (std::string& line : lines) write.entries.push_back({id, ++index, std::move(line)});
    if (over) write.finishes.push_back({id, i, std::move(journal)});
    if ((i + 1) % together != 0) continue;
    if (const auto outcome = (*opened)->write_now(std::exchange(write, {})); !outcome)
      return complain(outcome.why, input_wrong);
    progress.at(static_cast<std::uint64_t>(i) + 1);
  }
  fmt::print("{}: {} finished and {} running games\n", folder, finished, running);
  return all_right;
}

}  // namespace

void add_server_data(Parser& parser) {
  auto folder = std::make_shared<std::string>();
  Command command = parser.add_command(
      "server-data", "Write a data folder with many games, to start a server with");
  command.argument("FOLDER", *folder, "The folder to write").required();
  command.footer("Example: hotaka_bench server-data data-of-many");
  command.on_run([folder] { return write_server_data(*folder); });
}

}  // namespace hotaka::bench
