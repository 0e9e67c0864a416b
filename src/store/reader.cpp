#include "store/reader.h"

#include <algorithm>
#include <utility>

namespace hotaka::store {

Reader::~Reader() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    queue_.clear();
  }
  asked_.notify_all();
  changed_.notify_one();
  for (std::thread& thread : reading_) thread.join();
  watching_.join();
}

void Reader::push(Question question) {
  {
    const std::lock_guard lock(mutex_);
    open_.push_back(std::make_shared<Question>(std::move(question)));
    queue_.push_back(open_.back());
  }
  asked_.notify_one();
  changed_.notify_one();
}

void Reader::read() {
  std::unique_lock lock(mutex_);
  while (true) {
    asked_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (queue_.empty()) return;
    const auto question = std::move(queue_.front());
    queue_.pop_front();
    if (std::ranges::find(open_, question) == open_.end()) continue;
    lock.unlock();
    const auto tell = question->answer();
    lock.lock();
    if (std::erase(open_, question) == 0) continue;
    lock.unlock();
    tell();
    lock.lock();
  }
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
