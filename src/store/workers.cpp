#include "store/workers.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <utility>

namespace hotaka::store {

Workers::Workers(int threads, int niceness) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this, niceness] { work(niceness); });
}

std::deque<Workers::Task> Workers::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  return std::exchange(tasks_, {});
}

void Workers::post(Task task) {
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  wake_.notify_one();
}

std::size_t Workers::waiting() const {
  const std::lock_guard lock(mutex_);
  return tasks_.size();
}

void Workers::work(int niceness) {
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), niceness);
  for (;;) {
    Task task;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
      if (stopping_) return;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task();
  }
}

}  // namespace hotaka::store
