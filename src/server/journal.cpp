#include "server/journal.h"

#include "server/log.h"
#include "wire/messages.h"

namespace hotaka::server {

namespace {

constexpr auto window = std::chrono::milliseconds(2);
// What shows that much happens: steps that were stored together, and messages about them.
constexpr std::size_t many_steps = 4;
constexpr std::size_t many_messages = 16;

}  // namespace

void Journal::add(const std::string& table, std::int64_t last, std::vector<std::string>&& lines) {
  const std::int64_t first = last + 1 - static_cast<std::int64_t>(lines.size());
  for (std::size_t i = 1; i < lines.size(); ++i) lines[0].append(1, '\n').append(lines[i]);
  next_.write.entries.push_back({table, first, std::move(lines[0])});
  next_.tables.push_back(table);
}

void Journal::add(store::Table row) {
  next_.tables.push_back(row.id);
  next_.write.tables.push_back(std::move(row));
}

void Journal::add(store::Finish finish) {
  next_.tables.push_back(finish.table);
  next_.write.finishes.push_back(std::move(finish));
}

void Journal::add_closed(const std::string& table) {
  next_.tables.push_back(table);
  next_.write.closed_tables.push_back(table);
}

void Journal::tell(Out out) {
  if (!idle()) {
    next_.outs.push_back(std::move(out));
  } else if (Connection* found = connections_.find(out.connection)) {
    found->send(out.text);
  }
}

void Journal::send(const Batch& batch) {
  const bool much = batch.outs.size() >= many_messages;
  const std::int64_t now = wall_clock();
  for (const Out& out : batch.outs) {
    Connection* found = connections_.find(out.connection);
    if (found == nullptr) continue;
    if (much && out.patient) {
      connections_.send_later(*found, out.text, now);
    } else {
      found->send(out.text);
    }
  }
}

std::chrono::microseconds Journal::gathering() const {
  using namespace std::chrono;
  if (flying_ || !gathers_ || !next_.stores()) return {};
  return duration_cast<microseconds>(submitted_ + window - steady_clock::now());
}

void Journal::submit() {
  if (flying_ || next_.empty()) return;
  if (!next_.stores()) {
    send(next_);
    next_ = Batch();
    return;
  }
  const auto now = std::chrono::steady_clock::now();
  if (gathers_ && now - submitted_ < window) return;
  submitted_ = now;
  gathers_ = next_.write.entries.size() >= many_steps;
  flying_ = true;
  sent_ = std::exchange(next_, Batch());
  ++metrics_.commits;
  metrics_.entries += sent_.write.entries.size();
  store_.write(std::move(sent_.write), [this](const store::Outcome& outcome) {
    loop_.post([this, outcome] { durable(outcome); });
  });
}

void Journal::durable(const store::Outcome& outcome) {
  flying_ = false;
  const Batch done = std::exchange(sent_, Batch());
  if (outcome) {
    send(done);
    return;
  }
  ++metrics_.failed_commits;
  log("could not store", {{"why", outcome.why}});
  // What was built on it has not happened either.
  Batch later = std::exchange(next_, Batch());
  Batch first = done;
  fail(first, outcome.why);
  fail(later, outcome.why);
  std::vector<std::string> tables = std::move(first.tables);
  tables.insert(tables.end(), later.tables.begin(), later.tables.end());
  on_failure_(tables);
}

void Journal::fail(Batch& batch, const std::string& why) {
  for (const Out& out : batch.outs) {
    if (!out.answers.yes) continue;
    std::string text;
    wire::append_refused(text, "this could not be stored, and has not happened: " + why,
                         out.answers.to, "");
    if (Connection* found = connections_.find(out.connection)) found->send(text);
  }
}

}  // namespace hotaka::server
