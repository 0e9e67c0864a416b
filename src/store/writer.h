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

// Takes writes into transactions. None of these throws.
class Sink {
 public:
  virtual ~Sink() = default;
  // Stores all of them, or nothing.
  virtual WriteResult commit(const std::vector<const Write*>& writes) = 0;
  // The same in steps, slower: a write that cannot be added leaves no trace, and the others are
  // stored by end(). After `unavailable` nothing is.
  virtual WriteResult add(const Write& write) = 0;
  virtual WriteResult end() = 0;
};

class Writer {
 public:
  // Under moderate load the next commit begins `commit_delay` after the last one, so that writes
  // share it. A single player never waits. Above `max_rate` writes in a delay nobody waits either,
  // because they gather anyway.
  explicit Writer(Sink& sink, std::chrono::microseconds commit_delay = {})
      : sink_(sink), commit_delay_(commit_delay), thread_([this] { run(); }) {}
  ~Writer();  // after what waits has been written

  void push(TakeWrites take, WriteCallback done);

 private:
  // One call of push().
  struct Call {
    TakeWrites take;
    WriteCallback done;
    std::vector<Write> writes;
    std::vector<WriteResult> results;
  };

  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t min_rate = 8;  // in six delays
  static constexpr std::size_t max_rate = 32;

  void run();
  void pause(std::unique_lock<std::mutex>& lock);
  void store(std::vector<Call>& group);
  WriteResult store_separately(std::vector<Call>& group);

  Sink& sink_;
  const std::chrono::microseconds commit_delay_;
  std::array<Clock::time_point, max_rate> begun_{};  // the commits of the last writes, by turns
  std::size_t count_ = 0;                            // of writes
  std::mutex mutex_;
  std::condition_variable called_;
  std::condition_variable stopped_;  // calls do not wake who pauses
  std::vector<Call> waiting_;
  bool stopping_ = false;
  std::thread thread_;  // last: it begins when everything above is there
};

}  // namespace hotaka::store
