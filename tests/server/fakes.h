#pragma once
// An environment and a store for the parts of a server: the test decides when the store answers,
// what time it is and who is connected. Everything happens on the test's thread.

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "server/environment.h"
#include "server/outbox.h"
#include "store/store.h"
#include "support/memory_store.h"

namespace hotaka::server::test {

class FakeEnvironment : public Environment {
 public:
  table::Time now() const override { return time; }
  void post(std::function<void()> task) override { tasks.push_back(std::move(task)); }
  using Environment::send;
  void send(ConnectionId to, const SharedText& text) override { sent[to].push_back(*text); }
  bool is_behind(ConnectionId connection) override { return behind.contains(connection); }
  void charge(ConnectionId from, double units) override { charged[from] += units; }
  void measure_delay(ConnectionId of) override { measured.push_back(of); }
  void respond(ConnectionId to, const Response& response) override {
    responses[to].push_back(response);
  }
  void open_socket(ConnectionId id, const std::string& key, const store::SignedIn& who) override {
    opened[id] = key + ' ' + who.person.id;
  }
  void close_sockets(const store::SessionEnd& of, Replaced replaced) override {
    closed.push_back(of.person + '/' + of.session + '/' + of.kept_hash +
                     (replaced == Replaced::yes ? " replaced" : ""));
  }
  Session* session(ConnectionId id) override {
    const auto found = sessions.find(id);
    return found == sessions.end() ? nullptr : found->second.get();
  }

  void connect(ConnectionId id, const std::string& person) {
    sessions[id] = std::make_unique<Session>(person, "Name of " + person, true);
  }
  // Runs what was posted, and what that posts.
  void run_tasks() {
    while (!tasks.empty()) {
      const auto task = std::move(tasks.front());
      tasks.pop_front();
      task();
    }
  }
  // What a connection was sent since the last call, a message a line.
  std::string take(ConnectionId id) {
    std::string out;
    for (const std::string& text : std::exchange(sent[id], {})) out += text + '\n';
    return out;
  }
  Response response(ConnectionId id) {
    EXPECT_EQ(responses[id].size(), 1U);
    if (responses[id].empty()) return {};
    Response first = responses[id].front();
    responses[id].clear();
    return first;
  }

  table::Time time = 1'700'000'000'000;
  std::deque<std::function<void()>> tasks;
  std::map<ConnectionId, std::vector<std::string>> sent;
  std::map<ConnectionId, std::vector<Response>> responses;
  std::map<ConnectionId, std::string> opened;
  std::map<ConnectionId, std::unique_ptr<Session>> sessions;
  std::vector<ConnectionId> measured;
  std::set<ConnectionId> behind;
  std::map<ConnectionId, double> charged;
  std::vector<std::string> closed;  // sockets of these sessions
};

// Keeps everything in memory. Writes and reads are answered by answer(), unless `at_once` is set.
class FakeStore final : public store::Store {
 public:
  FakeStore() : kept_(store::memory_store()) {}

  using Store::write;
  void write(store::TakeWrites take, store::WriteCallback done) override {
    ++write_calls;
    const auto carry_out = [this, writes = take(), done = std::move(done)] {
      std::vector<store::WriteResult> results;
      for (const store::Write& one : writes) {
        results.push_back(write_fails ? store::WriteResult{*write_fails, "because"}
                                      : kept_->write_now(one));
      }
      done(results);
    };
    hold_writes ? held_.push_back(carry_out) : carry_out();
  }

  // Answers the oldest thing that waits, or all.
  void answer() {
    ASSERT_FALSE(held_.empty());
    const auto carry_out = std::move(held_.front());
    held_.pop_front();
    carry_out();
  }
  void answer_all() {
    while (!held_.empty()) answer();
  }
  std::size_t held() const { return held_.size(); }

  Result<std::vector<store::Table>> open_tables() override { return kept_->open_tables(); }
  Result<std::optional<store::Table>> table(const store::TableId& id) override {
    ++table_reads;
    if (reads_fail) return down();
    return kept_->table(id);
  }
  Result<std::vector<store::Entry>> journal(const store::TableId& id, std::int64_t from) override {
    if (reads_fail) return down();
    return kept_->journal(id, from);
  }
  Result<std::size_t> open_journals(const store::OnJournal& on_journal) override {
    if (reads_fail) return down();
    return kept_->open_journals(on_journal);
  }
  Result<std::int64_t> alive_at() override {
    if (is_silent) return down();
    return kept_->alive_at();
  }
  Result<std::optional<store::Person>> person(const std::string& id) override {
    if (reads_fail) return down();
    return kept_->person(id);
  }
  Result<std::optional<store::SignedIn>> person_by_token(const std::string& hash) override {
    if (reads_fail) return down();
    return kept_->person_by_token(hash);
  }
  Result<std::vector<store::Token>> tokens_of(const std::string& person) override {
    if (reads_fail) return down();
    return kept_->tokens_of(person);
  }
  Result<std::vector<store::Table>> tables_of(const std::string& person) override {
    if (reads_fail) return down();
    return kept_->tables_of(person);
  }
  Result<store::IdleGuests> idle_guests(const std::string& after,
                                        std::int64_t seen_before) override {
    if (reads_fail) return down();
    return kept_->idle_guests(after, seen_before);
  }
  Result<std::optional<store::Person>> person_by_claimed(const std::string& name) override {
    if (reads_fail) return down();
    return kept_->person_by_claimed(name);
  }
  Result<std::vector<store::Rating>> ratings(const std::string& person) override {
    if (reads_fail || ratings_fail) return down();
    return kept_->ratings(person);
  }
  Result<std::vector<store::Sanction>> sanctions() override {
    if (reads_fail) return down();
    return kept_->sanctions();
  }
  Result<std::vector<store::AuditEntry>> audit(std::int64_t limit) override {
    if (reads_fail) return down();
    return kept_->audit(limit);
  }
  Result<std::vector<store::Report>> reports(std::int64_t limit) override {
    if (reads_fail) return down();
    return kept_->reports(limit);
  }
  Result<std::vector<store::Person>> people_like(const std::string& text,
                                                 std::int64_t limit) override {
    if (reads_fail) return down();
    return kept_->people_like(text, limit);
  }

  bool hold_writes = false;
  bool hold_reads = false;
  bool reads_fail = false;
  bool ratings_fail = false;
  bool is_silent = false;  // fails where it is only asked whether it is there
  std::optional<store::WriteError> write_fails;
  int write_calls = 0;
  int table_reads = 0;

 protected:
  void start_reading(const std::function<void(bool)>& question,
                     std::chrono::milliseconds) override {
    if (hold_reads) {
      held_.push_back([question] { question(true); });
    } else {
      question(true);
    }
  }

 private:
  static Error down() { return {"unavailable", "the database is down"}; }

  std::unique_ptr<store::Store> kept_;
  std::deque<std::function<void()>> held_;
};

}  // namespace hotaka::server::test
