// Appends entries to one table as fast as it can and prints the index of each that was
// acknowledged, until somebody kills it. store_appender WHERE

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <string>
#include <thread>

#include "store/store.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  auto opened = hotaka::store::open_store(argv[1]);
  if (!opened) {
    std::fprintf(stderr, "%s\n", opened.error().message.c_str());
    return 1;
  }
  std::atomic<int> unanswered = 0;
  for (std::int64_t index = 0;; ++index) {
    while (unanswered > 50) std::this_thread::yield();
    ++unanswered;
    hotaka::store::Write one;
    one.entries.push_back({"t", index, "line " + std::to_string(index)});
    (*opened)->write(std::move(one),
                     [&unanswered, index](const hotaka::store::WriteResult& outcome) {
                       const std::string said = std::to_string(index) + "\n";
                       if (!outcome || write(1, said.data(), said.size()) < 0) _exit(1);
                       --unanswered;
                     });
  }
}
