// Guests, names and passwords without a server around them.

#include "server/accounts.h"

#include <chrono>
#include <thread>

#include "server/crypto.h"
#include "server/fakes.h"

namespace hotaka::server::test {
namespace {

// Password hashes are made on another thread, so what comes from there is waited for.
class LockedEnvironment final : public FakeEnvironment {
 public:
  void post(std::function<void()> task) override {
    const std::lock_guard lock(mutex_);
    FakeEnvironment::post(std::move(task));
  }
  // Runs tasks until `done`, at most for ten seconds.
  void run_until(const bool& done) {
    for (int i = 0; i < 10'000 && !done; ++i) {
      std::deque<std::function<void()>> now;
      {
        const std::lock_guard lock(mutex_);
        now.swap(tasks);
      }
      for (const auto& task : now) task();
      if (now.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_TRUE(done) << "nothing came back";
  }

 private:
  std::mutex mutex_;
};

class AccountsTest : public testing::Test {
 protected:
  AccountsTest() { EXPECT_TRUE(init_crypto()); }

  Result<Accounts::NewSession> wait_for(const std::function<void(Accounts::OnSession)>& start) {
    bool done = false;
    Result<Accounts::NewSession> out = Error{"pending", ""};
    start([&](const Result<Accounts::NewSession>& made) {
      out = made;
      done = true;
    });
    environment_.run_until(done);
    return out;
  }
  Result<Accounts::NewSession> guest(const std::string& name = "") {
    return wait_for([&](auto done) { accounts_.create_guest(name, done); });
  }
  Result<Accounts::NewSession> log_in(const std::string& name, const std::string& password,
                                      const std::string& address = "10.0.0.1") {
    return wait_for([&](auto done) { accounts_.log_in(name, password, address, done); });
  }
  // The code of what was wrong; "".
  std::string change(const std::function<void(Accounts::OnDone)>& start) {
    bool done = false;
    std::string code;
    start([&](const MaybeError& error) {
      if (error) code = error->code;
      done = true;
    });
    environment_.run_until(done);
    return code;
  }
  std::string claim(const store::Person& person, const std::string& name) {
    return change([&](auto done) { accounts_.claim(person, name, "a good secret", done); });
  }
  // The name of whose token it is; "?" if nobody has it, or the code of an error.
  std::string owner_of(const std::string& token) {
    bool done = false;
    std::string name;
    accounts_.find_by_token(token, [&](const Result<std::optional<store::Person>>& found) {
      name = !found ? std::string(found.error().code) : *found ? (**found).name : "?";
      done = true;
    });
    environment_.run_until(done);
    return name;
  }

  LockedEnvironment environment_;
  FakeStore store_;
  Workers workers_{1, 0};
  Accounts accounts_{store_, workers_, environment_};
};

TEST_F(AccountsTest, a_guest_has_a_name_and_a_token_that_ends) {
  const auto named = guest("Ann");
  ASSERT_TRUE(named);
  EXPECT_EQ(owner_of(named->token), "Ann");
  EXPECT_TRUE(guest()->person.name.starts_with("Guest "));
  EXPECT_EQ(owner_of("made up"), "?");
  EXPECT_EQ(owner_of(""), "?");
  EXPECT_EQ(change([&](auto done) { accounts_.log_out(named->token, done); }), "");
  EXPECT_EQ(owner_of(named->token), "?");
}

TEST_F(AccountsTest, a_claimed_name_is_its_owners_alone) {
  const auto ann = guest("Ann");
  const auto ben = guest("Ben");
  EXPECT_EQ(claim(ann->person, "Rosa"), "");
  EXPECT_EQ(claim(ben->person, "rOSA"), "name_taken");
  EXPECT_EQ(log_in("ROSA", "a good secret")->person.id, ann->person.id);
  EXPECT_EQ(owner_of(log_in("Rosa", "a good secret")->token), "Rosa");
}

TEST_F(AccountsTest, wrong_passwords_are_counted_by_name_and_address) {
  ASSERT_EQ(claim(guest()->person, "Rosa"), "");
  for (int i = 0; i < LoginThrottle::max_failures; ++i)
    EXPECT_EQ(log_in("Rosa", "a bad secret").error().code, "wrong_password");
  EXPECT_EQ(log_in("Rosa", "a good secret").error().code, "too_many_requests");
  EXPECT_TRUE(log_in("Rosa", "a good secret", "10.0.0.2"));
  environment_.time += LoginThrottle::window_ms;
  EXPECT_TRUE(log_in("Rosa", "a good secret"));
  EXPECT_EQ(log_in("Nobody", "a good secret").error().code, "wrong_password");
  EXPECT_EQ(log_in("", "a good secret").error().code, "wrong_password");
}

TEST_F(AccountsTest, a_new_name_is_kept) {
  const auto ann = guest("Ann");
  EXPECT_EQ(change([&](auto done) { accounts_.rename(ann->person.id, "\xC3\x84nne", done); }), "");
  EXPECT_EQ(owner_of(ann->token), "\xC3\x84nne");
}

TEST_F(AccountsTest, a_store_that_is_down_is_said_to_be) {
  const auto ann = guest("Ann");
  store_.reads_fail = true;
  EXPECT_EQ(owner_of(ann->token), "unavailable");
  EXPECT_EQ(log_in("Rosa", "a good secret").error().code, "unavailable");
  EXPECT_EQ(change([&](auto done) { accounts_.rename(ann->person.id, "Rosa", done); }),
            "unavailable");
  store_.write_fails = store::WriteError::unavailable;
  EXPECT_EQ(guest("Cat").error().code, "not_stored");
}

}  // namespace
}  // namespace hotaka::server::test
