// What every store promises, whatever it stands on.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <future>
#include <map>
#include <thread>

#include "base/rng.h"
#include "store/places.h"
#include "store/store.h"
#include "support/memory_store.h"

namespace hotaka::store {

namespace {

using store_test::PostgresServer;
using store_test::TemporaryFolder;

class Contract : public testing::TestWithParam<std::string> {
 protected:
  Contract() {
    if (GetParam() == "sqlite") where_ = folder_ / "made/here";
    if (GetParam() == "postgresql") where_ = PostgresServer::get().new_database();
    open();
  }

  void open() {
    if (where_.empty()) {
      store_ = memory_store();
      return;
    }
    auto opened = open_store(where_);
    ASSERT_TRUE(opened) << opened.error().message;
    store_ = std::move(*opened);
  }

  // As after a restart; the memory store has nothing to come back to and just goes on.
  void reopen() {
    if (where_.empty()) return;
    store_.reset();
    open();
  }

  void start(std::vector<Entry> entries, std::function<void(const WriteResult&)> done) {
    Write write;
    write.entries = std::move(entries);
    store_->write(std::move(write), std::move(done));
  }

  WriteResult append(std::vector<Entry> entries) {
    Write write;
    write.entries = std::move(entries);
    return store_->write_now(std::move(write));
  }

  void make_table(const TableId& id, TableState state = TableState::running) {
    Write write;
    write.tables.push_back({id, "dragons", state, 1, 2, {"p1"}});
    const WriteResult outcome = store_->write_now(std::move(write));
    ASSERT_TRUE(outcome) << outcome.why;
  }

  std::string lines_of(const TableId& id, std::int64_t from = 0) {
    const auto found = store_->journal(id, from);
    EXPECT_TRUE(found);
    std::string out;
    for (const Entry& entry : *found) out += std::to_string(entry.index) + entry.line + " ";
    return out;
  }

  WriteResult add_person(const std::string& id, const std::string& claimed) {
    Write write;
    write.people.push_back({id, "Somebody", claimed, claimed.empty() ? "" : "hash", 7});
    return store_->write_now(std::move(write));
  }
  WriteError claim(const std::string& id, const std::string& name) {
    Write write;
    write.claims = {{id, name, "hash of " + name}};
    return store_->write_now(std::move(write)).error;
  }
  WriteError rename(const std::string& id, const std::string& name) {
    Write write;
    write.renames = {{id, name}};
    return store_->write_now(std::move(write)).error;
  }

  WriteResult moderate(Moderation moderation) {
    Write write;
    write.moderation = std::make_shared<const Moderation>(std::move(moderation));
    return store_->write_now(std::move(write));
  }

  // Each player's rating changes by this; the first one is 1500.
  WriteResult finish(const TableId& id, std::vector<std::string> players = {}, double change = 0) {
    Write write;
    write.finishes.push_back({id, 50, "", "dragons", std::move(players), [change](auto& ratings) {
                                for (Rating& rating : ratings) {
                                  if (rating.games++ == 0) rating.rating = 1500;
                                  rating.rating += change;
                                }
                              }});
    return store_->write_now(std::move(write));
  }

  TemporaryFolder folder_;
  std::string where_;
  std::unique_ptr<Store> store_;
};

TEST_P(Contract, a_journal_comes_back_in_order) {
  make_table("t");
  ASSERT_TRUE(append({{"t", 0, "a"}, {"t", 1, "b"}, {"u", 0, "x"}}));
  ASSERT_TRUE(append({{"t", 2, "c"}}));
  reopen();
  EXPECT_EQ(lines_of("t"), "0a 1b 2c ");
  EXPECT_EQ(lines_of("t", 2), "2c ");
  EXPECT_EQ(lines_of("u"), "0x ");
  EXPECT_EQ(lines_of("nobody"), "");
}

TEST_P(Contract, lines_are_kept_byte_for_byte) {
  const std::vector<std::string> hard{"",           R"({"a":"b\\\"c"})",
                                      "':x ::y :1", "{},\"\\",
                                      "NULL",       "caf\xC3\xA9 \xE7\xAB\x9C \xF0\x9F\x90\x89",
                                      "a\nb\tc\r",  std::string(100'000, 'x')};
  std::vector<Entry> entries;
  for (const auto& line : hard) entries.push_back({"t'\"\\", std::ssize(entries), line});
  ASSERT_TRUE(append(entries));
  reopen();
  const auto found = store_->journal("t'\"\\", 0);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), hard.size());
  for (std::size_t i = 0; i < hard.size(); ++i) EXPECT_EQ((*found)[i].line, hard[i]);
}

