// Guests, names and passwords without a server around them.

#include "server/accounts.h"

#include <atomic>
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
  // Runs what was posted so far, or waits a little.
  void run_some() {
    std::deque<std::function<void()>> now;
    {
      const std::lock_guard lock(mutex_);
      now.swap(tasks);
    }
    for (const auto& task : now) task();
    if (now.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  // Runs tasks until `done`, at most for ten seconds.
  void run_until(const bool& done) {
    for (int i = 0; i < 10'000 && !done; ++i) run_some();
    EXPECT_TRUE(done) << "nothing came back";
  }

 private:
  std::mutex mutex_;
};

// Hashes that cost nothing, and are counted.
struct FakeHashes {
  std::atomic<int> made = 0;
  std::atomic<int> matched = 0;
  std::atomic<int> before_good = 0;  // how many were before the last good one

  Accounts::Hashes hashes() {
    return {.make =
                [this](const std::string& password) {
                  ++made;
                  return "hash of " + password;
                },
            .match =
                [this](const std::string& hash, const std::string& password) {
                  const int before = matched++;
                  if (hash != "hash of " + password) return false;
                  before_good = before;
                  return true;
                }};
  }
};

class AccountsTest : public testing::Test {
 protected:
  static constexpr std::int64_t day = 86'400'000;

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
  Result<Accounts::NewSession> guest(const std::string& name = "",
                                     const std::string& address = "10.0.0.1") {
    return wait_for([&](auto done) { accounts_.create_guest(name, {address}, done); });
  }
  Result<Accounts::NewSession> log_in(const std::string& name, const std::string& password,
                                      const std::string& address = "10.0.0.1") {
    return wait_for([&](auto done) { accounts_.log_in(name, password, {address}, done); });
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
  Result<Accounts::NewSession> claim(const std::string& token, const std::string& name,
                                     const std::string& password = "a good secret") {
    const auto who = signed_in(token);
    if (!who) return Error{"signed_out", ""};
    return wait_for([&](auto done) { accounts_.claim(*who, name, password, {"10.0.0.1"}, done); });
  }
  static std::string code_of(const Result<Accounts::NewSession>& made) {
    return std::string(made ? "" : made.error().code);
  }
  std::string rename(const std::string& person, const std::string& name) {
    bool done = false;
    std::string out;
    accounts_.rename(person, name, [&](const Result<std::string>& renamed) {
      out = renamed ? *renamed : std::string(renamed.error().code);
      done = true;
    });
    environment_.run_until(done);
    return out;
  }
  Result<std::optional<store::SignedIn>> find(const std::string& token) {
    bool done = false;
    Result<std::optional<store::SignedIn>> out = Error{"pending", ""};
    accounts_.find_by_token(token, [&](const auto& found) {
      out = found;
      done = true;
    });
    environment_.run_until(done);
    return out;
  }
  std::optional<store::SignedIn> signed_in(const std::string& token) { return *find(token); }
  // The name of whose token it is; "?" if nobody has it, or the code of an error.
  std::string owner_of(const std::string& token) {
    const auto found = find(token);
    return !found ? std::string(found.error().code) : *found ? (**found).person.name : "?";
  }

  LockedEnvironment environment_;
  FakeStore store_;
  FakeHashes hashes_;
  Workers workers_{1, 0};
  Accounts accounts_{store_, workers_, environment_, 120, hashes_.hashes()};
};

TEST_F(AccountsTest, a_guest_has_a_name_and_a_token_that_ends) {
  const auto named = guest("Ann");
  ASSERT_TRUE(named);
  EXPECT_EQ(owner_of(named->token), "Ann");
  EXPECT_TRUE(guest()->person.name.starts_with("Guest "));
  EXPECT_EQ(guest("\u200b").error().code, "bad_name");
  EXPECT_EQ(owner_of("made up"), "?");
  EXPECT_EQ(owner_of(""), "?");
  EXPECT_EQ(change([&](auto done) { accounts_.log_out(named->token, done); }), "");
  EXPECT_EQ(owner_of(named->token), "?");
}

TEST_F(AccountsTest, a_token_ends_when_nobody_has_shown_it) {
  const auto ann = guest("Ann");
  const auto rosa = claim(guest()->token, "Rosa");
  environment_.time += 29 * day;
  EXPECT_EQ(owner_of(ann->token), "Ann") << "seen today";
  environment_.run_tasks();
  environment_.time += 29 * day;
  EXPECT_EQ(owner_of(ann->token), "Ann") << "and again";
  environment_.run_tasks();
  environment_.time += 30 * day;
  EXPECT_EQ(owner_of(ann->token), "?");
  EXPECT_EQ(owner_of(rosa->token), "Rosa");
  environment_.run_tasks();
  environment_.time += 180 * day;
  EXPECT_EQ(owner_of(rosa->token), "?");
}

TEST_F(AccountsTest, a_token_is_written_at_most_once_a_day) {
  const auto ann = guest("Ann");
  const int before = store_.write_calls;
  for (int i = 0; i < 5; ++i) EXPECT_EQ(owner_of(ann->token), "Ann");
  EXPECT_EQ(store_.write_calls, before);
  environment_.time += day;
  for (int i = 0; i < 5; ++i) EXPECT_EQ(owner_of(ann->token), "Ann");
  EXPECT_EQ(store_.write_calls, before + 1);
}

TEST_F(AccountsTest, one_network_makes_so_many_guests) {
  const auto many = [&](const std::string& address) {
    int made = 0;
    for (int i = 0; i < 200; ++i) made += guest("", address) ? 1 : 0;
    return made;
  };
  EXPECT_EQ(many("10.0.0.1"), 120);
  EXPECT_EQ(code_of(guest("", "10.0.0.1")), "too_many_requests");
  EXPECT_TRUE(guest("", "10.0.0.2"));
  EXPECT_EQ(many("2001:db8::1"), 120);
  EXPECT_FALSE(guest("", "2001:db8::2")) << "the same network";
  EXPECT_TRUE(guest("", "2001:db8:0:1::1"));
  EXPECT_EQ(many("127.0.0.1"), 200) << "a proxy may be there";
  environment_.time += 60'000;
  EXPECT_TRUE(guest("", "10.0.0.1"));
}

TEST_F(AccountsTest, a_claimed_name_is_its_owners_alone) {
  const auto ann = guest("Ann");
  const auto ben = guest("Ben");
  EXPECT_EQ(code_of(claim(ann->token, "Rosa")), "");
  EXPECT_EQ(code_of(claim(ben->token, "rOSA")), "name_taken");
  EXPECT_EQ(code_of(claim(ben->token, "R\u043es\u0430")), "bad_name");
  EXPECT_EQ(rename(ben->person.id, "ROSA"), "name_taken");
  EXPECT_EQ(rename(ben->person.id, "Ros\u0430"), "bad_name");
  EXPECT_EQ(rename(ben->person.id, "Rosa\u200b"), "bad_name");
  EXPECT_EQ(code_of(guest("\uff32osa")), "name_taken");
  EXPECT_EQ(log_in("ROSA", "a good secret")->person.id, ann->person.id);
  EXPECT_EQ(owner_of(log_in("Rosa", "a good secret")->token), "Rosa");
}

TEST_F(AccountsTest, a_claim_replaces_the_token) {
  const auto ann = guest("Ann");
  const auto claimed = claim(ann->token, "Rosa");
  EXPECT_EQ(owner_of(ann->token), "?");
  EXPECT_EQ(owner_of(claimed->token), "Rosa");
  EXPECT_EQ(code_of(claim(claimed->token, "Rosa 2")), "already_claimed");
  const auto ben = guest("Ben");
  EXPECT_EQ(code_of(claim(ben->token, "Rosa")), "name_taken");
  EXPECT_EQ(owner_of(ben->token), "Ben") << "nothing has changed";
}

TEST_F(AccountsTest, one_of_parallel_claims_wins) {
  const auto ann = guest("Ann");
  const auto who = *signed_in(ann->token);
  std::vector<std::string> codes;
  bool done = false;
  for (int i = 0; i < 4; ++i) {
    const std::string number = std::string(static_cast<std::size_t>(i + 1), 'x');
    accounts_.claim(who, "Rosa " + number, "password " + number, {"10.0.0.1"},
                    [&](const Result<Accounts::NewSession>& made) {
                      codes.push_back(code_of(made));
                      done = codes.size() == 4;
                    });
  }
  environment_.run_until(done);
  EXPECT_EQ(codes, (std::vector<std::string>{"", "already_claimed", "already_claimed",
                                             "already_claimed"}));
  EXPECT_TRUE(log_in("Rosa x", "password x"));
  EXPECT_EQ(code_of(log_in("Rosa x", "password xx")), "wrong_password");
  EXPECT_EQ(code_of(log_in("Rosa xx", "password xx")), "wrong_password");
}

// The name is written while the claim waits for its hash.
TEST_F(AccountsTest, a_rename_does_not_undo_a_claim) {
  const auto ann = guest("Ann");
  const auto who = *signed_in(ann->token);
  store_.hold_writes = true;
  bool renamed = false;
  bool claimed = false;
  accounts_.rename(ann->person.id, "Eve", [&](const auto&) { renamed = true; });
  accounts_.claim(who, "Rosa", "a good secret", {"10.0.0.1"}, [&](const auto&) { claimed = true; });
  while (store_.held() < 2) environment_.run_some();
  store_.answer_all();
  store_.hold_writes = false;
  environment_.run_until(renamed);
  environment_.run_until(claimed);
  EXPECT_EQ(rename(ann->person.id, "Fay"), "Fay");
  const auto again = log_in("Rosa", "a good secret");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->person.claimed, "Rosa");
  EXPECT_EQ(again->person.name, "Fay");
}

TEST_F(AccountsTest, wrong_passwords_are_counted_by_name_and_address) {
  ASSERT_TRUE(claim(guest()->token, "Rosa"));
  for (int i = 0; i < LoginThrottle::max_failures; ++i)
    EXPECT_EQ(code_of(log_in("Rosa", "a bad secret")), "wrong_password");
  EXPECT_EQ(code_of(log_in("rosa", "a good secret")), "too_many_requests");
  EXPECT_TRUE(log_in("Rosa", "a good secret", "10.0.0.2"));
  environment_.time += LoginThrottle::window_ms;
  EXPECT_TRUE(log_in("Rosa", "a good secret"));
  EXPECT_EQ(code_of(log_in("Nobody", "a good secret")), "wrong_password");
  EXPECT_EQ(code_of(log_in("", "a good secret")), "wrong_password");
}

TEST_F(AccountsTest, all_addresses_of_a_network_are_one) {
  ASSERT_TRUE(claim(guest()->token, "Rosa"));
  for (int i = 0; i < LoginThrottle::max_failures; ++i)
    EXPECT_FALSE(log_in("Rosa", "a bad secret", "2001:db8::" + std::to_string(i)));
  EXPECT_EQ(code_of(log_in("Rosa", "a good secret", "2001:db8::99")), "too_many_requests");
  EXPECT_TRUE(log_in("Rosa", "a good secret", "2001:db8:0:1::1"));
}

TEST_F(AccountsTest, one_address_tries_so_many_names) {
  for (int i = 0; i < LoginThrottle::max_address_failures; ++i)
    EXPECT_EQ(code_of(log_in("Name " + std::to_string(i / 5), "a bad secret")), "wrong_password");
  EXPECT_EQ(code_of(log_in("Rosa", "a bad secret")), "too_many_requests");
}

TEST_F(AccountsTest, parallel_guesses_get_no_further) {
  ASSERT_TRUE(claim(guest()->token, "Rosa"));
  int answered = 0;
  bool done = false;
  const int before = hashes_.matched;
  for (int i = 0; i < 50; ++i) {
    accounts_.log_in("Rosa", "a bad secret", {"10.0.0.1"},
                     [&](const auto&) { done = ++answered == 50; });
  }
  environment_.run_until(done);
  EXPECT_LE(hashes_.matched - before, LoginThrottle::max_failures);
}

TEST_F(AccountsTest, one_address_keeps_nobody_else_waiting) {
  ASSERT_TRUE(claim(guest()->token, "Rosa"));
  int bad = 0;
  bool done = false;
  bool was_first = false;
  for (int i = 0; i < 1000; ++i)
    accounts_.log_in("Rosa", "a bad secret", {"10.0.0.9"}, [&](const auto&) { ++bad; });
  accounts_.log_in("Rosa", "a good secret", {"10.0.1.1"}, [&](const auto& made) {
    EXPECT_TRUE(made);
    done = true;
    was_first = bad < 1000;
  });
  environment_.run_until(done);
  EXPECT_TRUE(was_first) << "others had to wait for all of them";
}

TEST_F(AccountsTest, many_addresses_of_a_network_keep_nobody_else_waiting) {
  ASSERT_TRUE(claim(guest()->token, "Rosa"));
  bool done = false;
  const int before = hashes_.matched;
  for (int i = 0; i < 400; ++i) {
    accounts_.log_in("Nobody", "a bad secret", {"2001:db8:1:" + std::to_string(i) + "::/64"},
                     [](const auto&) {});
  }
  accounts_.log_in("Rosa", "a good secret", {"2001:db8:2:1::/64"}, [&](const auto& made) {
    EXPECT_TRUE(made);
    done = true;
  });
  environment_.run_until(done);
  EXPECT_LE(hashes_.before_good - before, 2) << "its turn came after one of theirs";
}

TEST_F(AccountsTest, who_sends_least_gets_in_where_the_queue_is_full) {
  ASSERT_TRUE(claim(guest()->token, "Rosa"));
  for (std::size_t i = 0; i < PasswordQueue::most_waiting; ++i)
    accounts_.log_in("Rosa", "a bad secret", {"10.1." + std::to_string(i / 2) + ".1"},
                     [](const auto&) {});
  EXPECT_TRUE(log_in("Rosa", "a good secret", "10.0.0.1"));
}

TEST_F(AccountsTest, each_login_costs_one_hash) {
  ASSERT_TRUE(claim(guest()->token, "Rosa"));
  for (const char* name : {"Rosa", "Nobody"}) {
    for (const char* password : {"a good secret", "a bad secret"}) {
      const int before = hashes_.made + hashes_.matched;
      (void)log_in(name, password);
      EXPECT_EQ(hashes_.made + hashes_.matched, before + 1) << name << ' ' << password;
    }
  }
}

// With the real hashes.
TEST_F(AccountsTest, a_name_that_nobody_has_costs_as_much_as_another) {
  const std::string real = password_hash("a good secret");
  std::string checked;
  Accounts accounts(store_, workers_, environment_, 120,
                    {.make = &password_hash, .match = [&](const std::string& hash, const auto&) {
                       checked = hash;
                       return false;
                     }});
  EXPECT_FALSE(wait_for([&](auto done) { accounts.log_in("Nobody", "a secret", {"::2"}, done); }));
  EXPECT_EQ(checked.substr(0, checked.find("p=1$")), real.substr(0, real.find("p=1$")));
  EXPECT_EQ(checked.size(), real.size());
  EXPECT_FALSE(password_matches(checked, "a secret"));
  EXPECT_TRUE(password_matches(real, "a good secret"));
}

TEST_F(AccountsTest, a_new_password_ends_all_other_sessions) {
  const auto first = claim(guest()->token, "Rosa");
  const auto second = log_in("Rosa", "a good secret");
  const auto who = *signed_in(second->token);
  const auto change_to = [&](const std::string& old_one, const std::string& new_one) {
    return wait_for(
        [&](auto done) { accounts_.change_password(who, old_one, new_one, {"10.0.0.1"}, done); });
  };
  EXPECT_EQ(code_of(change_to("a good secret", "short")), "bad_password");
  EXPECT_EQ(code_of(change_to("a bad secret", "another secret")), "wrong_password");
  EXPECT_EQ(owner_of(first->token), "Rosa");
  const auto third = change_to("a good secret", "another secret");
  ASSERT_TRUE(third);
  EXPECT_EQ(owner_of(first->token), "?");
  EXPECT_EQ(owner_of(second->token), "?");
  EXPECT_EQ(owner_of(third->token), "Rosa");
  EXPECT_EQ(code_of(log_in("Rosa", "a good secret")), "wrong_password");
  EXPECT_TRUE(log_in("Rosa", "another secret"));
  const auto ann = guest("Ann");
  const auto guest_change = wait_for([&](auto done) {
    accounts_.change_password(*signed_in(ann->token), "", "another secret", {"10.0.0.1"}, done);
  });
  EXPECT_EQ(code_of(guest_change), "not_claimed");
}

TEST_F(AccountsTest, passwords_of_changes_are_counted_too) {
  const auto who = *signed_in(claim(guest()->token, "Rosa")->token);
  const auto remove = [&] {
    return change([&](auto done) { accounts_.remove(who, "a bad secret", {"10.0.0.1"}, done); });
  };
  for (int i = 0; i < LoginThrottle::max_failures; ++i) EXPECT_EQ(remove(), "wrong_password");
  EXPECT_EQ(remove(), "too_many_requests");
}

TEST_F(AccountsTest, a_password_has_8_characters_and_at_most_200_bytes) {
  const auto ann = guest("Ann");
  for (const std::string& bad :
       {std::string("1234567"), std::string("\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4"),
        std::string(201, 'x'), std::string(8, '\xff')})
    EXPECT_EQ(code_of(claim(ann->token, "Rosa", bad)), "bad_password") << bad;
  EXPECT_TRUE(claim(ann->token, "Rosa", std::string(200, 'x')));
}

TEST_F(AccountsTest, a_new_name_is_kept) {
  const auto ann = guest("Ann");
  EXPECT_EQ(rename(ann->person.id, "\xC3\x84nne"), "\xC3\x84nne");
  EXPECT_EQ(owner_of(ann->token), "\xC3\x84nne");
  EXPECT_EQ(rename(ann->person.id, "Rene\u0301"), "Ren\u00e9");
}

TEST_F(AccountsTest, guests_who_left_nothing_are_forgotten) {
  const auto gone = guest("Gone");
  const auto rosa = claim(guest()->token, "Rosa");
  environment_.time += 20 * day;
  const auto there = guest("There");
  environment_.time += 15 * day;
  accounts_.prune();
  environment_.run_tasks();
  EXPECT_FALSE(*store_.person(gone->person.id));
  EXPECT_TRUE(*store_.person(rosa->person.id));
  EXPECT_TRUE(*store_.person(there->person.id));
}

TEST_F(AccountsTest, a_store_that_is_down_is_said_to_be) {
  const auto ann = guest("Ann");
  store_.reads_fail = true;
  EXPECT_EQ(owner_of(ann->token), "unavailable");
  EXPECT_EQ(code_of(log_in("Rosa", "a good secret")), "unavailable");
  store_.write_fails = store::WriteError::unavailable;
  EXPECT_EQ(rename(ann->person.id, "Rosa"), "not_stored");
  EXPECT_EQ(code_of(guest("Cat")), "not_stored");
}

}  // namespace
}  // namespace hotaka::server::test
