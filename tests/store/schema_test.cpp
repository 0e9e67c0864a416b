// Databases of other versions, and copies of a database.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>

#include "store/connection.h"
#include "store/places.h"
#include "support/paths.h"

namespace hotaka::store {

namespace {

using store_test::PostgresServer;
using store_test::TemporaryFolder;

std::int64_t number(Connection& connection, Sql question) {
  std::int64_t found = 0;
  connection.run(question, {}, [&](const Row& row) { found = row.number(0); });
  return found;
}

class Schema : public testing::TestWithParam<std::string> {
 protected:
  Schema() {
    if (GetParam() == "sqlite") {
      where_ = folder_.path();
    } else {
      where_ = PostgresServer::get().new_database();
    }
  }

  std::unique_ptr<Connection> connect() const {
    return GetParam() == "sqlite" ? connect_sqlite(folder_ / database_file, {})
                                  : connect_postgresql(where_, {});
  }
  std::int64_t version() const {
    return number(*connect(), "select value from meta where key = 'schema'");
  }

  TemporaryFolder folder_;
  std::string where_;
};

TEST_P(Schema, every_older_one_is_brought_up_to_date) {
  {
    const auto connection = connect();
    migrate(*connection, 1);
    connection->run("insert into journal (tab, idx, line) values ('t', 1, 'older')");
    connection->run("insert into journal (tab, idx, line) values ('t', 0, 'old')");
    connection->run("insert into tables values ('t', 'dragons', 'finished', 1, 2, 'h', 's')");
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
    EXPECT_EQ((*store)->table("t")->value().state, TableState::finished);
  }
  EXPECT_EQ(version(), newest_schema());
  EXPECT_TRUE(open_store(where_)) << "again, with nothing to do";
}

TEST_P(Schema, names_that_look_the_same_are_told_apart) {
  {
    const auto connection = connect();
    migrate(*connection, 6);
    connection->run(
        "insert into people (id, name, claimed, claimed_key, password_hash, created) values "
        "('p1', 'ANNA', 'ANNA', 'anna', 'h1', 2), "
        "('p2', '\u0410\u043d\u043d\u0430', '\u0410\u043d\u043d\u0430', "
        "'\u0410\u043d\u043d\u0430', 'h2', 3), "
        "('p3', '\u0430\u043d\u043d\u0430', '\u0430\u043d\u043d\u0430', "
        "'\u0430\u043d\u043d\u0430', 'h3', 1), "
        "('p4', 'Other', '\u0410\u041d\u041d\u0410', '\u0410\u041d\u041d\u0410', 'h4', 4), "
        "('p5', 'Guest', '', null, '', 1)");
    connection->run(
        "insert into tokens (hash, person, created, last_seen) values ('t1', 'p5', 1, 2)");
    connection->run(
        "insert into tables (id, game, state, created, updated, header, summary) "
        "values ('t', 'dragons', 'finished', 1, 2, 'p1 p5', '')");
  }
  const auto store = std::move(*open_store(where_));
  const auto claimed = [&](const char* id) { return (**store->person(id)).claimed; };
  EXPECT_EQ(claimed("p1"), "ANNA") << "Latin letters are others";
  EXPECT_EQ(claimed("p3"), "\u0430\u043d\u043d\u0430") << "the oldest one stays";
  EXPECT_EQ(claimed("p2"), "\u0410\u043d\u043d\u0430 2");
  EXPECT_EQ((**store->person("p2")).name, "\u0410\u043d\u043d\u0430 2");
  EXPECT_EQ((**store->person("p2")).password_hash, "h2");
  EXPECT_EQ(claimed("p4"), "\u0410\u041d\u041d\u0410 3");
  EXPECT_EQ((**store->person("p4")).name, "Other");
  EXPECT_EQ((**store->person_by_claimed("\u0410\u041d\u041d\u0410 2")).id, "p2");
  EXPECT_EQ((**store->person_by_token("t1")).token.device, "");
  EXPECT_EQ(store->tables_of("p5")->size(), 1U);
}

TEST_P(Schema, a_newer_one_is_refused_and_left_alone) {
  ASSERT_TRUE(open_store(where_));
  const int newer = newest_schema() + 1;
  connect()->run("update meta set value = $1 where key = 'schema'", {newer});
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
      const auto store = open_store(where_, {.is_owner = false, .busy_milliseconds = 60'000});
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
                                               std::move(*open_store(where_, {.is_owner = false}))};
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

std::string lines_of(Store& store, const TableId& id) {
  const auto found = store.journal(id, 0);
  EXPECT_TRUE(found) << found.error().message;
  std::string out;
  for (const Entry& entry : *found) out += std::to_string(entry.index) + ' ' + entry.line + '\n';
  return out;
}

// Written by the program of that time: rows of one entry and of several, and `heads` noted between.
TEST(StoreSqlite, a_database_with_the_chain_of_schema_4_is_brought_up_to_date) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(source_path() + "/tests/store/databases/schema-4.db",
                             folder / database_file);
  std::string open1 = "0 open1 line 0\n";
  std::string over1 = "0 over1 line 0\n";
  for (int i = 1; i <= 1200; ++i) {
    const std::string number = std::to_string(i);
    open1 += number + " o" + number + '\n';
    over1 += number + " v" + number + '\n';
  }
  over1 += "1201 rematch\n";
  for (int start = 0; start < 2; ++start) {
    auto store = open_store(folder.path());
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_EQ((*store)->open_tables()->size(), 2U);
    EXPECT_EQ(lines_of(**store, "open1"), open1);
    EXPECT_EQ(lines_of(**store, "open2"), "0 open2 line 0\nopen2 line 1\n2 open2 line 2\n");
    EXPECT_EQ(lines_of(**store, "over1"), over1);
    EXPECT_EQ(lines_of(**store, "over2"),
              "0 over2 line 0\n1 over2 line 1\n2 over2 line 2\n3 caf\xC3\xA9\n");
    EXPECT_EQ(lines_of(**store, "gone"), "");
    for (const auto* id : {"over1", "over2"})
      EXPECT_EQ((*store)->table(id)->value().state, TableState::finished);
    EXPECT_EQ((*store)->person_by_token("h1")->value().person.claimed, "Ann");
    EXPECT_EQ((*store)->ratings("p1")->at(0).rating, 1516.25);
    for (const auto& [table, index] : {std::pair("open1", 1200), std::pair("over1", 1201)}) {
      Write late;
      late.entries.push_back({table, index, "too late"});
      EXPECT_EQ((*store)->write_now(std::move(late)).error, WriteError::conflict);
    }
  }
  auto store = open_store(folder.path());
  Write write;
  write.entries = {{"open1", 1201, "new"}, {"over1", 1202, "new"}};
  ASSERT_TRUE((*store)->write_now(std::move(write)));
  EXPECT_EQ(lines_of(**store, "open1"), open1 + "1201 new\n");
  EXPECT_EQ(lines_of(**store, "over1"), over1 + "1202 new\n");
}

// Two tables that stay open and others that end between them, with a log that may have 40 rows.
TEST(StoreSqlite, a_long_log_loses_what_finished_tables_wrote_to_it) {
  const TemporaryFolder folder;
  auto store = open_store(folder.path(), {.log_rows = 40});
  ASSERT_TRUE(store) << store.error().message;
  const auto add_table = [&](const TableId& id) {
    Write write;
    write.tables.push_back({id, "dragons", TableState::running, 1, 2, {}});
    ASSERT_TRUE((*store)->write_now(std::move(write)));
  };
  const std::string line(50, 'x');
  std::string open;
  std::string over;
  std::string journal;
  for (int i = 0; i < 20; ++i) {
    over += std::to_string(i) + ' ' + line + '\n';
    journal += line + '\n';
  }
  add_table("a");
  add_table("b");
  for (int game = 0; game < 40; ++game) {
    const TableId id = "over" + std::to_string(game);
    add_table(id);
    for (int i = 0; i < 20; ++i) {
      Write write;
      write.entries.push_back({id, i, line});
      if (i == 7) write.entries.push_back({game % 2 == 0 ? "a" : "b", game / 2, line});
      if (i == 19) write.finishes.push_back({id, game, journal});
      ASSERT_TRUE((*store)->write_now(std::move(write)));
    }
    if (game == 25) {
      store->reset();
      store = open_store(folder.path(), {.log_rows = 40});
    }
  }
  EXPECT_EQ(lines_of(**store, "a"), over);
  EXPECT_EQ(lines_of(**store, "b"), over);
  for (int game = 0; game < 40; ++game) {
    EXPECT_EQ(lines_of(**store, "over" + std::to_string(game)), over) << game;
  }
  std::string journals;
  EXPECT_EQ(*(*store)->open_journals([&](const TableId& id, const std::vector<Entry>& entries) {
    journals += id + std::to_string(entries.size()) + std::to_string(entries[19].index) + ' ';
  }),
            2U);
  EXPECT_TRUE(journals == "a2019 b2019 " || journals == "b2019 a2019 ") << journals;
  EXPECT_LT(
      number(*connect_sqlite(folder / database_file, {}), "select sum(length(line)) from log"),
      16'000)
      << "of 42,000 that were written";
}

TEST(StoreSqlite, what_was_written_reaches_the_database_while_it_is_in_use) {
  const TemporaryFolder folder;
  auto store = open_store(folder.path());
  ASSERT_TRUE(store) << store.error().message;
  for (std::int64_t i = 0; i < 60; ++i) {
    Write write;
    write.entries.push_back({"t", i, std::string(200'000, 'x')});
    ASSERT_TRUE((*store)->write_now(std::move(write)));
  }
  const std::string file = folder / database_file;
  const auto patience = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (std::filesystem::file_size(file) < 4'000'000) {
    ASSERT_LT(std::chrono::steady_clock::now(), patience) << "all of it is still in the WAL";
    std::this_thread::yield();
  }
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
