#pragma once
// Who somebody is: guests, names, tokens, passwords.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "games/option.h"
#include "server/guesses.h"
#include "server/http.h"
#include "server/loop.h"
#include "server/workers.h"
#include "store/store.h"

namespace hotaka::server {

// JSON can spell half a character (\ud800), which is no UTF-8: a browser that is sent such a text
// hangs up. Texts that go on to others must not have one.
bool is_well_formed(std::string_view text);

// What is wrong with a name to be shown; it is 1 to 24 characters without control characters.
MaybeError check_name(std::string_view name);

class People {
 public:
  People(Loop& loop, store::Store& store, Workers& workers)
      : loop_(loop), store_(store), workers_(workers) {}

  // The token of a request: a cookie or a bearer; "" if there is none.
  static std::string_view token_of(const Request& request);
  // Who has this token; nothing if nobody has.
  Result<std::optional<store::Person>> known(std::string_view token);

  struct Made {
    store::Person person;
    std::string token;
  };
  using OnMade = std::function<void(const Result<Made>&)>;
  using OnDone = std::function<void(const MaybeError&)>;

  // Each calls back in the loop's thread, when it is durable.
  void make_guest(std::string_view name, OnMade done);
  void rename(store::Person person, std::string_view name, OnDone done);
  void claim(store::Person person, std::string name, std::string password, OnDone done);
  // `address` is where the password comes from: wrong ones are counted.
  void log_in(const std::string& name, std::string password, const std::string& address,
              OnMade done);
  bool too_many_wrong(const std::string& name, const std::string& address) const;
  void log_out(std::string_view token, OnDone done);

 private:
  void write(store::Write write, OnDone done);
  void give_token(const store::Person& person, store::Write write, OnMade done);

  Loop& loop_;
  store::Store& store_;
  Workers& workers_;
  Guesses guesses_;
};

}  // namespace hotaka::server
