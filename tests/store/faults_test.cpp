// Killed, locked, full, gone: what was acknowledged is there, the rest is refused with a sentence,
// and it goes on by itself.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <future>

#include "store/connection.h"
#include "store/places.h"
#include "store/store.h"
#include "support/paths.h"

namespace hotaka::store {

namespace {

using store_test::PostgresServer;
using store_test::TemporaryFolder;

std::unique_ptr<Store> open(const std::string& where, const Settings& settings = {}) {
  auto opened = open_store(where, settings);
  if (!opened) {
    ADD_FAILURE() << opened.error().message;
    return nullptr;
  }
  return std::move(*opened);
}

WriteResult append(Store& store, std::int64_t index, const std::string& line = "x") {
  Write write;
  write.entries.push_back({"t", index, line});
  return store.write_now(std::move(write));
}

bool says(const WriteResult& outcome, std::string_view words) {
  return outcome.why.find(words) != std::string::npos;
}

// Starts the appender, kills it when it has said `after` bytes, and returns all that it said.
std::string killed_appender(const std::string& where, std::size_t after) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 1);
    execl(appender_path().c_str(), "store_appender", where.c_str(), nullptr);
    _exit(127);
  }
  close(ends[1]);
  std::string said;
  std::array<char, 4096> part{};
  bool killed = false;
  for (ssize_t count = 0; (count = read(ends[0], part.data(), part.size())) > 0;) {
    said.append(part.data(), static_cast<std::size_t>(count));
    if (!killed && said.size() >= after) {
      kill(child, SIGKILL);
      killed = true;
    }
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status)) << "it ended before it was killed";
  return said;
}

void acknowledged_survives_a_kill(const std::function<std::string()>& new_place) {
  for (const std::size_t after : {1, 700, 5000, 20000}) {
    const std::string where = new_place();
    std::string said = killed_appender(where, after);
    said.resize(said.rfind('\n') + 1);
    const auto acknowledged = std::count(said.begin(), said.end(), '\n');
    EXPECT_GT(acknowledged, 0);
    const auto store = open(where);
    const auto found = store->journal("t", 0);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_GE(std::ssize(*found), acknowledged);
    for (std::size_t i = 0; i < found->size(); ++i) {
      ASSERT_EQ((*found)[i].line, "line " + std::to_string(i)) << "no holes, nothing torn";
    }
    EXPECT_TRUE(append(*store, std::ssize(*found))) << "it goes on";
  }
}

TEST(StoreFaults, sqlite_keeps_what_was_acknowledged_before_a_kill) {
  const TemporaryFolder folder;
  int count = 0;
  acknowledged_survives_a_kill([&] { return folder / std::to_string(++count); });
}

TEST(StoreFaults, postgresql_keeps_what_was_acknowledged_before_a_kill) {
  acknowledged_survives_a_kill([] { return PostgresServer::get().new_database(); });
}

TEST(StoreFaults, a_locked_database_refuses_and_recovers) {
  const TemporaryFolder folder;
  const auto store = open(folder.path(), {.busy_milliseconds = 50});
  ASSERT_TRUE(append(*store, 0));
  {
    const auto other = connect_sqlite(folder / database_file, {});
    other->begin();
    const WriteResult outcome = append(*store, 1);
    EXPECT_EQ(outcome.error, WriteError::unavailable);
    EXPECT_TRUE(says(outcome, "locked by another program")) << outcome.why;
    EXPECT_EQ(store->journal("t", 0)->size(), 1U) << "reading goes on meanwhile";
    other->run("rollback");
  }
  EXPECT_TRUE(append(*store, 1));
}

// The process may not make files longer than this, which to SQLite is a full disk.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit small = before_;
    small.rlim_cur = bytes;
    handler_ = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;
  ~SmallFiles() {
    setrlimit(RLIMIT_FSIZE, &before_);
    signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  sighandler_t handler_ = nullptr;
};

