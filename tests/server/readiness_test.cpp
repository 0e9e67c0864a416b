// GET /readyz: what makes a server ready, and what does not.

#include "server/readiness.h"

#include <gtest/gtest.h>

#include "server/fakes.h"
#include "server/histogram.h"

namespace hotaka::server {

namespace {

using test::FakeEnvironment;
using test::FakeStore;

class ReadinessTest : public testing::Test {
 protected:
  // What is answered now; "-" if that takes a while.
  std::string ask() {
    std::string answer = "-";
    readiness_.ask([&](std::string_view why) { answer = why; });
    environment_.run_tasks();
    return answer;
  }
  void write(bool fails) {
    if (fails) {
      store_.write_fails = store::WriteError::unavailable;
    } else {
      store_.write_fails.reset();
    }
    Outbox::Step step{.table = "t"};
    step.write.alive_at = 1;
    outbox_.add(std::move(step));
    outbox_.submit();
    environment_.run_tasks();
  }

  bool are_tables_read_ = true;
  FakeEnvironment environment_;
  FakeStore store_;
  Metrics metrics_;
  Outbox outbox_{store_, environment_, metrics_};
  Readiness readiness_{store_, outbox_, environment_, [this] { return are_tables_read_; }};

  ReadinessTest() {
    outbox_.set_on_failure([](const auto&) {});
  }
};

TEST_F(ReadinessTest, a_server_is_ready_when_its_open_tables_are_read) {
  are_tables_read_ = false;
  EXPECT_EQ(ask(), "the open tables are being read");
  are_tables_read_ = true;
  EXPECT_EQ(ask(), "");
  are_tables_read_ = false;  // one is read again, later
  EXPECT_EQ(ask(), "");
}

TEST_F(ReadinessTest, the_store_must_answer) {
  store_.is_silent = true;
  EXPECT_EQ(ask(), "the store does not answer");
  store_.is_silent = false;
  environment_.time += 1001;
  EXPECT_EQ(ask(), "");
}

TEST_F(ReadinessTest, many_who_ask_share_one_question) {
  store_.hold_reads = true;
  int answers = 0;
  for (int i = 0; i < 100; ++i) readiness_.ask([&](std::string_view) { ++answers; });
  EXPECT_EQ(store_.held(), 1U);
  EXPECT_EQ(answers, 0);
  store_.answer();
  environment_.run_tasks();
  EXPECT_EQ(answers, 100);
  EXPECT_EQ(ask(), "");
  EXPECT_EQ(store_.held(), 0U) << "the answer counts for a second";
}

TEST_F(ReadinessTest, writes_must_succeed_and_a_failure_is_forgotten) {
  write(true);
  EXPECT_EQ(ask(), "the last write to the store failed");
  environment_.time += 10'001;
  EXPECT_EQ(ask(), "") << "or nobody would come who writes again";
  write(true);
  environment_.time += 5;
  write(false);
  EXPECT_EQ(ask(), "");
}

TEST_F(ReadinessTest, a_write_must_not_take_long) {
  store_.hold_writes = true;
  write(false);
  EXPECT_EQ(ask(), "");
  environment_.time += 5001;
  EXPECT_EQ(ask(), "the store takes too long to write");
  store_.answer_all();
  environment_.run_tasks();
  EXPECT_EQ(ask(), "");
}

TEST(HistogramTest, quantiles_are_bounds_of_buckets) {
  using std::chrono::microseconds;
  Histogram durations;
  EXPECT_EQ(durations.quantile_us(0.5), 0);
  for (int i = 0; i < 98; ++i) durations.add(microseconds(15));
  durations.add(microseconds(1000));
  durations.add(microseconds(60'000'000));
  EXPECT_EQ(durations.quantile_us(0.5), 20);
  EXPECT_EQ(durations.quantile_us(0.99), 1000);
  EXPECT_EQ(durations.quantile_us(1), Histogram::bounds.back());
  EXPECT_EQ(durations.count(), 100U);
  EXPECT_EQ(durations.sum_us(), 98 * 15 + 1000 + 60'000'000);
}

}  // namespace

}  // namespace hotaka::server
