#include "store/reader.h"

#include <algorithm>
#include <utility>

namespace hotaka::store {

Reader::~Reader() {
  reading_.stop();
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  watching_.join();
}

void Reader::push(Question question) {
  const auto shared = std::make_shared<Question>(std::move(question));
  {
    const std::lock_guard lock(mutex_);
    open_.push_back(shared);
  }
  changed_.notify_one();
  reading_.post([this, shared] { answer(shared); });
}

void Reader::answer(const Shared& question) {
  std::unique_lock lock(mutex_);
  if (std::ranges::find(open_, question) == open_.end()) return;
  lock.unlock();
  const auto tell = question->answer();
  lock.lock();
  if (std::erase(open_, question) == 0) return;
  lock.unlock();
  tell();
}

void Reader::watch() {
  std::unique_lock lock(mutex_);
  while (!stopping_ || !open_.empty()) {
    if (open_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const auto first = std::ranges::min_element(
        open_, {}, [](const auto& question) { return question->deadline; });
    if (!stopping_ && Clock::now() < (*first)->deadline) {
      const auto until = (*first)->deadline;  // it may be answered and gone meanwhile
      changed_.wait_until(lock, until);
      continue;
    }
    const auto question = std::move(*first);
    open_.erase(first);
    lock.unlock();
    question->late();
    lock.lock();
  }
}

}  // namespace hotaka::store
