// Tables by id and by person, read in the background.

#include "server/table_registry.h"

#include "server/crypto.h"
#include "server/fakes.h"

namespace hotaka::server::test {
namespace {

class Registry : public testing::Test {
 protected:
  Registry() {
    EXPECT_TRUE(init_crypto());
    make();
  }

  void make() {
    registry_ = std::make_unique<TableRegistry>(
        store_, environment_,
        TableRegistry::Hooks{.on_read = [this](LiveTable& live) { read_ += live.id + ' '; },
                             .on_gone =
                                 [this](const std::string& id, const Error& error) {
                                   gone_ += id + ':' + std::string(error.code) + ' ';
                                 }});
  }
  // A table of Ann's that waits, stored with its lines but for the one that `without` names.
  void store_table(const std::string& id, std::int64_t without = -1) {
    table::Setup setup;
    setup.game = "dragons";
    auto table = table::Table::make(id, setup, {"pann", "Ann"}, new_secret(), 1);
    ASSERT_TRUE(table);
    ASSERT_FALSE((*table)->sit(0, {"pann", "Ann"}, "", 2));
    ASSERT_FALSE((*table)->put_bot(1, "club", 3));
    store::Write write;
    write.tables.push_back({id, "dragons", store::TableState::waiting, 1, 2, {"pann"}});
    const table::Step step = (*table)->take_step();
    std::int64_t index = step.first;
    for (const table::Stamped& event : step.events) {
      store::Entry entry{id, index++, ""};
      table::append_line(entry.line, event);
      if (entry.index != without) write.entries.push_back(std::move(entry));
    }
    ASSERT_TRUE(store_.write_now(std::move(write)));
  }
  // What somebody who wants the table gets: its state, or a code.
  void ask(const std::string& id) {
    registry_->with(id, [this](const Result<LiveTable*>& found) {
      answers_ += (found ? (*found)->id : std::string(found.error().code)) + ' ';
    });
  }
  std::string answers() { return std::exchange(answers_, {}); }

  FakeEnvironment environment_;
  FakeStore store_;
  std::unique_ptr<TableRegistry> registry_;
  std::string answers_;
  std::string read_;
  std::string gone_;
};

TEST_F(Registry, open_tables_are_listed_before_they_are_read) {
  store_table("a");
  store_table("b");
  store_.hold_reads = true;
  ASSERT_FALSE(registry_->open());
  EXPECT_EQ(registry_->size(), 2U);
  EXPECT_EQ(registry_->count_unread(), 2U);
  EXPECT_EQ(registry_->tables_of("pann").size(), 2U);
  EXPECT_EQ(registry_->find("a"), nullptr);
  ask("a");
  EXPECT_EQ(answers(), "") << "it waits";
  store_.answer_all();
  environment_.run_tasks();
  EXPECT_EQ(answers(), "a ");
  EXPECT_EQ(registry_->count_unread(), 0U);
  ask("b");
  EXPECT_EQ(answers(), "b ") << "immediately";
}

TEST_F(Registry, one_question_serves_all_who_wait) {
  store_table("a");
  store_.hold_reads = true;
  ask("a");
  ask("a");
  EXPECT_EQ(store_.held(), 1U);
  store_.answer_all();
  environment_.run_tasks();
  EXPECT_EQ(answers(), "a a ");
  EXPECT_EQ(read_, "a ");
}

TEST_F(Registry, what_is_no_table_is_forgotten_again) {
  ask("nosuch");
  ask("no such id!");
  environment_.run_tasks();
  EXPECT_EQ(answers(), "no_such_table no_such_table ");
  EXPECT_EQ(gone_, "nosuch:no_such_table ");
  EXPECT_EQ(registry_->size(), 0U);
}

TEST_F(Registry, a_journal_that_lacks_a_line_is_damaged) {
  store_table("a", 1);
  store_table("b", 2);  // the last one: nobody can know of it
  ask("a");
  ask("b");
  environment_.run_tasks();
  EXPECT_EQ(answers(), "table_damaged b ");
  EXPECT_EQ(gone_, "a:table_damaged ");
  const int reads = store_.table_reads;
  ask("a");
  EXPECT_EQ(answers(), "table_damaged ");
  EXPECT_EQ(store_.table_reads, reads) << "nobody can make the server read it again and again";
}

TEST_F(Registry, an_open_table_is_read_again_until_it_can_be) {
  store_table("a");
  store_.reads_fail = true;
  ASSERT_FALSE(registry_->open());
  environment_.run_tasks();
  for (int i = 0; i < 3; ++i) {
    ask("a");
    const auto next = registry_->retry_reads();
    environment_.run_tasks();
    EXPECT_EQ(answers(), "unavailable ");
    environment_.time = std::max(environment_.time, next.value_or(0)) + 1000;
  }
  store_.reads_fail = false;
  (void)registry_->retry_reads();
  environment_.run_tasks();
  ask("a");
  EXPECT_EQ(answers(), "a ");
}

TEST_F(Registry, a_table_that_is_read_again_has_what_is_stored) {
  store_table("a");
  ask("a");
  environment_.run_tasks();
  LiveTable& live = *registry_->find("a");
  ASSERT_FALSE(live.table->stand(0, 5));
  registry_->reload(live, 7);
  EXPECT_EQ(registry_->find("a"), nullptr);
  environment_.time += 1000;
  (void)registry_->retry_reads();
  environment_.run_tasks();
  EXPECT_EQ(registry_->find("a")->table->place_of("pann"), 0);
  EXPECT_EQ(registry_->find("a")->alive_at, 7);
}

TEST_F(Registry, tables_belong_to_who_sits_there_and_to_a_waiting_host) {
  table::Setup setup;
  setup.game = "dragons";
  auto made = table::Table::make("t", setup, {"phost", "Host"}, new_secret(), environment_.time);
  ASSERT_TRUE(made);
  LiveTable& live = registry_->add(std::move(*made));
  EXPECT_EQ(registry_->tables_of("phost").size(), 1U);
  ASSERT_FALSE(live.table->sit(0, {"pann", "Ann"}, "", 1));
  ASSERT_FALSE(live.table->sit(1, {"pben", "Ben"}, "", 1));
  ASSERT_FALSE(live.table->set_ready(0, true, 1));
  registry_->update_people(live);
  EXPECT_EQ(registry_->tables_of("pann").size(), 1U);
  EXPECT_EQ(registry_->tables_of("phost").size(), 1U);
  ASSERT_FALSE(live.table->set_ready(1, true, 1));
  registry_->update_people(live);
  EXPECT_EQ(registry_->tables_of("phost").size(), 0U) << "the game runs without its host";
  registry_->forget("t");
  EXPECT_EQ(registry_->tables_of("pann").size(), 0U);
}

TEST_F(Registry, a_table_of_bots_alone_is_its_hosts) {
  table::Setup setup;
  setup.game = "dragons";
  auto made = table::Table::make("t", setup, {"phost", "Host"}, new_secret(), environment_.time);
  ASSERT_TRUE(made);
  LiveTable& live = registry_->add(std::move(*made));
  ASSERT_FALSE(live.table->put_bot(0, "club", 1));
  ASSERT_FALSE(live.table->put_bot(1, "club", 1));
  ASSERT_FALSE(live.table->start(1));
  registry_->update_people(live);
  EXPECT_EQ(registry_->tables_of("phost").size(), 1U);
}

}  // namespace
}  // namespace hotaka::server::test
