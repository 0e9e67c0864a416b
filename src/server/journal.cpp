#include "server/journal.h"

#include <algorithm>

#include "server/log.h"
#include "wire/messages.h"

namespace hotaka::server {

namespace {

// So many that become durable together show that much happens.
constexpr std::size_t many_messages = 16;
constexpr std::size_t most_steps = 256;  // of a write that waits for more

}  // namespace

std::string_view Journal::add(const std::string& table, std::int64_t last, std::string lines) {
  const std::int64_t first = last - std::ranges::count(lines, '\n');
  if (next_.write.entries.empty()) next_.write.entries.reserve(last_size_);
  next_.write.entries.push_back({table, first, std::move(lines)});
  next_.tables.push_back(table);
  return next_.write.entries.back().line;
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

void Journal::tell(std::uint64_t connection, std::string_view text, const How& how) {
  if (!idle()) {
    next_.texts += text;
    next_.outs.push_back({connection, next_.texts.size(), how});
  } else if (Connection* found = connections_.find(connection)) {
    found->send(text);
  }
}

void Journal::send(const Batch& batch) {
  const bool much = batch.outs.size() >= many_messages;
  const std::int64_t now = wall_clock();
  std::size_t start = 0;
  for (const Out& out : batch.outs) {
    const auto text = std::string_view(batch.texts).substr(start, out.end - start);
    start = out.end;
    Connection* found = connections_.find(out.connection);
    if (found == nullptr) continue;
    if (much && out.how.patient) {
      connections_.send_later(*found, text, now);
    } else {
      found->send(text);
    }
  }
}

std::chrono::nanoseconds Journal::until_company() const {
  constexpr std::chrono::milliseconds pause(1);
  constexpr std::size_t several = 4;
  const std::size_t size = next_.write.entries.size();
  if (last_size_ < several || size == 0 || size >= most_steps) return {};
  return last_begun_ + pause - std::chrono::steady_clock::now();
}

std::chrono::nanoseconds Journal::submit() {
  if (flying_ || next_.empty()) return {};
  if (const auto pause = until_company(); pause.count() > 0) return pause;
  std::swap(sent_, next_);  // what sending leads to is for the next time
  if (!sent_.stores()) {
    send(sent_);
    sent_.clear();
    return {};
  }
  flying_ = true;
  last_size_ = sent_.write.entries.size();
  last_begun_ = std::chrono::steady_clock::now();
  ++metrics_.commits;
  metrics_.entries += last_size_;
  store_.write(std::move(sent_.write), [this](const store::WriteResult& outcome) {
    loop_.post([this, outcome] { durable(outcome); });
  });
  return {};
}

void Journal::durable(const store::WriteResult& outcome) {
  flying_ = false;
  if (outcome) {
    send(sent_);
    sent_.clear();
    return;
  }
  ++metrics_.failed_commits;
  log("could not store", {{"why", outcome.why}});
  // What was built on it has not happened either.
  Batch first = std::exchange(sent_, Batch());
  Batch later = std::exchange(next_, Batch());
  fail(first, outcome.why);
  fail(later, outcome.why);
  std::vector<std::string> tables = std::move(first.tables);
  tables.insert(tables.end(), later.tables.begin(), later.tables.end());
  on_failure_(tables);
}

void Journal::Batch::clear() {
  constexpr std::size_t most_kept = 1U << 20U;
  if (texts.capacity() > most_kept) {
    *this = Batch();
    return;
  }
  write = {};
  texts.clear();
  outs.clear();
  tables.clear();
}

void Journal::fail(Batch& batch, const std::string& why) {
  for (const Out& out : batch.outs) {
    if (!out.how.answers) continue;
    std::string text;
    wire::append_refused(text,
                         {"not_stored", "this could not be stored, and has not happened: " + why},
                         out.how.to, "");
    if (Connection* found = connections_.find(out.connection)) found->send(text);
  }
}

}  // namespace hotaka::server
