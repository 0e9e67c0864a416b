#include "store/writer.h"

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

void Writer::push(std::vector<Write> writes, WriteCallback done) {
  bool was_empty = false;
  {
    const std::lock_guard lock(mutex_);
    was_empty = waiting_.empty();
    waiting_.push_back({std::move(writes), std::move(done), {}});
  }
  if (was_empty) wake_.notify_one();
}

void Writer::run() {
  std::vector<Call> group;
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const auto& oldest = begun_[commits_ % commit_siblings];
    const auto& newest = begun_[(commits_ + commit_siblings - 1) % commit_siblings];
    if (Clock::now() - oldest < std::chrono::milliseconds(5))
      wake_.wait_until(lock, newest + commit_delay_, [this] { return stopping_; });
    begun_[commits_++ % commit_siblings] = Clock::now();
    group.swap(waiting_);
    lock.unlock();
    store(group);
    group.clear();
    lock.lock();
  }
}

void Writer::store(std::vector<Call>& group) {
  std::vector<const Write*> all;
  bool valid = true;
  for (Call& call : group) {
    for (const Write& write : call.writes) {
      all.push_back(&write);
      call.results.push_back(check(write));
      valid &= static_cast<bool>(call.results.back());
    }
  }
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
