#pragma once
// Guests, names, tokens and passwords.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/crypto.h"
#include "server/environment.h"
#include "server/hourly_budget.h"
#include "server/password_queue.h"

namespace hotaka::server {

// Where a request comes from.
struct Client {
  std::string address;   // normalized
  std::string device{};  // in a few words
};

class Accounts {
 public:
  // Tests have faster hashes.
  struct Hashes {
    std::function<std::string(const std::string& password)> make = &password_hash;
    std::function<bool(const std::string& hash, const std::string& password)> match =
        &password_matches;
  };

  // `workers` compute password hashes, and wait for the store meanwhile.
  Accounts(store::Store& store, Workers& workers, Environment& environment, int guests_per_hour,
           Hashes hashes)
      : store_(store),
        environment_(environment),
        passwords_(workers, environment),
        guests_(guests_per_hour),
        hashes_(std::move(hashes)) {}

  struct NewSession {
    store::Person person;
    std::string token;
  };
  using SignedIn = store::SignedIn;
  using OnSignedIn = std::function<void(const Result<std::optional<SignedIn>>&)>;
  using OnSession = std::function<void(const Result<NewSession>&)>;
  using OnName = std::function<void(const Result<std::string>&)>;
  using OnText = std::function<void(const Result<std::string>&)>;
  using OnDone = std::function<void(const MaybeError&)>;
  // Says why a person may not come in, if so.
  using Gate = std::function<MaybeError(const std::string& person)>;
  void set_gate(Gate gate) { gate_ = std::move(gate); }

  // Days after which a token that nobody has shown ends.
  static constexpr int days_of_token = 180;
  static constexpr int days_of_guest = 30;

  // Each calls back on the event loop; those that change something when it is durable.
  void find_by_token(std::string_view token, OnSignedIn done);
  void create_guest(std::string_view name, const Client& from, OnSession done);
  // Says how the name is spelled from now on.
  void rename(const std::string& person, const std::string& name, OnName done);
  // Those that change what a token may do replace it. Passwords are checked for their length here.
  void claim(const SignedIn& who, const std::string& name, const std::string& password,
             const Client& from, const OnSession& done);
  void log_in(const std::string& name, const std::string& password, const Client& from,
              const OnSession& done);
  // Ends all other sessions, too.
  void change_password(const SignedIn& who, const std::string& old_password,
                       const std::string& new_password, const Client& from, const OnSession& done);
  void end_sessions(const store::SessionEnd& end, OnDone done);
  void sessions(const SignedIn& who, OnText done);
  void export_data(const SignedIn& who, OnText done);
  // Forgets a person; a guest needs no password. Names in finished games become another one.
  void remove(const SignedIn& who, const std::string& password, const Client& from, OnDone done);
  // The same without a password, for hosts: `logged` is stored with it.
  void erase(const std::string& person, std::shared_ptr<const store::Moderation> logged,
             OnDone done);
  void log_out(std::string_view token, OnDone done);

  // Looks at some people, and forgets guests who left nothing. To be called now and then.
  void prune();

 private:
  void write(store::Write write, OnDone done);
  // Writes it with a new token of this person.
  void give_token(const store::Person& person, const Client& from, store::Write write,
                  OnSession done);
  void touch(const SignedIn& who);

  store::Store& store_;
  Environment& environment_;
  PasswordQueue passwords_;
  HourlyBudget guests_;
  HourlyBudget exports_{10};
  const Hashes hashes_;
  std::string pruned_until_;
  bool is_pruning_ = false;
  Gate gate_ = [](const std::string&) { return MaybeError(); };
};

}  // namespace hotaka::server
