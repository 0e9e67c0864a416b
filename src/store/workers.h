#pragma once
// Threads for work that would keep others waiting.

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace hotaka::store {

class Workers {
 public:
  using Task = std::function<void()>;

  // The system's priority of the threads: 0 is the usual one, 19 the lowest.
  Workers(int threads, int niceness);
  ~Workers() { stop(); }

  void post(Task task);
  // After the tasks that were begun; returns the others.
  std::deque<Task> stop();
  std::size_t waiting() const;

 private:
  void work(int niceness);

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Task> tasks_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace hotaka::store
