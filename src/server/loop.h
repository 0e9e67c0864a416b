#pragma once
// One thread that waits for sockets, for tasks from other threads and for time.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

namespace hotaka::server {

// Handles the events of a file descriptor.
class FdHandler {
 public:
  virtual ~FdHandler() = default;
  virtual void on_ready(std::uint32_t events) = 0;
};

class Loop {
 public:
  using Task = std::function<void()>;

  Loop();
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // Calls the handler in every iteration in which one of the events (EPOLLIN ..) holds. A handler
  // must live until the end of the iteration in which it was removed.
  void add(int fd, FdHandler& handler, std::uint32_t events);
  void modify(int fd, FdHandler& handler, std::uint32_t events);
  void remove(int fd);

  // From any thread: runs the task on the loop's thread.
  void post(Task task);
  // From any thread and from a signal handler.
  void stop();

  // Runs until stop(). Before each iteration `on_iteration` returns how many ms it may wait.
  void run(const std::function<int()>& on_iteration);
  // Waits at most `wait_ms` (-1: without a limit) for events; handles them, then runs the tasks.
  void run_iteration(int wait_ms);
  // When the current iteration stopped waiting.
  std::chrono::steady_clock::time_point woke_at() const { return woke_at_; }

 private:
  void control(int operation, int fd, FdHandler* handler, std::uint32_t events);
  void wake();
  void run_tasks();

  int epoll_ = -1;
  int event_ = -1;
  std::atomic<bool> stopped_ = false;
  std::chrono::steady_clock::time_point woke_at_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::vector<Task> tasks_;
};

// Milliseconds since 1970.
std::int64_t wall_clock();

}  // namespace hotaka::server
