#pragma once
// Group commit: one thread takes everything that waits and stores it in one transaction.

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "store/store.h"

namespace hotaka::store {

struct Waiting {
  Write write;
  Done done;
};

// Stores some writes, all of them or none. Never throws.
class Sink {
 public:
  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  virtual ~Sink() = default;
  virtual Outcome commit(const Waiting* writes, std::size_t count) = 0;
};

class Writer {
 public:
  explicit Writer(Sink& sink) : sink_(sink), thread_([this] { run(); }) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer();  // after what waits has been written

  void push(Write write, Done done);

 private:
  void run();
  void store(std::vector<Waiting>& group);

  Sink& sink_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Waiting> waiting_;
  bool stopping_ = false;
  std::thread thread_;  // last: it begins when everything above is there
};

}  // namespace hotaka::store
