#include "server/outbox.h"

#include <map>
#include <utility>

#include "server/log.h"
#include "wire/messages.h"

namespace hotaka::server {

void Outbox::add(Step step) {
  if (!step.stores && !waits(step.table)) {
    send(step);
    return;
  }
  ++waiting_[step.table];
  pending_.push_back(std::move(step));
}

void Outbox::add(const std::string& table, Message message) {
  Step step{.table = table, .stores = false};
  step.messages.push_back(std::move(message));
  add(std::move(step));
}

void Outbox::submit() {
  if (!in_flight_.empty() || pending_.empty()) return;
  std::swap(in_flight_, pending_);  // what sending leads to is for the next time
  std::vector<store::Write> writes;
  for (Step& step : in_flight_) {
    if (!step.stores) continue;
    metrics_.entries += step.write.entries.size();
    writes.push_back(std::move(step.write));
  }
  if (writes.empty()) {
    on_commit({});
    return;
  }
  ++metrics_.commits;
  store_.write(std::move(writes), [this](const std::vector<store::WriteResult>& results) {
    hooks_.post([this, results] { on_commit(results); });
  });
}

void Outbox::on_commit(const std::vector<store::WriteResult>& results) {
  std::map<std::string, store::WriteResult> failed;  // by table
  std::size_t next = 0;
  const auto settle = [&](const Step& step) {
    const auto waiting = waiting_.find(step.table);
    if (--waiting->second == 0) waiting_.erase(waiting);
    if (const auto found = failed.find(step.table); found != failed.end()) {
      reject(step, found->second.why);
    } else {
      send(step);
    }
  };
  const std::vector<Step> steps = std::exchange(in_flight_, {});
  for (const Step& step : steps) {
    if (step.stores) {
      const store::WriteResult& result = results[next++];
      if (!result && failed.emplace(step.table, result).second)
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
  std::vector<std::string> tables;
  tables.reserve(failed.size());
  for (const auto& [table, result] : failed) tables.push_back(table);
  hooks_.on_failure(tables);
}

void Outbox::send(const Step& step) {
  for (const Message& message : step.messages) hooks_.send(message.connection, message.text);
}

void Outbox::reject(const Step& step, const std::string& why) {
  metrics_.failed_commits += step.stores ? 1 : 0;
  for (const Message& message : step.messages) {
    if (message.stands_alone) {
      hooks_.send(message.connection, message.text);
    } else if (message.is_reply) {
      std::string text;
      wire::append_refused(text,
                           {"not_stored", "this could not be stored, and has not happened: " + why},
                           message.reply_to, "");
      hooks_.send(message.connection, text);
    }
  }
}

}  // namespace hotaka::server
