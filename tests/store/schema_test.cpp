// Databases of other versions, and copies of a database.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <thread>

#include "store/database.h"
#include "store/migrations.h"
#include "store/places.h"

namespace hotaka::store {

namespace {

using store_test::PostgresServer;
using store_test::TemporaryFolder;

class Schema : public testing::TestWithParam<std::string> {
 protected:
  Schema() {
    if (GetParam() == "sqlite") {
      where_ = folder_.path();
      database_ = sqlite_database(folder_ / database_file, {});
    } else {
      where_ = PostgresServer::get().new_database();
      database_ = postgresql_database(where_, {});
    }
  }

  int version() {
    int found = 0;
    *database_->connect() << "select value from meta where key = 'schema'", soci::into(found);
    return found;
  }

  TemporaryFolder folder_;
  std::string where_;
  std::unique_ptr<Database> database_;
};

TEST_P(Schema, every_older_one_is_brought_up_to_date) {
  {
    const auto session = database_->connect();
    ASSERT_TRUE(migrate(*database_, *session, 1));
    *session << "insert into journal (tab, idx, line) values ('t', 1, 'older')";
    *session << "insert into journal (tab, idx, line) values ('t', 0, 'old')";
    *session << "insert into tables values ('t', 'dragons', 'finished', 1, 2, 'h', 's')";
  }
  EXPECT_EQ(version(), 1);
  {
    const auto store = open_store(where_);
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_EQ((*store)->journal("t", 0)->at(0).line, "old");
    EXPECT_EQ((*store)->journal("t", 1)->at(0).line, "older");
    Write write;
    write.entries.push_back({"t", 2, "new"});
    ASSERT_TRUE((*store)->write_now(std::move(write)));
    EXPECT_EQ((*store)->journal("t", 0)->size(), 3U);
    EXPECT_EQ((*store)->finished_tables(100, 10)->at(0).id, "t");
  }
  EXPECT_EQ(version(), newest_schema());
  EXPECT_TRUE(open_store(where_)) << "again, with nothing to do";
}

TEST_P(Schema, a_newer_one_is_refused_and_left_alone) {
  ASSERT_TRUE(open_store(where_));
  const int newer = newest_schema() + 1;
  *database_->connect() << "update meta set value = :v where key = 'schema'", soci::use(newer);
  const auto store = open_store(where_);
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().message.find("use a newer hotaka"), std::string::npos)
      << store.error().message;
  EXPECT_EQ(version(), newer);
}

TEST_P(Schema, two_that_start_at_once_do_not_disturb_each_other) {
  std::atomic<int> opened = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      // The lock is held until the schema is there, which a busy machine may delay.
      const auto store = open_store(where_, {.busy_milliseconds = 60'000});
      EXPECT_TRUE(store) << store.error().message;
      opened += store ? 1 : 0;
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(opened, 3);
  EXPECT_EQ(version(), newest_schema());
}

TEST_P(Schema, two_who_write_find_all_entries_of_each_other) {
  std::array<std::unique_ptr<Store>, 2> stores{std::move(*open_store(where_)),
                                               std::move(*open_store(where_))};
  // More than SQLite's journal leaves unnoted, by both in turns, some tables by both.
  constexpr int tables = 7;
  constexpr int rounds = 120;
  for (int round = 0; round < rounds; ++round) {
    Write write;
    for (int table = 0; table < tables; ++table) {
      for (int i = 0; i < 5; ++i) {
        write.entries.push_back({"t" + std::to_string(table), round * 5 + i, "line"});
      }
    }
    ASSERT_TRUE(stores[static_cast<std::size_t>(round / 3 % 2)]->write_now(std::move(write)));
  }
  for (const auto& store : stores) {
    for (int table = 0; table < tables; ++table) {
      const std::string id = "t" + std::to_string(table);
      const auto found = store->journal(id, 0);
      ASSERT_TRUE(found) << found.error().message;
      ASSERT_EQ(found->size(), static_cast<std::size_t>(rounds * 5)) << id;
      for (std::size_t i = 0; i < found->size(); ++i) {
        EXPECT_EQ((*found)[i].index, static_cast<std::int64_t>(i));
      }
      EXPECT_EQ(store->journal(id, 590)->size(), 10U);
      Write late;
      late.entries.push_back({id, 3, "too late"});
      EXPECT_EQ(store->write_now(late).error, WriteError::conflict);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Store, Schema, testing::Values("sqlite", "postgresql"),
                         [](const auto& info) { return info.param; });

TEST(StoreSqlite, a_damaged_row_is_told_and_others_can_be_read) {
  const TemporaryFolder folder;
  const auto store = open_store(folder.path());
  ASSERT_TRUE(store);
  Write write;
  write.entries = {{"a", 0, "first"}, {"b", 0, "other"}, {"a", 1, "second"}};
  ASSERT_TRUE((*store)->write_now(std::move(write)));
  Write alone;
  alone.entries.push_back({"c", 0, "alone"});
  ASSERT_TRUE((*store)->write_now(std::move(alone)));
  const auto session = sqlite_database(folder / database_file, {})->connect();
  std::string row;
  *session << "select line from journal where tab = ''", soci::into(row);
  EXPECT_EQ(row, "0 0 1 5\nafirst\n0 0 1 5\nbother\n1 1 1 6\nasecond\n");
  for (const std::string& damaged : {row.substr(0, row.size() - 1), row + "1", "x" + row,
                                     "0 0 1 99999999999999999999\naf\n" + row,
                                     "9 9 9223372036854775807 9223372036854775807\n" + row}) {
    *session << "update journal set line = :l where tab = ''", soci::use(damaged);
    const auto found = (*store)->journal("a", 0);
    ASSERT_FALSE(found) << damaged;
    EXPECT_NE(found.error().message.find("damaged"), std::string::npos) << found.error().message;
    EXPECT_EQ((*store)->journal("c", 0)->size(), 1U);
  }
  *session << "update journal set line = :l where tab = ''", soci::use(row);
  EXPECT_EQ((*store)->journal("a", 0)->size(), 2U);
}

TEST(StoreBackup, a_copy_made_while_writing_can_be_restored) {
  const TemporaryFolder folder;
  const std::string data = folder / "data";
  auto opened = open_store(data);
  ASSERT_TRUE(opened);
  Store& store = **opened;
  std::atomic<int> acknowledged = 0;
  std::atomic<bool> stop = false;
  std::thread writing([&] {
    for (std::int64_t i = 0; !stop; ++i) {
      Write write;
      write.entries.push_back({"t", i, "line"});
      ASSERT_TRUE(store.write_now(std::move(write)));
      ++acknowledged;
    }
  });
  while (acknowledged < 100) std::this_thread::yield();
  const int before = acknowledged;
  const WriteResult made = back_up(data, folder / "copy.db");
  EXPECT_TRUE(made) << made.why;
  stop = true;
  writing.join();
  EXPECT_FALSE(std::filesystem::exists(folder / "copy.db.part"));

  std::filesystem::create_directory(folder / "restored");
  std::filesystem::copy_file(folder / "copy.db", folder / "restored/hotaka.db");
  const auto restored = open_store(folder / "restored");
  ASSERT_TRUE(restored) << restored.error().message;
  const auto lines = (*restored)->journal("t", 0);
  EXPECT_GE(std::ssize(*lines), before) << "all that was acknowledged before it began";
  EXPECT_LE(std::ssize(*lines), acknowledged);
}

TEST(StoreBackup, overwrites_nothing_and_says_what_is_missing) {
  const TemporaryFolder folder;
  EXPECT_NE(back_up(folder / "none", folder / "copy").why.find("there is no"), std::string::npos);
  ASSERT_TRUE(open_store(folder / "data"));
  ASSERT_TRUE(back_up(folder / "data", folder / "copy"));
  EXPECT_NE(back_up(folder / "data", folder / "copy").why.find("overwrites nothing"),
            std::string::npos);
  EXPECT_FALSE(back_up(folder / "data", folder / "no/such/folder/copy"));
}

}  // namespace

}  // namespace hotaka::store
