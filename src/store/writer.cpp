#include "store/writer.h"

#include <utility>

#include "store/check.h"

namespace hotaka::store {

Writer::~Writer() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Writer::push(Write write, Done done) {
  bool was_empty = false;
  {
    const std::lock_guard lock(mutex_);
    was_empty = waiting_.empty();
    waiting_.push_back({std::move(write), std::move(done)});
  }
  if (was_empty) wake_.notify_one();
}

void Writer::run() {
  std::vector<Waiting> group;
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    group.swap(waiting_);
    lock.unlock();
    store(group);
    group.clear();
    lock.lock();
  }
}

void Writer::store(std::vector<Waiting>& group) {
  const auto finish = [](const Waiting& one, const Outcome& outcome) {
    if (one.done) one.done(outcome);
  };
  std::erase_if(group, [&](const Waiting& one) {
    const Outcome outcome = check(one.write);
    if (!outcome) finish(one, outcome);
    return !outcome;
  });
  if (group.empty()) return;
  const Outcome together = sink_.commit(group.data(), group.size());
  // One that cannot be stored must not stop the others: they are tried one by one.
  const bool one_is_wrong = !together && together.trouble != Trouble::unavailable;
  for (const Waiting& one : group) {
    finish(one, one_is_wrong && group.size() > 1 ? sink_.commit(&one, 1) : together);
  }
}

}  // namespace hotaka::store