// Writes of many sizes, of a few tables that return in them and of many that do not, beside a map.
TEST_P(Contract, journals_that_were_written_together_come_apart_again) {
  Rng rng(4);
  std::map<TableId, std::vector<Entry>> wanted;
  const std::vector<TableId> often{"a", "a b", "1 2 3", "\n", "\u00e4"};
  const std::vector<std::string> texts{"",
                                       "x",
                                       "two\nlines",
                                       "1 2 3 4\n",
                                       "\u00fc\u4e2d",
                                       std::string(900, 'l'),
                                       std::string(5000, 'h')};
  const auto some = [&](std::size_t count) { return rng.below(static_cast<std::uint32_t>(count)); };
  for (int round = 0; round < 60; ++round) {
    std::vector<Entry> together;
    for (std::size_t count = 1 + some(round % 3 == 0 ? 200 : 4); count > 0; --count) {
      const TableId id = some(3) > 0 ? often[some(often.size())] : "t" + std::to_string(some(300));
      auto& own = wanted[id];
      const std::int64_t index = own.empty() ? 0 : own.back().index + 1 + some(3);
      own.push_back({id, index, texts[some(texts.size())]});
      together.push_back(own.back());
    }
    ASSERT_TRUE(append(std::move(together)));
    if (round % 20 == 19) reopen();
  }
  for (const auto& [id, entries] : wanted) {
    for (const std::int64_t from : {std::int64_t{0}, entries[entries.size() / 2].index + 1}) {
      const auto found = store_->journal(id, from);
      ASSERT_TRUE(found);
      const auto first =
          std::ranges::find_if(entries, [&](const Entry& entry) { return entry.index >= from; });
      ASSERT_EQ(static_cast<std::ptrdiff_t>(found->size()), entries.end() - first) << id;
      for (std::size_t i = 0; i < found->size(); ++i) {
        const Entry& entry = first[static_cast<std::ptrdiff_t>(i)];
        EXPECT_EQ((*found)[i].index, entry.index) << id;
        EXPECT_EQ((*found)[i].line, entry.line) << id;
      }
    }
  }
  EXPECT_TRUE(store_->journal("nobody", 0)->empty());
}

TEST_P(Contract, a_second_owner_is_fenced_and_leaves_nothing) {
  ASSERT_TRUE(append({{"t", 0, "mine"}}));
  const WriteResult outcome = append({{"t", 1, "theirs"}, {"t", 0, "theirs"}, {"u", 0, "theirs"}});
  EXPECT_EQ(outcome.error, WriteError::conflict);
  EXPECT_FALSE(outcome.why.empty());
  EXPECT_EQ(lines_of("t"), "0mine ");
  EXPECT_EQ(lines_of("u"), "");
  EXPECT_TRUE(append({{"t", 1, "mine"}}));
}

TEST_P(Contract, one_wrong_write_does_not_stop_the_others) {
  std::map<int, std::promise<WriteResult>> promises;
  for (int i = 0; i < 60; ++i) {
    auto& promise = promises[i];
    const std::int64_t index = i % 20 == 19 ? 0 : i;  // three of them come too late
    start({{"t", index, std::to_string(i)}},
          [&promise](const WriteResult& outcome) { promise.set_value(outcome); });
  }
  for (auto& [i, promise] : promises) {
    EXPECT_EQ(promise.get_future().get().error,
              i % 20 == 19 ? WriteError::conflict : WriteError::none)
        << i;
  }
  EXPECT_EQ(store_->journal("t", 0)->size(), 57U);
}

// Four steps of three tables in one call: what is wrong with one of them is nobody else's business.
TEST_P(Contract, each_write_of_a_call_has_its_own_result) {
  ASSERT_TRUE(append({{"theirs", 0, "theirs"}}));
  std::vector<Write> writes(5);
  writes[0].entries = {{"mine", 0, "a"}};
  writes[1].entries = {{"theirs", 0, "mine"}};
  writes[2].entries = {{"mine", 1, "b"}};
  writes[3].entries = {{"theirs", 1, "mine"}};
  writes[4].entries = {{"mine", -1, "c"}};
  std::promise<std::vector<WriteResult>> promise;
  store_->write([&] { return writes; },
                [&](const std::vector<WriteResult>& results) { promise.set_value(results); });
  const auto results = promise.get_future().get();
  ASSERT_EQ(results.size(), 5U);
  EXPECT_TRUE(results[0]);
  EXPECT_EQ(results[1].error, WriteError::conflict);
  EXPECT_TRUE(results[2]);
  EXPECT_EQ(results[3].error, WriteError::conflict) << "it was decided on what was not stored";
  EXPECT_EQ(results[4].error, WriteError::invalid);
  reopen();
  EXPECT_EQ(lines_of("mine"), "0a 1b ");
  EXPECT_EQ(lines_of("theirs"), "0theirs ");
  EXPECT_TRUE(append({{"mine", 2, "c"}, {"theirs", 1, "theirs"}})) << "and it goes on";
}

