#include "native/load_figures.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <string>

#include <fmt/format.h>

namespace hotaka::bench {

namespace {

double ticks_per_second() { return static_cast<double>(sysconf(_SC_CLK_TCK)); }

double cpu_of(int process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string text;
  std::getline(file, text);
  const auto behind_name = text.rfind(')');
  if (behind_name == std::string::npos) return 0;
  std::vector<std::string> fields;
  for (std::size_t at = behind_name + 2; at < text.size();) {
    const auto end = std::min(text.find(' ', at), text.size());
    fields.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  constexpr std::size_t user = 11;
  constexpr std::size_t system = 12;
  if (fields.size() <= system) return 0;
  return (std::stod(fields[user]) + std::stod(fields[system])) / ticks_per_second();
}

double cpu_of_machine() {
  std::ifstream file("/proc/stat");
  std::string name;
  file >> name;
  double busy = 0;
  constexpr int kinds = 8;
  constexpr int idle = 3;
  constexpr int waiting = 4;
  for (int i = 0; i < kinds; ++i) {
    double ticks = 0;
    file >> ticks;
    if (i != idle && i != waiting) busy += ticks;
  }
  return busy / ticks_per_second();
}

}  // namespace

double Times::quantile(double share) {
  if (all_.empty()) return 0;
  const auto place =
      std::min(all_.size() - 1, static_cast<std::size_t>(share * static_cast<double>(all_.size())));
  const auto at = all_.begin() + static_cast<std::ptrdiff_t>(place);
  std::nth_element(all_.begin(), at, all_.end());
  return *at;
}

Used used_now(int server) {
  using namespace std::chrono;
  Used used;
  used.wall = duration<double>(steady_clock::now().time_since_epoch()).count();
  used.server = server > 0 ? cpu_of(server) : 0;
  used.client = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  used.machine = cpu_of_machine();
  return used;
}

double anonymous_kb(int process) {
  std::ifstream file(fmt::format("/proc/{}/status", process));
  for (std::string word; file >> word;) {
    double kb = 0;
    if (word == "RssAnon:" && file >> kb) return kb;
  }
  return 0;
}

}  // namespace hotaka::bench
