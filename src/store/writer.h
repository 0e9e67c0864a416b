#pragma once
// Group commit: one thread takes everything that waits and stores it in one transaction.

#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "store/store.h"

namespace hotaka::store {

// Takes writes into a transaction. None of these throws.
class Sink {
 public:
  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  virtual ~Sink() = default;
  // Stores all of them, or nothing.
  virtual WriteResult commit(const std::vector<const Write*>& writes) = 0;
  // The same in steps, slower: a write that cannot be added leaves no trace, and the others stay.
  // After `unavailable` the transaction is gone.
  virtual WriteResult begin() = 0;
  virtual WriteResult add(const Write& write) = 0;
  virtual WriteResult end() = 0;
};

class Writer {
 public:
  // Where the last `commit_siblings` commits began within 5 ms, the next one begins no sooner than
  // `commit_delay` after the last, so that more is stored with it; a lone player never waits. A
  // delay of 1 ms saves a tenth of the server's time at 2,000 tables with an action a second each,
  // and a fifth at 5,000 (`node bench/server.mjs curve`).
  explicit Writer(Sink& sink, std::chrono::microseconds commit_delay = {})
      : sink_(sink), commit_delay_(commit_delay), thread_([this] { run(); }) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer();  // after what waits has been written

  void push(std::vector<Write> writes, WriteCallback done);

 private:
  // One call of push().
  struct Call {
    std::vector<Write> writes;
    WriteCallback done;
    std::vector<WriteResult> results;
  };

  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t commit_siblings = 4;

  void run();
  void store(std::vector<Call>& group);
  void store_separately(std::vector<Call>& group);

  Sink& sink_;
  const std::chrono::microseconds commit_delay_;
  std::array<Clock::time_point, commit_siblings> begun_{};  // the last commits, by turns
  std::size_t commits_ = 0;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Call> waiting_;
  bool stopping_ = false;
  std::thread thread_;  // last: it begins when everything above is there
};

}  // namespace hotaka::store
