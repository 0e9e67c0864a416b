// hotaka_bench store: what a journal entry costs on SQLite.

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <filesystem>
#include <mutex>

#include <fmt/format.h>

#include "base/rng.h"
#include "native/bench.h"
#include "store/store.h"

namespace hotaka::bench {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto line = R"({"seat":0,"do":"24-18","at":1234567890})";

double cpu_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

// Tables take turns at random, as on a busy server; each entry is a write of its own.
class StoreLoad {
 public:
  StoreLoad(store::Store& store, std::size_t tables) : store_(store) {
    for (std::size_t i = 0; i < tables; ++i) {
      ids_.push_back(fmt::format("{:08x}", static_cast<std::uint32_t>(i * 2654435761U)));
    }
    next_.resize(tables);
  }

  // Returns the latency of each entry in microseconds; empty if one failed.
  std::vector<double> run(int entries, int group) {
    std::vector<double> latencies;
    group_ = group;
    for (int done = 0; done < entries; done += group) {
      const auto start = Clock::now();
      for (int i = 0; i < group; ++i) write_one();
      if (!wait()) return {};
      latencies.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    }
    return latencies;
  }

 private:
  void write_one() {
    const std::size_t table = rng_.below(static_cast<std::uint32_t>(ids_.size()));
    store::Write write;
    write.entries.push_back({ids_[table], next_[table]++, line});
    store_.write(std::move(write), [this](const store::WriteResult& outcome) {
      const std::lock_guard lock(mutex_);
      ++answered_;
      if (!outcome) failed_ = true;
      if (answered_ == group_) ready_.notify_one();
    });
  }

  bool wait() {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [&] { return answered_ == group_; });
    answered_ = 0;
    return !failed_;
  }

  store::Store& store_;
  Rng rng_{1};
  std::vector<std::string> ids_;
  std::vector<std::int64_t> next_;
  std::mutex mutex_;
  std::condition_variable ready_;
  int group_ = 1;
  int answered_ = 0;
  bool failed_ = false;
};

int measure(const std::string& folder, std::size_t tables, int group, bool power_loss) {
  auto opened = store::open_store(folder, {.power_loss_safety = power_loss});
  if (!opened) return complain(opened.error(), input_wrong);
  StoreLoad load(**opened, tables);
  const int entries = group == 1 ? 10'000 : 100'000;
  const double cpu = cpu_microseconds();
  const auto start = Clock::now();
  auto latencies = load.run(entries, group);
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (latencies.empty()) return complain("an entry was not stored", input_wrong);
  std::sort(latencies.begin(), latencies.end());
  fmt::print(
      "{:>5} tables, groups of {:>3}{}: {:>5.2f} us of CPU an entry, {:>6.0f} entries/s, "
      "group p50 {:.2f} ms, p99 {:.2f} ms\n",
      tables, group, power_loss ? ", power loss survived" : "",
      (cpu_microseconds() - cpu) / entries, entries / seconds,
      latencies[latencies.size() / 2] / 1e3, latencies[latencies.size() * 99 / 100] / 1e3);
  return all_right;
}

// A server's start: it reads the open tables with their journals, and must not feel the others.
int measure_start(const std::string& folder) {
  constexpr int running = 5000;
  constexpr int finished = 100'000;
  constexpr int entries = 100;
  {
    auto opened = store::open_store(folder);
    if (!opened) return complain(opened.error(), input_wrong);
    for (int i = 0; i < running + finished; ++i) {
      store::Write write;
      const std::string id = fmt::format("{:08x}", static_cast<std::uint32_t>(i) * 2654435761U);
      write.tables.push_back({id, "dragons", store::TableState::running, i, i, {}});
      std::string journal;
      for (int index = 0; index < entries; ++index) {
        write.entries.push_back({id, index, line});
        journal += std::string(line) + '\n';
      }
      if (i % 21 != 0) write.finishes.push_back({id, i, std::move(journal)});
      if (i % 1000 == 0) {
        if (const auto outcome = (*opened)->write_now(std::move(write)); !outcome) {
          return complain(outcome.why, input_wrong);
        }
      } else {
        (*opened)->write(std::move(write), nullptr);
      }
    }
  }
  const auto start = Clock::now();
  auto opened = store::open_store(folder);
  if (!opened) return complain(opened.error(), input_wrong);
  std::size_t bytes = 0;
  std::size_t read = 0;
  const auto tables =
      (*opened)->open_journals([&](const store::TableId&, const std::vector<store::Entry>& lines) {
        read += lines.size();
        for (const auto& entry : lines) bytes += entry.line.size();
      });
  if (!tables) return complain(tables.error(), input_wrong);
  fmt::print(
      "start with {} finished tables: {} open ones and their {} entries ({} bytes) read in "
      "{:.2f} s\n",
      finished, *tables, read, bytes, std::chrono::duration<double>(Clock::now() - start).count());
  return all_right;
}

int measure_all() {
  namespace fs = std::filesystem;
  const fs::path base = fs::temp_directory_path() / fmt::format("hotaka-bench-{}", getpid());
  int status = all_right;
  for (const std::size_t tables : {200, 5000}) {
    for (const int group : {1, 20, 100}) {
      status = std::max(status, measure(base.string(), tables, group, false));
      fs::remove_all(base);
    }
  }
  status = std::max(status, measure_start(base.string()));
  fs::remove_all(base);
  return status;
}

}  // namespace

void add_store(Parser& parser) {
  Command command =
      parser.add_command("store", "Measure journal entries on SQLite, in a temporary folder");
  command.footer("Example: hotaka_bench store");
  command.on_run([] { return measure_all(); });
}

}  // namespace hotaka::bench
