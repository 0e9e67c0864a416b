// Stored first, then sent: with a store that answers when the test says so.

#include <gtest/gtest.h>

#include <algorithm>

#include "server/fakes.h"
#include "server/outbox.h"

namespace hotaka::server {

namespace {

using store::WriteError;
using store::WriteResult;

class FakeStore final : public store::Store {
 public:
  void write(store::TakeWrites take, store::WriteCallback done) override {
    EXPECT_EQ(done_, nullptr) << "one write is on its way at a time";
    take_ = std::move(take);
    done_ = std::move(done);
    if (!is_busy) begin();
  }

  bool is_busy = false;  // does not begin by itself
  void begin() { writes_ = take_(); }

  // The lines that are on their way, in their order.
  std::string in_flight() const {
    std::string out;
    for (const auto& write : writes_) {
      for (const auto& entry : write.entries) out += entry.line + ' ';
    }
    return out;
  }
  // Answers; every step about `table` fails.
  void answer(const std::string& table = "", WriteError error = WriteError::conflict) {
    std::vector<WriteResult> results;
    for (const auto& write : writes_) {
      const bool fails = !write.entries.empty() && write.entries[0].table == table;
      results.push_back(fails ? WriteResult{error, "because"} : WriteResult{});
    }
    writes_.clear();
    std::exchange(done_, nullptr)(results);
  }

  Result<std::vector<store::Table>> open_tables() override { return none(); }
  Result<std::optional<store::Table>> table(const store::TableId&) override { return none(); }
  Result<std::vector<store::Entry>> journal(const store::TableId&, std::int64_t) override {
    return none();
  }
  Result<std::size_t> open_journals(const store::OnJournal&) override { return none(); }
  Result<std::optional<store::Person>> person(const std::string&) override { return none(); }
  Result<std::optional<store::SignedIn>> person_by_token(const std::string&) override {
    return none();
  }
  Result<std::vector<store::Token>> tokens_of(const std::string&) override { return none(); }
  Result<std::vector<store::Table>> tables_of(const std::string&) override { return none(); }
  Result<store::IdleGuests> idle_guests(const std::string&, std::int64_t) override {
    return none();
  }
  Result<std::optional<store::Person>> person_by_claimed(const std::string&) override {
    return none();
  }
  Result<std::int64_t> alive_at() override { return none(); }
  Result<std::vector<store::Rating>> ratings(const std::string&) override { return none(); }
  Result<std::vector<store::Sanction>> sanctions() override { return none(); }
  Result<std::vector<store::AuditEntry>> audit(std::int64_t) override { return none(); }
  Result<std::vector<store::Report>> reports(std::int64_t) override { return none(); }
  Result<std::vector<store::Person>> people_like(const std::string&, std::int64_t) override {
    return none();
  }

 private:
  static Error none() { return {"unavailable", "nothing is read here"}; }

  store::TakeWrites take_;
  std::vector<store::Write> writes_;
  store::WriteCallback done_;
};

// Runs tasks immediately, and keeps the order of what all connections are sent.
class OrderedEnvironment final : public test::FakeEnvironment {
 public:
  void post(std::function<void()> task) override { task(); }
  void send(ConnectionId to, const SharedText& text) override {
    sent_in_order += std::to_string(to) + ':' + *text + ' ';
  }

  std::string sent_in_order;
};

class OutboxTest : public testing::Test {
 protected:
  OutboxTest() {
    outbox_.set_on_failure([this](const std::vector<std::string>& tables) {
      for (const auto& table : tables) failed_ += table + ' ';
    });
  }

  // A step of a table with one line and, for the person 1, a reply to its message 7.
  void add(const std::string& table, std::int64_t index, const std::string& line) {
    Outbox::Step step{.table = table};
    step.write.entries.push_back({table, index, line});
    step.messages.push_back(
        {.connection = 1, .text = share(line), .kind = Outbox::Kind::reply, .reply_to = 7});
    outbox_.add(std::move(step));
  }
  void chat(const std::string& table, const std::string& text) {
    outbox_.add(table, {.connection = 2, .text = share(text), .kind = Outbox::Kind::stands_alone});
  }
  std::string sent() { return std::exchange(environment_.sent_in_order, {}); }
  // Replaces each refusal by a word.
  std::string sent_and_refused() {
    std::string out = sent();
    for (std::size_t at = 0; (at = out.find('{')) != std::string::npos;) {
      const std::string refusal = out.substr(at, out.find('}', at) + 1 - at);
      EXPECT_EQ(refusal.find("because"), std::string::npos)
          << "what the database says is for the log";
      EXPECT_NE(refusal.find("\"to\":7"), std::string::npos) << refusal;
      out.replace(at, refusal.size(), "refused");
    }
    return out;
  }

