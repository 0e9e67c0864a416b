#pragma once
// Guests, names, tokens and passwords.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "server/environment.h"
#include "server/login_throttle.h"
#include "store/workers.h"

namespace hotaka::server {

class Accounts {
 public:
  // `workers` compute password hashes, and wait for the store meanwhile.
  Accounts(store::Store& store, Workers& workers, Environment& environment)
      : store_(store), workers_(workers), environment_(environment) {}

  // The token of a request: a cookie or a bearer; "" if there is none.
  static std::string_view token_of(const Request& request);

  struct NewSession {
    store::Person person;
    std::string token;
  };
  using MaybePerson = std::optional<store::Person>;
  using OnPerson = std::function<void(const Result<MaybePerson>&)>;
  using OnSession = std::function<void(const Result<NewSession>&)>;
  using OnDone = std::function<void(const MaybeError&)>;

  // Each calls back on the event loop; those that change something when it is durable.
  void find_by_token(std::string_view token, OnPerson done);
  void create_guest(std::string_view name, OnSession done);
  void rename(const std::string& person, const std::string& name, OnDone done);
  void rename(store::Person person, std::string_view name, OnDone done);
  void claim(store::Person person, std::string name, std::string password, OnDone done);
  // `address` is where the password comes from: wrong ones are counted.
  void log_in(const std::string& name, std::string password, const std::string& address,
              OnSession done);
  void log_out(std::string_view token, OnDone done);

 private:
  void find(std::function<Result<MaybePerson>(store::Store&)> ask, OnPerson done);
  void write(store::Write write, OnDone done);
  void give_token(const store::Person& person, store::Write write, OnSession done);

  store::Store& store_;
  Workers& workers_;
  Environment& environment_;
  LoginThrottle throttle_;
};

}  // namespace hotaka::server
