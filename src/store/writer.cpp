#include "store/writer.h"

#include <algorithm>
#include <map>
#include <utility>

namespace hotaka::store {

Writer::~Writer() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  called_.notify_one();
  stopped_.notify_one();
  thread_.join();
}

void Writer::push(TakeWrites take, WriteCallback done) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back({std::move(take), std::move(done), {}, {}});
  }
  called_.notify_one();
}

void Writer::run() {
  begun_.fill(Clock::now() - 7 * commit_delay_);  // long ago
  std::vector<Call> group;
  std::unique_lock lock(mutex_);
  while (true) {
    pause(lock);
    called_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
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
  stopped_.wait_until(lock, begun(1) + commit_delay_, [this] { return stopping_; });
}

void Writer::store(std::vector<Call>& group) {
  std::vector<const Write*> all;
  const Clock::time_point now = Clock::now();
  for (Call& call : group) {
    call.writes = call.take();
    call.results.resize(call.writes.size());
    for (const Write& write : call.writes) {
      all.push_back(&write);
      begun_[count_++ % max_rate] = now;
    }
  }
  WriteResult whole = sink_.commit(all);
  // At least one of them cannot be stored: it must not stop the others.
  if (!whole && whole.error != WriteError::unavailable) whole = store_separately(group);
  for (Call& call : group) {
    for (WriteResult& result : call.results) {
      if (result) result = whole;
    }
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

WriteResult Writer::store_separately(std::vector<Call>& group) {
  for (Call& call : group) {
    std::map<TableId, WriteResult> failed;
    for (std::size_t i = 0; i < call.writes.size(); ++i) {
      const Write& write = call.writes[i];
      WriteResult& result = call.results[i];
      each_table(write, [&](const TableId& id) {
        if (const auto found = failed.find(id); found != failed.end()) result = found->second;
      });
      if (result) result = sink_.add(write);
      if (result.error == WriteError::unavailable) return result;
      if (!result) each_table(write, [&](const TableId& id) { failed.emplace(id, result); });
    }
  }
  return sink_.end();
}

}  // namespace hotaka::store
