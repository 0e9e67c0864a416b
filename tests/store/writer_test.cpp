// When commits begin. A delay of an hour never ends while a test runs, but stopping ends it.

#include "store/writer.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>

namespace hotaka::store {

namespace {

class CountingSink final : public Sink {
 public:
  WriteResult commit(const std::vector<const Write*>& writes) override {
    sizes.push_back(writes.size());
    return {};
  }
  WriteResult add(const Write&) override { return {}; }
  WriteResult end() override { return {}; }

  std::vector<std::size_t> sizes;  // of the commits
};

std::vector<Write> writes_of(std::size_t count) { return std::vector<Write>(count); }

// Returns when they are stored.
void store(Writer& writer, std::size_t count) {
  std::promise<void> stored;
  writer.push([count] { return writes_of(count); }, [&](const auto&) { stored.set_value(); });
  stored.get_future().wait();
}

TEST(Writer, few_writes_never_wait_and_many_share_a_commit) {
  CountingSink sink;
  {
    Writer writer(sink, std::chrono::hours(1));
    for (int i = 0; i < 8; ++i) store(writer, 1);
    EXPECT_EQ(sink.sizes, std::vector<std::size_t>(8, 1));
    for (int i = 0; i < 3; ++i) writer.push([] { return writes_of(1); }, {});
  }
  ASSERT_EQ(sink.sizes.size(), 9U);
  EXPECT_EQ(sink.sizes.back(), 3U);
}

TEST(Writer, does_not_wait_where_more_come_than_a_delay_would_gather) {
  CountingSink sink;
  Writer writer(sink, std::chrono::hours(1));
  store(writer, 40);
  store(writer, 1);
  store(writer, 2);
  EXPECT_EQ(sink.sizes, (std::vector<std::size_t>{40, 1, 2}));
}

TEST(Writer, takes_what_there_is_when_the_commit_begins) {
  CountingSink sink;
  std::size_t count = 1;
  {
    Writer writer(sink, std::chrono::hours(1));
    for (int i = 0; i < 8; ++i) store(writer, 1);
    writer.push([&] { return writes_of(count); }, {});
    count = 5;
  }
  EXPECT_EQ(sink.sizes.back(), 5U);
}

}  // namespace

}  // namespace hotaka::store
