#pragma once
// One thread that waits for sockets, for tasks from other threads and for time.

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

namespace hotaka::server {

// Whoever wants to know that a descriptor is ready.
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void ready(std::uint32_t events) = 0;
};

class Loop {
 public:
  using Task = std::function<void()>;

  Loop();
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // A watcher must live until the end of the turn in which it was forgotten.
  void watch(int fd, Watcher& watcher, std::uint32_t events);
  void change(int fd, Watcher& watcher, std::uint32_t events);
  void forget(int fd);

  // From any thread: runs the task in the loop's thread.
  void post(Task task);
  // From any thread and from a signal handler.
  void stop();

  // Until stop(). Each turn: what is ready, then tasks, then `turn`, which says how many ms the
  // next wait may last at most (-1: for ever).
  void run(const std::function<int()>& turn);

 private:
  void wake();
  void run_tasks();

  int epoll_ = -1;
  int event_ = -1;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::vector<Task> tasks_;
};

// Milliseconds since 1970.
std::int64_t wall_clock();

}  // namespace hotaka::server
