#include "server/loop.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <stdexcept>

namespace hotaka::server {

Loop::Loop()
    : epoll_(epoll_create1(EPOLL_CLOEXEC)), event_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  if (epoll_ < 0 || event_ < 0) throw std::runtime_error("the system gives no more descriptors");
  control(EPOLL_CTL_ADD, event_, nullptr, EPOLLIN);
}

Loop::~Loop() {
  close(event_);
  close(epoll_);
}

void Loop::add(int fd, FdHandler& handler, std::uint32_t events) {
  control(EPOLL_CTL_ADD, fd, &handler, events);
}

void Loop::modify(int fd, FdHandler& handler, std::uint32_t events) {
  control(EPOLL_CTL_MOD, fd, &handler, events);
}

void Loop::remove(int fd) { control(EPOLL_CTL_DEL, fd, nullptr, 0); }

void Loop::control(int operation, int fd, FdHandler* handler, std::uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.ptr = handler;
  epoll_ctl(epoll_, operation, fd, &event);
}

void Loop::wake() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(event_, &one, sizeof one);
}

void Loop::post(Task task) {
  bool first = false;
  {
    const std::lock_guard lock(mutex_);
    first = tasks_.empty();
    tasks_.push_back(std::move(task));
  }
  if (first) wake();
}

void Loop::stop() {
  stopped_ = true;
  wake();
}

void Loop::run_tasks() {
  std::vector<Task> tasks;
  {
    const std::lock_guard lock(mutex_);
    tasks.swap(tasks_);
  }
  for (const Task& task : tasks) task();
}

void Loop::run(const std::function<int()>& on_iteration) {
  while (!stopped_) run_iteration(on_iteration());
}

void Loop::run_iteration(int wait_ms) {
  std::array<epoll_event, 256> events{};
  const int found = epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), wait_ms);
  woke_at_ = std::chrono::steady_clock::now();
  bool woken = false;
  for (int i = 0; i < found; ++i) {
    const epoll_event& event = events[static_cast<std::size_t>(i)];
    if (event.data.ptr == nullptr) {
      std::uint64_t number = 0;
      [[maybe_unused]] const auto taken = ::read(event_, &number, sizeof number);
      woken = true;
    } else {
      static_cast<FdHandler*>(event.data.ptr)->on_ready(event.events);
    }
  }
  if (woken) run_tasks();
}

std::int64_t wall_clock() {
  using namespace std::chrono;
  // Reads the system's clock once and then counts steadily: setting that clock must not end a game.
  static const auto offset = duration_cast<nanoseconds>(system_clock::now().time_since_epoch()) -
                             duration_cast<nanoseconds>(steady_clock::now().time_since_epoch());
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch() + offset).count();
}

}  // namespace hotaka::server
