#include "server/outbox.h"

#include <algorithm>
#include <set>
#include <utility>

#include "server/log.h"
#include "wire/messages.h"

namespace hotaka::server {

namespace {

std::size_t size_of(const Outbox::Step& step) {
  std::size_t size = 0;
  for (const Outbox::Message& message : step.messages) size += message.text->size();
  return size;
}

}  // namespace

void Outbox::add(Step step) {
  if (!step.stores && !waits(step.table)) return send(step);
  ++waiting_[step.table];
  unsent_ += size_of(step);
  const std::lock_guard lock(mutex_);
  pending_.push_back(std::move(step));
}

void Outbox::add(const std::string& table, Message message) {
  Step step{.table = table, .stores = false};
  step.messages.push_back(std::move(message));
  add(std::move(step));
}

void Outbox::submit() {
  if (is_writing_ || pending_.empty()) return;
  if (std::ranges::none_of(pending_, &Step::stores)) {
    std::swap(in_flight_, pending_);  // what sending leads to is for the next time
    on_commit({});
    return;
  }
  is_writing_ = true;
  writing_since_ = environment_.now();
  submitted_at_ = std::chrono::steady_clock::now();
  ++metrics_.commits;
  store_.write([this] { return take_writes(); },
               [this](const std::vector<store::WriteResult>& results) {
                 environment_.post([this, results] { on_commit(results); });
               });
}

std::vector<store::Write> Outbox::take_writes() {
  const std::lock_guard lock(mutex_);
  std::swap(in_flight_, pending_);
  std::vector<store::Write> writes;
  for (Step& step : in_flight_) {
    if (step.stores) writes.push_back(std::move(step.write));
  }
  return writes;
}

void Outbox::on_commit(const std::vector<store::WriteResult>& results) {
  if (std::exchange(is_writing_, false))
    metrics_.commit.add(std::chrono::steady_clock::now() - submitted_at_);
  std::set<std::string> failed;  // tables
  std::size_t next = 0;
  const auto settle = [&](const Step& step) {
    const auto waiting = waiting_.find(step.table);
    if (--waiting->second == 0) waiting_.erase(waiting);
    unsent_ -= size_of(step);
    const bool is_stored = !failed.contains(step.table);
    is_stored ? send(step) : reject(step);
    if (step.done) step.done(is_stored);
  };
  const std::vector<Step> steps = std::exchange(in_flight_, {});
  for (const Step& step : steps) {
    if (step.stores) {
      const store::WriteResult& result = results[next++];
      metrics_.entries += result && step.table != heartbeat ? 1 : 0;
      (result ? stored_at_ : failed_at_) = environment_.now();
      if (!result && failed.insert(step.table).second)
        log("could not store", {{"table", step.table}, {"why", result.why}});
    }
    settle(step);
  }
  if (failed.empty()) return;
  // What was built on it has not happened either.
  std::vector<Step> later = std::exchange(pending_, {});
  for (Step& step : later) {
    if (failed.contains(step.table)) {
      settle(step);
    } else {
      pending_.push_back(std::move(step));
    }
  }
  on_failure_({failed.begin(), failed.end()});
}

void Outbox::send(const Step& step) {
  for (const Message& message : step.messages) send(step, message);
}

void Outbox::send(const Step& step, const Message& message) {
  if (message.is_answer || !environment_.is_behind(message.connection)) {
    environment_.send(message.connection, message.text);
  } else {
    on_left_out_(message.connection, step.table);
  }
}

Error Outbox::not_stored() {
  return {"not_stored", "this could not be saved: look at the table, and try again"};
}

Error Outbox::busy() {
  return {"unavailable", "the database is not responding: try again shortly"};
}

void Outbox::reject(const Step& step) {
  metrics_.failed_commits += step.stores ? 1 : 0;
  const Error unavailable{"unavailable", "this table cannot be read right now: try again shortly"};
  for (const Message& message : step.messages) {
    if (message.kind == Kind::stands_alone) send(step, message);
    if (message.kind != Kind::reply && message.kind != Kind::state) continue;
    const Error error = message.kind == Kind::reply ? not_stored() : unavailable;
    ++metrics_.refused[error.code];
    environment_.send(message.connection, wire::refusal(error, message.reply_to));
  }
}

}  // namespace hotaka::server