TEST(StoreFaults, a_full_disk_refuses_and_recovers) {
  const TemporaryFolder folder;
  const auto store = open(folder.path());
  const std::string line(100'000, 'x');
  std::int64_t stored = 0;
  {
    const SmallFiles small(2'000'000);
    WriteResult outcome;
    while (stored < 1000 && (outcome = append(*store, stored, line))) ++stored;
    EXPECT_GT(stored, 5);
    EXPECT_EQ(outcome.error, WriteError::unavailable);
    EXPECT_FALSE(outcome.why.empty());
    EXPECT_EQ(std::ssize(*store->journal("t", 0)), stored);
  }
  EXPECT_TRUE(append(*store, stored, line));
  const auto again = open(folder.path(), {.is_owner = false});
  EXPECT_EQ(std::ssize(*again->journal("t", 0)), stored + 1);
}

TEST(StoreFaults, postgresql_may_go_away_and_come_back) {
  const auto store = open(PostgresServer::get().new_database());
  ASSERT_TRUE(append(*store, 0));
  PostgresServer::get().stop();
  for (int i = 0; i < 3; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const WriteResult outcome = append(*store, 1);
    EXPECT_EQ(outcome.error, WriteError::unavailable);
    EXPECT_TRUE(says(outcome, "the PostgreSQL database does not do it: ")) << outcome.why;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::minutes(1))
        << "the server would wait for the network's timeout";
    const auto read = store->journal("t", 0);
    EXPECT_FALSE(read);
  }
  PostgresServer::get().start();
  EXPECT_EQ(store->journal("t", 0)->size(), 1U);
  EXPECT_TRUE(append(*store, 1));
  EXPECT_EQ(append(*store, 1).error, WriteError::conflict);
}