TEST_P(Contract, answers_come_in_the_order_of_writing) {
  std::vector<int> answers;
  for (int i = 0; i < 200; ++i) {
    start({{"t", i, "x"}}, [&answers, i](const WriteResult&) { answers.push_back(i); });
  }
  ASSERT_TRUE(append({{"t", 1000, "last"}}));
  ASSERT_EQ(answers.size(), 200U);
  EXPECT_TRUE(std::is_sorted(answers.begin(), answers.end()));
}

TEST_P(Contract, many_threads_write_and_read_at_once) {
  std::vector<std::thread> threads;
  for (int who = 0; who < 4; ++who) {
    threads.emplace_back([this, who] {
      for (int i = 0; i < 25; ++i) {
        const std::string id = "t" + std::to_string(who);
        EXPECT_TRUE(append({{id, i, "x"}}));
        EXPECT_EQ(store_->journal(id, 0)->size(), static_cast<std::size_t>(i + 1));
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST_P(Contract, closing_writes_what_waits) {
  int done = 0;
  for (int i = 0; i < 100; ++i) {
    start({{"t", i, "x"}}, [&done](const WriteResult& outcome) { done += outcome ? 1 : 0; });
  }
  store_.reset();
  EXPECT_EQ(done, 100);
  open();
  if (where_.empty()) return;
  EXPECT_EQ(store_->journal("t", 0)->size(), 100U);
}

TEST_P(Contract, what_cannot_be_stored_is_refused) {
  const std::string zero("a\0b", 3);
  for (const Entry& entry :
       {Entry{"", 0, "x"}, Entry{"t", -1, "x"}, Entry{"t", 0, zero}, Entry{zero, 0, "x"},
        Entry{"t", 0, "\xFF"}, Entry{"t", 0, "\xC3"}, Entry{"t", 0, "\xED\xA0\x80"},
        Entry{std::string(65, 'x'), 0, "x"}, Entry{"t", 0, std::string((1 << 20) + 1, 'x')}}) {
    const WriteResult outcome = append({entry});
    EXPECT_EQ(outcome.error, WriteError::invalid) << entry.table;
    EXPECT_NE(outcome.why.find("cannot be stored"), std::string::npos);
  }
  EXPECT_EQ(lines_of("t"), "");
  make_table("t");
  for (const double change : {std::nan(""), HUGE_VAL}) {
    EXPECT_EQ(finish("t", {"ann"}, change).error, WriteError::invalid);
  }
  EXPECT_EQ(finish("t", {zero}).error, WriteError::invalid);
  EXPECT_EQ((*store_->table("t"))->state, TableState::running) << "all or nothing";
  EXPECT_TRUE(store_->ratings("ann")->empty());
  EXPECT_EQ(finish("nobody").error, WriteError::invalid);
}

TEST_P(Contract, a_start_finds_only_open_tables) {
  make_table("w", TableState::waiting);
  make_table("r2");
  make_table("r1");
  make_table("f");
  ASSERT_TRUE(finish("f"));
  for (const auto* id : {"r1", "f", "r2", "w", "r1", "r2"}) {
    ASSERT_TRUE(append({{id, std::ssize(*store_->journal(id, 0)), "x"}}));
  }
  reopen();
  std::map<std::string, TableState> found;
  const auto open = store_->open_tables();
  for (const Table& table : *open) found[table.id] = table.state;
  EXPECT_EQ(found, (std::map<std::string, TableState>{{"w", TableState::waiting},
                                                      {"r1", TableState::running},
                                                      {"r2", TableState::running}}));
  EXPECT_EQ(store_->journal("r1", 0)->size(), 2U);
  std::map<std::string, std::size_t> journals;
  EXPECT_EQ(*store_->open_journals([&](const TableId& id, const std::vector<Entry>& entries) {
    journals[id] = entries.size();
  }),
            3U);
  EXPECT_EQ(journals, (std::map<std::string, std::size_t>{{"r1", 2}, {"r2", 2}, {"w", 1}}));
}

TEST_P(Contract, the_journal_of_a_finished_table_is_read_line_by_line) {
  make_table("t");
  ASSERT_TRUE(append({{"t", 0, "a\nb"}}));
  Write last;
  last.entries.push_back({"t", 2, "c"});
  last.finishes.push_back({"t", 50, "a\nb\nc\n"});
  ASSERT_TRUE(store_->write_now(std::move(last)));
  ASSERT_TRUE(append({{"t", 3, "d\ne"}})) << "as for a rematch";
  EXPECT_EQ(append({{"t", 3, "x"}}).error, WriteError::conflict);
  reopen();
  EXPECT_EQ(append({{"t", 3, "x"}}).error, WriteError::conflict);
  ASSERT_TRUE(append({{"t", 5, "f"}}));
  std::string text;
  const auto found = store_->journal("t", 0);
  for (const Entry& entry : *found) text += entry.line + '\n';
  EXPECT_EQ(text, "a\nb\nc\nd\ne\nf\n");
}

TEST_P(Contract, only_tables_that_wait_can_be_closed) {
  make_table("w", TableState::waiting);
  make_table("r");
  Write write;
  write.closed_tables = {"w", "r", "nobody"};
  ASSERT_TRUE(store_->write_now(write));
  reopen();
  EXPECT_FALSE(store_->table("w")->has_value());
  EXPECT_TRUE(store_->table("r")->has_value());
}

TEST_P(Contract, a_host_closes_tables_that_are_not_finished) {
  make_table("w", TableState::waiting);
  make_table("r");
  make_table("f");
  ASSERT_TRUE(append({{"r", 0, "line"}}));
  ASSERT_TRUE(finish("f"));
  ASSERT_TRUE(moderate({.closed_tables = {"w", "r", "f", "nobody"}}));
  reopen();
  EXPECT_FALSE(store_->table("w")->has_value());
  EXPECT_FALSE(store_->table("r")->has_value());
  EXPECT_TRUE(store_->table("f")->has_value());
  EXPECT_TRUE(store_->open_tables()->empty());
}

TEST_P(Contract, sanctions_are_replaced_lifted_and_forgotten) {
  using enum SanctionKind;
  ASSERT_TRUE(moderate({.imposed = {{ban, "p1", 10, 100, "first"}, {mute, "p1", 20, 200, ""}}}));
  ASSERT_TRUE(
      moderate({.imposed = {{ban, "p1", 30, 300, "second"}, {ban, "2001:db8::/64", 5, 50, ""}}}));
  reopen();
  auto found = *store_->sanctions();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].kind, ban);
  EXPECT_EQ(found[0].until, 300);
  EXPECT_EQ(found[0].why, "second");
  EXPECT_EQ(found[1].kind, mute);
  EXPECT_EQ(found[2].subject, "2001:db8::/64");
  ASSERT_TRUE(moderate({.lifted = {{mute, "p1"}, {mute, "nobody"}}, .forget_before = 51}));
  found = *store_->sanctions();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].why, "second");
}

TEST_P(Contract, a_host_renames_people_and_their_claimed_names) {
  ASSERT_TRUE(add_person("p1", "Rude"));
  ASSERT_TRUE(add_person("p2", ""));
  ASSERT_TRUE(moderate({.renamed = {{"p1", "Kind"}, {"p2", "Mild"}}}));
  reopen();
  EXPECT_EQ((*store_->person("p1"))->name, "Kind");
  EXPECT_EQ((*store_->person_by_claimed("KIND"))->id, "p1");
  EXPECT_FALSE(*store_->person_by_claimed("Rude"));
  EXPECT_EQ((*store_->person("p2"))->name, "Mild");
  EXPECT_EQ((*store_->person("p2"))->claimed, "");
  ASSERT_TRUE(add_person("p3", "Other"));
  EXPECT_EQ(moderate({.renamed = {{"p3", "kind"}}}).error, WriteError::name_taken);
  EXPECT_EQ(moderate({.renamed = {{"p2", "kind"}}}).error, WriteError::name_taken);
  EXPECT_EQ(moderate({.renamed = {{"nobody", "Nobody"}}}).error, WriteError::missing);
}

TEST_P(Contract, what_a_host_did_is_logged_with_it_or_not_at_all) {
  using enum SanctionKind;
  ASSERT_TRUE(
      moderate({.imposed = {{ban, "p1", 1, 2, ""}}, .audit = {{1, "root", "ban", "p1", "x"}}}));
  ASSERT_TRUE(moderate({.audit = {{2, "root", "unban", "p1", ""}}}));
  EXPECT_FALSE(moderate({.imposed = {{ban, "", 1, 2, ""}}, .audit = {{3, "root", "ban", "", ""}}}));
  reopen();
  const auto found = *store_->audit(10);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].what, "unban");
  EXPECT_EQ(found[1].actor, "root");
  EXPECT_EQ(found[1].why, "x");
  EXPECT_EQ(store_->audit(1)->size(), 1U);
}

