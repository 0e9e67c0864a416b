#include "store/writer.h"

#include <algorithm>
#include <map>
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

void Writer::push(TakeWrites take, WriteCallback done) {
  bool was_idle = false;
  {
    const std::lock_guard lock(mutex_);
    was_idle = std::exchange(is_idle_, false);
    waiting_.push_back({std::move(take), std::move(done), {}, {}});
  }
  if (was_idle) wake_.notify_one();
}

void Writer::run() {
  std::vector<Call> group;
  std::unique_lock lock(mutex_);
  while (true) {
    pause(lock);
    is_idle_ = waiting_.empty();
    wake_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    group.swap(waiting_);
    lock.unlock();
    store(group);
    group.clear();
    lock.lock();
  }
}

void Writer::pause(std::unique_lock<std::mutex>& lock) {
  const auto begun = [this](std::size_t back) { return begun_[(count_ - back) % max_rate]; };
  const Clock::time_point now = Clock::now();
  if (now - begun(min_rate) > 6 * commit_delay_ || now - begun(max_rate) < commit_delay_) return;
  wake_.wait_until(lock, begun(1) + commit_delay_, [this] { return stopping_; });
}

void Writer::store(std::vector<Call>& group) {
  std::vector<const Write*> all;
  bool valid = true;
  const Clock::time_point now = Clock::now();
  for (Call& call : group) {
    call.writes = call.take();
    for (const Write& write : call.writes) {
      all.push_back(&write);
      call.results.push_back(check(write));
      valid &= static_cast<bool>(call.results.back());
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) begun_[count_++ % max_rate] = now;
  const WriteResult together =
      valid ? sink_.commit(all) : WriteResult{WriteError::invalid, "one of them is invalid"};
  if (!together && together.error != WriteError::unavailable) {
    store_separately(group);
  } else {
    for (Call& call : group) call.results.assign(call.writes.size(), together);
  }
  for (const Call& call : group) {
    if (call.done) call.done(call.results);
  }
}

namespace {

template <class F>
void each_table(const Write& write, F&& f) {
  for (const Table& table : write.tables) f(table.id);
  for (const TableId& id : write.closed_tables) f(id);
  for (const Entry& entry : write.entries) f(entry.table);
  for (const Finish& finish : write.finishes) f(finish.table);
}

}  // namespace

// At least one of them cannot be stored: it must not stop the others.
void Writer::store_separately(std::vector<Call>& group) {
  WriteResult whole = sink_.begin();
  for (Call& call : group) {
    std::map<TableId, WriteResult> failed;
    for (std::size_t i = 0; i < call.writes.size() && whole; ++i) {
      const Write& write = call.writes[i];
      WriteResult& result = call.results[i];
      each_table(write, [&](const TableId& id) {
        if (const auto found = failed.find(id); result && found != failed.end())
          result = found->second;
      });
      if (result) result = sink_.add(write);
      if (result.error == WriteError::unavailable) whole = result;
      if (!result) each_table(write, [&](const TableId& id) { failed.emplace(id, result); });
    }
  }
  if (whole) whole = sink_.end();
  if (whole) return;
  for (Call& call : group) {
    for (WriteResult& result : call.results) {
      if (result) result = whole;
    }
  }
}

}  // namespace hotaka::store