// Somebody holds a lock that three questions wait for, as many as there are threads for them.
TEST(StoreFaults, a_question_whose_patience_is_over_is_not_asked) {
  const std::string where = PostgresServer::get().new_database();
  const auto store = open(where, {.busy_milliseconds = 600'000});
  using Found = Result<std::optional<Person>>;
  const auto ask = [&](std::chrono::milliseconds patience) {
    auto answer = std::make_shared<std::promise<Found>>();
    store->read<std::optional<Person>>(
        [](Store& reading) { return reading.person("nobody"); },
        [answer](Found found) { answer->set_value(std::move(found)); }, patience);
    return answer->get_future();
  };
  EXPECT_TRUE(ask(std::chrono::minutes(5)).get());
  const auto other = connect_postgresql(where, {});
  other->begin();
  other->run("lock table people in access exclusive mode");
  std::vector<std::future<Found>> waiting;
  for (int i = 0; i < 3; ++i) waiting.push_back(ask(std::chrono::minutes(5)));
  auto late = ask(std::chrono::milliseconds(0));
  EXPECT_TRUE(store->ratings("nobody")) << "other questions have another connection";
  EXPECT_TRUE(append(*store, 0));
  other->run("rollback");
  for (auto& one : waiting) EXPECT_TRUE(one.get());
  const Found refused = late.get();
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("in time"), std::string::npos) << refused.error().message;
}

TEST(StoreFaults, a_store_that_is_closed_answers_every_question_once) {
  const TemporaryFolder folder;
  auto store = open(folder.path());
  std::atomic<int> answers = 0;
  for (int i = 0; i < 200; ++i) {
    store->read<std::int64_t>([](Store& reading) { return reading.alive_at(); },
                              [&](const auto&) { ++answers; }, std::chrono::minutes(5));
  }
  store.reset();
  EXPECT_EQ(answers, 200);
}

// The processes that serve one database are stopped, but their sockets stay open.
TEST(StoreFaults, a_postgresql_that_says_nothing_is_given_up) {
  const std::string where = PostgresServer::get().new_database();
  const auto store = open(where, {.busy_milliseconds = 50});
  ASSERT_TRUE(append(*store, 0));
  ASSERT_TRUE(store->journal("t", 0));
  const auto other = connect_postgresql(PostgresServer::get().new_database(), {});
  std::vector<pid_t> backends;
  const std::string name =
      where.substr(0, where.find('?')).substr(where.rfind('/', where.find('?')) + 1);
  other->run("select pid from pg_stat_activity where datname = $1", {name},
             [&](const Row& row) { backends.push_back(static_cast<pid_t>(row.number(0))); });
  EXPECT_GE(backends.size(), 2U);
  for (const pid_t backend : backends) EXPECT_EQ(kill(backend, SIGSTOP), 0);
  const WriteResult outcome = append(*store, 1);
  EXPECT_EQ(outcome.error, WriteError::unavailable);
  EXPECT_TRUE(says(outcome, "does not answer in time")) << outcome.why;
  const auto silent = store->journal("t", 0);
  ASSERT_FALSE(silent);
  EXPECT_NE(silent.error().message.find("does not answer in time"), std::string::npos)
      << silent.error().message;
  EXPECT_EQ(store->journal("t", 0)->size(), 1U) << "on a new connection";
  EXPECT_TRUE(append(*store, 1));
  for (const pid_t backend : backends) kill(backend, SIGCONT);
}

TEST(StoreFaults, a_database_has_one_owner) {
  const TemporaryFolder folder;
  for (const std::string& where : {folder.path(), PostgresServer::get().new_database()}) {
    auto store = open(where);
    const auto other = open_store(where);
    ASSERT_FALSE(other) << where;
    EXPECT_NE(other.error().message.find("another hotaka"), std::string::npos);
    EXPECT_NE(other.error().message.find("stop it first"), std::string::npos);
    EXPECT_TRUE(open_store(where, {.is_owner = false})) << "who only helps";
    EXPECT_TRUE(append(*store, 0));
    store.reset();
    EXPECT_TRUE(open(where));
  }
  EXPECT_TRUE(open(folder.path()));
  const WriteResult copied = back_up(folder.path(), folder / "copy.db");
  EXPECT_TRUE(copied) << copied.why;
}

// The owner's connection was lost, and somebody else has been there since.
TEST(StoreFaults, an_owner_who_was_replaced_writes_nothing_more) {
  const std::string where = PostgresServer::get().new_database();
  const auto first = open(where);
  ASSERT_TRUE(append(*first, 0));
  PostgresServer::get().stop();
  EXPECT_EQ(append(*first, 1).error, WriteError::unavailable);
  PostgresServer::get().start();
  const auto second = open(where);
  ASSERT_TRUE(append(*second, 1));
  const WriteResult outcome = append(*first, 2);
  EXPECT_EQ(outcome.error, WriteError::unavailable);
  EXPECT_TRUE(says(outcome, "another hotaka")) << outcome.why;
  EXPECT_TRUE(append(*second, 2));
}

TEST(StoreFaults, nobody_else_may_read_the_data) {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  const auto rights = [](const std::string& path) {
    return static_cast<unsigned>(fs::status(path).permissions());
  };
  const std::string old = folder / "old";
  fs::create_directories(old);
  std::fclose(std::fopen((old + "/hotaka.db").c_str(), "w"));
  fs::permissions(old, fs::perms(0755));
  fs::permissions(old + "/hotaka.db", fs::perms(0644));
  const std::string mixed = folder / "mixed";
  fs::create_directories(mixed);
  fs::permissions(mixed, fs::perms(0755));
  std::fclose(std::fopen((mixed + "/letter.txt").c_str(), "w"));
  for (const std::string& where : {folder / "new/data", old, mixed}) {
    const auto store = open(where);
    ASSERT_TRUE(append(*store, 0));
    EXPECT_EQ(rights(where), where == mixed ? 0755U : 0700U) << where;
    for (const char* file : {"hotaka.db", "hotaka.db-wal", "hotaka.db-shm", "hotaka.lock"})
      EXPECT_EQ(rights(where + '/' + file), 0600U) << where << ' ' << file;
    EXPECT_TRUE(back_up(where, where + ".copy"));
    EXPECT_EQ(rights(where + ".copy"), 0600U);
  }
}

// What a connection of this setting waits for.
TEST(StoreFaults, a_commit_waits_for_the_disk_unless_told_otherwise) {
  const TemporaryFolder folder;
  const auto synchronous = [&](const Settings& settings) {
    std::int64_t found = -1;
    connect_sqlite(folder / "x.db", settings)->run("pragma synchronous", {}, [&](const Row& row) {
      found = row.number(0);
    });
    return found;
  };
  EXPECT_EQ(synchronous({}), 2);
  EXPECT_EQ(synchronous({.power_loss_safety = false}), 1);
}

TEST(StoreFaults, places_that_are_none_are_refused_with_a_sentence) {
  const TemporaryFolder folder;
  const auto why = [](const std::string& where) {
    const auto opened = open_store(where);
    return opened ? "opened" : opened.error().message;
  };
  EXPECT_NE(why("mysql://x").find("\"mysql\" is neither"), std::string::npos) << why("mysql://x");
  EXPECT_NE(why("").find("is neither"), std::string::npos);
  EXPECT_NE(why("/proc/nowhere").find("cannot be made"), std::string::npos);
  EXPECT_NE(why("/dev/null").find("cannot be"), std::string::npos) << why("/dev/null");
  EXPECT_NE(why("postgresql://hotaka:geheim@/db?host=" + folder.path()).find("does not do it"),
            std::string::npos);
  EXPECT_EQ(why("postgresql://hotaka:geheim@/db?host=" + folder.path()).find("geheim"),
            std::string::npos);
  // It takes connections, and says nothing on them.
  const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{AF_UNIX, {}};
  (folder / ".s.PGSQL.5432").copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(listen(listener, 8), 0);
  const std::string silent = why("postgresql://hotaka@/db?host=" + folder.path());
  EXPECT_NE(silent.find("timeout expired"), std::string::npos) << silent;
  close(listener);
  std::FILE* file = std::fopen((folder / database_file).c_str(), "w");
  for (int i = 0; i < 1000; ++i) std::fputs("this is no database", file);
  std::fclose(file);
  EXPECT_NE(why(folder.path()).find("damaged or no database"), std::string::npos);
}

}  // namespace

}  // namespace hotaka::store