TEST_P(Contract, reports_are_kept_for_90_days) {
  const auto day = reports_are_kept / 90;
  ASSERT_TRUE(moderate({.reports = {{day, "p1", "p2", "t", "line", true, "rude"}}}));
  ASSERT_TRUE(moderate({.reports = {{2 * day, "p2", "p1", "t", "", false, ""}}}));
  reopen();
  auto found = *store_->reports(10);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].by, "p2");
  EXPECT_EQ(found[1].text, "line");
  EXPECT_TRUE(found[1].was_said);
  EXPECT_EQ(found[1].why, "rude");
  ASSERT_TRUE(moderate({.forget_before = 91 * day + 1}));
  EXPECT_EQ(store_->reports(10)->size(), 1U);
}

TEST_P(Contract, who_is_deleted_is_in_no_report) {
  ASSERT_TRUE(add_person("p1", ""));
  ASSERT_TRUE(moderate({.imposed = {{SanctionKind::mute, "p1", 1, 2, ""}},
                        .reports = {{1, "p1", "p2", "t", "", false, ""},
                                    {2, "p2", "p1", "t", "", false, ""},
                                    {3, "p2", "p3", "t", "", false, ""}}}));
  Write write;
  write.deleted_people = {"p1"};
  ASSERT_TRUE(store_->write_now(write));
  EXPECT_EQ(store_->reports(10)->size(), 1U);
  EXPECT_TRUE(store_->sanctions()->empty());
}