  FakeStore store_;
  OrderedEnvironment environment_;
  Metrics metrics_;
  Outbox outbox_{store_, environment_, metrics_};
  std::string failed_;
};

TEST_F(OutboxTest, nothing_is_sent_before_it_is_durable) {
  add("a", 0, "a0");
  add("b", 0, "b0");
  EXPECT_EQ(sent(), "");
  outbox_.submit();
  EXPECT_EQ(store_.in_flight(), "a0 b0 ");
  EXPECT_EQ(sent(), "");
  EXPECT_TRUE(outbox_.waits("a"));
  store_.answer();
  EXPECT_EQ(sent(), "1:a0 1:b0 ");
  EXPECT_FALSE(outbox_.waits("a"));
  EXPECT_EQ(failed_, "");
}

TEST_F(OutboxTest, the_next_write_gathers_while_one_is_on_its_way) {
  add("a", 0, "a0");
  outbox_.submit();
  add("b", 0, "b0");
  outbox_.submit();
  add("a", 1, "a1");
  outbox_.submit();
  EXPECT_EQ(store_.in_flight(), "a0 ");
  store_.answer();
  EXPECT_EQ(sent(), "1:a0 ");
  EXPECT_TRUE(outbox_.waits("a"));
  outbox_.submit();
  EXPECT_EQ(store_.in_flight(), "b0 a1 ");
  store_.answer();
  EXPECT_EQ(sent(), "1:b0 1:a1 ");
}

TEST_F(OutboxTest, what_comes_until_the_store_begins_goes_with_it) {
  store_.is_busy = true;
  add("a", 0, "a0");
  outbox_.submit();
  add("b", 0, "b0");
  chat("b", "hello");
  outbox_.submit();
  store_.begin();
  add("a", 1, "a1");
  EXPECT_EQ(store_.in_flight(), "a0 b0 ");
  store_.answer();
  EXPECT_EQ(sent(), "1:a0 1:b0 2:hello ");
  EXPECT_TRUE(outbox_.waits("a"));
  EXPECT_FALSE(outbox_.waits("b"));
}

TEST_F(OutboxTest, a_step_that_fails_fails_alone) {
  add("a", 0, "a0");
  add("b", 0, "b0");
  add("c", 0, "c0");
  outbox_.submit();
  store_.answer("b");
  EXPECT_EQ(sent_and_refused(), "1:a0 1:refused 1:c0 ");
  EXPECT_EQ(failed_, "b ");
  EXPECT_FALSE(outbox_.waits("b"));
}

TEST_F(OutboxTest, later_steps_of_the_failed_table_fail_with_it) {
  add("a", 0, "a0");
  outbox_.submit();
  add("b", 0, "b0");
  add("a", 1, "a1");
  store_.answer("a", WriteError::unavailable);
  EXPECT_EQ(sent_and_refused(), "1:refused 1:refused ");
  EXPECT_EQ(failed_, "a ");
  outbox_.submit();
  EXPECT_EQ(store_.in_flight(), "b0 ");
  store_.answer();
  EXPECT_EQ(sent(), "1:b0 ");
  add("a", 0, "again");
  outbox_.submit();
  store_.answer();
  EXPECT_EQ(sent(), "1:again ");
}

TEST_F(OutboxTest, what_stores_nothing_follows_the_last_step_of_its_own_table) {
  add("a", 0, "a0");
  chat("b", "at-once");
  EXPECT_EQ(sent(), "2:at-once ");
  chat("a", "hello");
  outbox_.submit();
  chat("a", "bye");
  chat("b", "at-once");
  EXPECT_EQ(sent(), "2:at-once ");
  store_.answer();
  EXPECT_EQ(sent(), "1:a0 2:hello ");
  outbox_.submit();
  EXPECT_EQ(store_.in_flight(), "");
  EXPECT_EQ(sent(), "2:bye ");
  chat("a", "at-once");
  EXPECT_EQ(sent(), "2:at-once ");
}

TEST_F(OutboxTest, what_stands_alone_is_sent_even_if_the_step_before_it_fails) {
  add("a", 0, "a0");
  chat("a", "hello");
  outbox_.submit();
  chat("a", "bye");
  store_.answer("a");
  EXPECT_EQ(sent_and_refused(), "1:refused 2:hello 2:bye ");
}

}  // namespace

}  // namespace hotaka::server