TEST_P(Contract, people_are_found_by_a_part_of_their_names) {
  ASSERT_TRUE(add_person("p1", "Kei_1"));
  ASSERT_TRUE(add_person("p2", "Okei%"));
  const auto ids = [&](const std::string& text, std::int64_t limit = 10) {
    std::string out;
    const auto found = store_->people_like(text, limit);
    EXPECT_TRUE(found) << found.error().message;
    for (const Person& person : *found) out += person.id + ' ';
    return out;
  };
  EXPECT_EQ(ids("KEI"), "p1 p2 ");
  EXPECT_EQ(ids("i_"), "p1 ");
  EXPECT_EQ(ids("%"), "p2 ");
  EXPECT_EQ(ids("p2"), "p2 ");
  EXPECT_EQ(ids("", 1), "p1 ");
  EXPECT_EQ(ids("'"), "");
  EXPECT_EQ(store_->people_like("", 1)->front().password_hash, "");
}

TEST_P(Contract, a_table_changes_until_it_is_finished) {
  make_table("t", TableState::waiting);
  Write write;
  write.tables.push_back({"t", "dragons", TableState::running, 99, 5, {"p1", "p2"}});
  ASSERT_TRUE(store_->write_now(write));
  Table table = **store_->table("t");
  EXPECT_EQ(table.state, TableState::running);
  EXPECT_EQ(table.created, 1) << "it began when it began";
  EXPECT_EQ(table.updated, 5);
  EXPECT_EQ(table.people, (std::vector<std::string>{"p1", "p2"}));
  ASSERT_TRUE(finish("t"));
  ASSERT_TRUE(store_->write_now(write));
  reopen();
  table = **store_->table("t");
  EXPECT_EQ(table.state, TableState::finished);
  EXPECT_EQ(table.updated, 50);
  EXPECT_EQ(table.people, (std::vector<std::string>{"p1", "p2"}));
  EXPECT_FALSE(*store_->table("nobody"));
}

TEST_P(Contract, the_last_heartbeat_is_kept) {
  EXPECT_EQ(*store_->alive_at(), 0);
  for (const std::int64_t time : {1'700'000'000'000, 1'700'000'001'000}) {
    Write write;
    write.alive_at = time;
    ASSERT_TRUE(store_->write_now(write));
    EXPECT_EQ(*store_->alive_at(), time);
  }
  ASSERT_TRUE(store_->write_now({}));
  reopen();
  EXPECT_EQ(*store_->alive_at(), 1'700'000'001'000) << "a write without a heartbeat says nothing";
}

TEST_P(Contract, ratings_change_once_for_each_table) {
  make_table("t");
  ASSERT_TRUE(finish("t", {"bob", "ann"}, 16.25));
  ASSERT_TRUE(finish("t", {"bob", "ann"}, 100));
  reopen();
  for (const auto* player : {"ann", "bob"}) {
    const auto found = store_->ratings(player);
    ASSERT_EQ(found->size(), 1U);
    EXPECT_EQ((*found)[0].person, player);
    EXPECT_EQ((*found)[0].game, "dragons");
    EXPECT_EQ((*found)[0].rating, 1516.25);
    EXPECT_EQ((*found)[0].games, 1);
  }
  EXPECT_TRUE(store_->ratings("cat")->empty());
}

// In one transaction, in two of one call, and later.
TEST_P(Contract, each_end_changes_the_ratings_that_the_last_one_left) {
  for (int i = 0; i < 3; ++i) make_table(std::to_string(i));
  const auto ends = [](int table, std::vector<std::string> players, double change) {
    Write write;
    write.finishes.push_back({std::to_string(table), 50, "", "dragons", std::move(players),
                              [change](std::vector<Rating>& ratings) {
                                for (Rating& rating : ratings) {
                                  rating.rating += change * static_cast<double>(++rating.games);
                                }
                              }});
    return write;
  };
  std::vector<Write> writes{ends(0, {"bob", "ann"}, 1), ends(1, {"ann", "cat"}, 10)};
  std::promise<std::vector<WriteResult>> promise;
  store_->write([&] { return writes; },
                [&](const std::vector<WriteResult>& results) { promise.set_value(results); });
  for (const WriteResult& result : promise.get_future().get()) EXPECT_TRUE(result) << result.why;
  EXPECT_EQ(store_->ratings("ann")->at(0).rating, 21);
  reopen();
  ASSERT_TRUE(store_->write_now(ends(2, {"cat", "ann"}, 100)));
  const auto rating = [&](const std::string& player) {
    return store_->ratings(player)->at(0).rating;
  };
  EXPECT_EQ(rating("ann"), 321);
  EXPECT_EQ(rating("bob"), 1);
  EXPECT_EQ(rating("cat"), 210);
}

TEST_P(Contract, numbers_come_back_exactly) {
  const std::vector<double> hard{0.1, 1.0 / 3, -1e-300, 1.7976931348623157e308, 5e-324, 1516.25};
  make_table("t");
  Write write;
  std::vector<std::string> players;
  for (std::size_t i = 0; i < hard.size(); ++i) players.push_back(std::to_string(i));
  write.finishes.push_back({"t", 50, "", "dragons", players, [&](std::vector<Rating>& ratings) {
                              for (std::size_t i = 0; i < hard.size(); ++i) {
                                ratings[i].rating = ratings[i].deviation = hard[i];
                                ratings[i].volatility = -hard[i];
                                ratings[i].games = 9'007'199'254'740'993;
                              }
                            }});
  ASSERT_TRUE(store_->write_now(std::move(write)));
  reopen();
  for (std::size_t i = 0; i < hard.size(); ++i) {
    const Rating found = store_->ratings(players[i])->at(0);
    EXPECT_EQ(found.rating, hard[i]);
    EXPECT_EQ(found.deviation, hard[i]);
    EXPECT_EQ(found.volatility, -hard[i]);
    EXPECT_EQ(found.games, 9'007'199'254'740'993);
  }
}

TEST_P(Contract, a_name_is_claimed_by_one_person) {
  ASSERT_TRUE(add_person("1", "J\xC3\x84ger Ann"));
  EXPECT_EQ(add_person("2", "j\xC3\xA4GER ann").error, WriteError::name_taken);
  ASSERT_TRUE(add_person("2", ""));
  ASSERT_TRUE(add_person("3", "")) << "guests have no claimed name, and so never the same";
  EXPECT_EQ(add_person("3", "").error, WriteError::invalid);
  EXPECT_EQ(claim("2", "JA\xCC\x88GER ann"), WriteError::name_taken);
  EXPECT_EQ(claim("2", "Bob"), WriteError::none);
  EXPECT_EQ(claim("2", "Bob 2"), WriteError::already_claimed);
  EXPECT_EQ(claim("4", "Cat"), WriteError::already_claimed);
  reopen();
  const auto found = store_->person_by_claimed("J\xC3\x84GER ANN");
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->id, "1");
  EXPECT_EQ((*found)->claimed, "J\xC3\x84ger Ann");
  EXPECT_EQ((*found)->password_hash, "hash");
  EXPECT_EQ((*found)->created, 7);
  EXPECT_FALSE(*store_->person_by_claimed(""));
  EXPECT_FALSE(*store_->person_by_claimed("bo"));
  EXPECT_EQ((**store_->person("2")).claimed, "Bob");
  EXPECT_EQ((**store_->person("2")).password_hash, "hash of Bob");
  EXPECT_EQ((**store_->person("3")).claimed, "");
  EXPECT_FALSE(*store_->person("4"));
}

TEST_P(Contract, one_of_parallel_claims_is_stored) {
  ASSERT_TRUE(add_person("1", ""));
  std::vector<Write> writes(3);
  for (std::size_t i = 0; i < writes.size(); ++i)
    writes[i].claims = {{"1", "Name " + std::string(1 + i, 'x'), "hash " + std::to_string(i)}};
  std::promise<std::vector<WriteResult>> promise;
  store_->write([&] { return writes; },
                [&](const std::vector<WriteResult>& results) { promise.set_value(results); });
  const auto results = promise.get_future().get();
  EXPECT_TRUE(results[0]);
  EXPECT_EQ(results[1].error, WriteError::already_claimed);
  EXPECT_EQ(results[2].error, WriteError::already_claimed);
  EXPECT_EQ((**store_->person("1")).password_hash, "hash 0");
}

TEST_P(Contract, a_rename_leaves_everything_else_alone) {
  ASSERT_TRUE(add_person("1", ""));
  ASSERT_TRUE(add_person("2", ""));
  ASSERT_EQ(claim("1", "Rosa"), WriteError::none);
  EXPECT_EQ(rename("1", "Ros\xC3\xA4"), WriteError::none);
  EXPECT_EQ(rename("2", "rOSA"), WriteError::name_taken) << "it would look like the claimed one";
  EXPECT_EQ(rename("2", "R\xCE\xBFsa"), WriteError::name_taken);
  EXPECT_EQ(rename("2", "Ros\xC3\xA4"), WriteError::none) << "nobody has claimed that";
  EXPECT_EQ(rename("3", "Nobody"), WriteError::missing);
  Write guest;
  guest.people.push_back({"4", "ROSA", "", "", 7});
  EXPECT_EQ(store_->write_now(guest).error, WriteError::name_taken);
  const Person person = **store_->person("1");
  EXPECT_EQ(person.name, "Ros\xC3\xA4");
  EXPECT_EQ(person.claimed, "Rosa");
  EXPECT_EQ(person.password_hash, "hash of Rosa");
}

TEST_P(Contract, a_password_changes_from_the_one_that_was_checked) {
  ASSERT_TRUE(add_person("1", ""));
  ASSERT_EQ(claim("1", "Rosa"), WriteError::none);
  const auto change = [&](const std::string& from, const std::string& to) {
    Write write;
    write.password_changes = {{"1", from, to}};
    return store_->write_now(write).error;
  };
  EXPECT_EQ(change("hash of Rosa", "new"), WriteError::none);
  EXPECT_EQ(change("hash of Rosa", "newer"), WriteError::outdated);
  EXPECT_EQ((**store_->person("1")).password_hash, "new");
}

TEST_P(Contract, tokens_lead_to_people_until_dropped) {
  ASSERT_TRUE(add_person("1", ""));
  Write write;
  write.tokens = {{"h1", "1", 5, 5}, {"h2", "1", 5, 6, "Firefox on Linux"}};
  ASSERT_TRUE(store_->write_now(write));
  Write drop;
  drop.dropped_tokens = {"h1"};
  drop.seen_tokens = {{"h2", 9}, {"gone", 9}};
  ASSERT_TRUE(store_->write_now(drop));
  reopen();
  EXPECT_FALSE(*store_->person_by_token("h1"));
  ASSERT_TRUE(*store_->person_by_token("h2"));
  const SignedIn found = **store_->person_by_token("h2");
  EXPECT_EQ(found.person.id, "1");
  EXPECT_EQ(found.token.created, 5);
  EXPECT_EQ(found.token.last_seen, 9);
  EXPECT_EQ(found.token.device, "Firefox on Linux");
  Write nobody;
  nobody.tokens = {{"h3", "2", 5, 5}};
  EXPECT_EQ(store_->write_now(nobody).error, WriteError::missing);
}

TEST_P(Contract, sessions_end_one_by_one_or_all_but_one) {
  ASSERT_TRUE(add_person("1", ""));
  ASSERT_TRUE(add_person("2", ""));
  const auto hash = [](int i) { return std::string(16, static_cast<char>('a' + i)) + "rest"; };
  Write write;
  for (int i = 0; i < 4; ++i) write.tokens.push_back({hash(i), i < 3 ? "1" : "2", 5, 10 + i});
  ASSERT_TRUE(store_->write_now(write));
  const auto end = [&](SessionEnd one) {
    Write ending;
    ending.ended_sessions = {std::move(one)};
    return store_->write_now(ending).error;
  };
  const auto all = [&] {
    std::string found;
    const auto tokens = store_->tokens_of("1");
    for (const Token& token : *tokens) found += token.hash.front();
    return found;
  };
  EXPECT_EQ(all(), "cba");
  EXPECT_EQ(end({"1", session_id(hash(3))}), WriteError::missing) << "that is somebody else's";
  EXPECT_EQ(end({"1", session_id(hash(1))}), WriteError::none);
  EXPECT_EQ(end({"1", session_id(hash(1))}), WriteError::missing);
  EXPECT_EQ(all(), "ca");
  EXPECT_EQ(end({"1", "", hash(0)}), WriteError::none);
  EXPECT_EQ(all(), "a");
  EXPECT_EQ(end({"1", "", ""}), WriteError::none);
  EXPECT_EQ(all(), "");
  EXPECT_TRUE(*store_->person_by_token(hash(3)));
}

TEST_P(Contract, a_person_has_the_last_sessions_only) {
  ASSERT_TRUE(add_person("1", ""));
  for (int i = 0; i <= most_tokens; ++i) {
    Write write;
    write.tokens = {{"h" + std::to_string(i), "1", i, i}};
    ASSERT_TRUE(store_->write_now(write));
  }
  EXPECT_EQ(std::ssize(*store_->tokens_of("1")), most_tokens);
  EXPECT_FALSE(*store_->person_by_token("h0"));
}

TEST_P(Contract, tables_are_found_by_their_people) {
  Write write;
  write.tables = {{"t", "dragons", TableState::running, 1, 2, {"p1", "p2"}},
                  {"u", "dragons", TableState::waiting, 1, 3, {"p1"}}};
  ASSERT_TRUE(store_->write_now(write));
  const auto ids = [&](const std::string& person) {
    std::string found;
    const auto tables = store_->tables_of(person);
    for (const Table& table : *tables) found += table.id;
    return found;
  };
  EXPECT_EQ(ids("p1"), "ut");
  Write changed;
  changed.tables = {{"u", "dragons", TableState::waiting, 1, 3, {"p3"}}};
  ASSERT_TRUE(store_->write_now(changed));
  ASSERT_TRUE(finish("t"));
  reopen();
  EXPECT_EQ(ids("p1"), "t");
  EXPECT_EQ(ids("p2"), "t");
  EXPECT_EQ(ids("p3"), "u");
  Write closed;
  closed.closed_tables = {"u"};
  ASSERT_TRUE(store_->write_now(closed));
  EXPECT_EQ(ids("p3"), "");
}

TEST_P(Contract, a_deleted_person_leaves_games_that_were_rewritten) {
  ASSERT_TRUE(add_person("p1", "Ann"));
  make_table("t");
  ASSERT_TRUE(append({{"t", 0, "Ann sits\nAnn plays"}, {"t", 2, "Ann wins"}}));
  Write deletion;
  deletion.deleted_people = {"p1"};
  EXPECT_EQ(store_->write_now(deletion).error, WriteError::has_tables);
  Write end;
  end.finishes.push_back(
      {"t", 50, "Ann sits\nAnn plays\nAnn wins\n", "dragons", {"p1"}, [](auto& ratings) {
         ratings[0].games = 1;
       }});
  end.tokens = {{"h1", "p1", 5, 5}};
  ASSERT_TRUE(store_->write_now(end));
  Write rewrite;
  auto entries = *store_->journal("t", 0);
  for (Entry& entry : entries) {
    for (auto at = entry.line.find("Ann"); at != std::string::npos; at = entry.line.find("Ann"))
      entry.line.replace(at, 3, "somebody");
  }
  rewrite.rewrites = {{"t", entries}};
  rewrite.deleted_people = {"p1"};
  ASSERT_TRUE(store_->write_now(rewrite));
  EXPECT_EQ(store_->write_now(deletion).error, WriteError::missing);
  reopen();
  std::string text;
  entries = *store_->journal("t", 0);
  for (const Entry& entry : entries) text += entry.line + ';';
  std::ranges::replace(text, '\n', ';');
  EXPECT_EQ(text, "somebody sits;somebody plays;somebody wins;");
  EXPECT_FALSE(*store_->person("p1"));
  EXPECT_FALSE(*store_->person_by_token("h1"));
  EXPECT_FALSE(*store_->person_by_claimed("Ann"));
  EXPECT_TRUE(store_->ratings("p1")->empty());
  EXPECT_TRUE(add_person("p2", "Ann")) << "the name is free again";
}

TEST_P(Contract, guests_who_left_nothing_are_pruned) {
  // Born at 7, and last seen at 10 or later.
  for (const char* id : {"gone", "seen", "rated", "seated", "unseen"})
    ASSERT_TRUE(add_person(id, ""));
  ASSERT_TRUE(add_person("claimed", "Ann"));
  Write write;
  for (const char* id : {"gone", "rated", "seated", "claimed"})
    write.tokens.push_back({std::string("h ") + id, id, 7, 10});
  write.tokens.push_back({"h seen", "seen", 7, 20});
  write.tables = {{"t", "dragons", TableState::running, 1, 2, {"seated"}},
                  {"u", "dragons", TableState::running, 1, 2, {}}};
  ASSERT_TRUE(store_->write_now(write));
  ASSERT_TRUE(finish("u", {"rated"}));
  const auto idle = store_->idle_guests("", 20);
  ASSERT_TRUE(idle) << idle.error().message;
  EXPECT_EQ(idle->guests, (std::vector<std::string>{"gone", "unseen"}));
  EXPECT_EQ(idle->last, "") << "these are all";
  EXPECT_EQ(store_->idle_guests("gone", 20)->guests, (std::vector<std::string>{"unseen"}));
  EXPECT_TRUE(store_->idle_guests("", 5)->guests.empty());
  Write prune;  // as if the others had changed since
  prune.prunes = {{{"gone", "seen", "rated", "seated", "unseen", "claimed", "nobody"}, 20, 0}};
  ASSERT_TRUE(store_->write_now(prune));
  reopen();
  for (const char* id : {"seen", "rated", "seated", "claimed"})
    EXPECT_TRUE(*store_->person(id)) << id;
  EXPECT_FALSE(*store_->person("gone"));
  EXPECT_FALSE(*store_->person("unseen"));
  EXPECT_TRUE(store_->tokens_of("gone")->empty());
  Write old;
  old.prunes = {{{}, 0, 15}};
  ASSERT_TRUE(store_->write_now(old));
  EXPECT_FALSE(*store_->person_by_token("h claimed"));
  EXPECT_TRUE(*store_->person_by_token("h seen"));
}

INSTANTIATE_TEST_SUITE_P(Store, Contract, testing::Values("memory", "sqlite", "postgresql"),
                         [](const auto& info) { return info.param; });

}  // namespace

}  // namespace hotaka::store
