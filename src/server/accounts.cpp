#include "server/accounts.h"

#include <algorithm>

#include "base/text.h"
#include "server/crypto.h"
#include "server/log.h"
#include "wire/client_text.h"

namespace hotaka::server {

std::string_view Accounts::token_of(const Request& request) {
  constexpr std::string_view bearer = "Bearer ";
  const std::string_view given = request.header("Authorization");
  if (given.starts_with(bearer)) return given.substr(bearer.size());
  return request.cookie("hotaka");
}

namespace {

Error unavailable() { return {"unavailable", "the database is not responding: try again shortly"}; }

}  // namespace

void Accounts::find(std::function<Result<MaybePerson>(store::Store&)> ask, OnPerson done) {
  read<MaybePerson>(
      store_, environment_, std::move(ask),
      [done = std::move(done)](const Result<MaybePerson>& found) {
        if (found) return done(found);
        done(Error{"unavailable", "the database is not responding: try again shortly"});
      });
}

void Accounts::find_by_token(std::string_view token, OnPerson done) {
  if (token.empty()) return done(MaybePerson());
  find([hash = token_hash(token)](store::Store& store) { return store.person_by_token(hash); },
       std::move(done));
}

void Accounts::write(store::Write write, OnDone done) {
  store_.write(std::move(write), [this, done = std::move(done)](const store::WriteResult& outcome) {
    environment_.post([done, outcome] {
      if (outcome) return done(std::nullopt);
      if (outcome.error == store::WriteError::name_taken)
        return done(Error{"name_taken", "this name is already taken: choose another one"});
      log("could not store", {{"why", outcome.why}});
      done(Error{"not_stored", "this could not be saved: try again shortly"});
    });
  });
}

void Accounts::give_token(const store::Person& person, store::Write write, OnSession done) {
  NewSession made{person, new_token()};
  const std::int64_t now = environment_.now();
  write.tokens.push_back({token_hash(made.token), person.id, now, now});
  this->write(std::move(write), [made, done = std::move(done)](const MaybeError& error) {
    done(error ? Result<NewSession>(*error) : made);
  });
}

void Accounts::create_guest(std::string_view name, OnSession done) {
  store::Person person;
  person.id = new_id("p", 12);
  person.name = name.empty() ? "Guest " + new_id("", 4) : std::string(name);
  person.created = environment_.now();
  store::Write write;
  write.people.push_back(person);
  give_token(person, std::move(write), std::move(done));
}

void Accounts::rename(const std::string& person, const std::string& name, OnDone done) {
  find([person](store::Store& store) { return store.person(person); },
       [this, name, done = std::move(done)](const Result<MaybePerson>& found) {
         if (!found) return done(found.error());
         rename(found->value_or(store::Person()), name, done);
       });
}

void Accounts::rename(store::Person person, std::string_view name, OnDone done) {
  person.name = name;
  store::Write write;
  write.people.push_back(std::move(person));
  this->write(std::move(write), std::move(done));
}

void Accounts::claim(store::Person person, std::string name, std::string password, OnDone done) {
  workers_.post([this, person = std::move(person), name = std::move(name),
                 password = std::move(password), done = std::move(done)]() mutable {
    person.password_hash = password_hash(password);
    person.claimed = name;
    person.name = name;
    store::Write write;
    write.people.push_back(std::move(person));
    this->write(std::move(write), std::move(done));
  });
}

void Accounts::log_in(const std::string& name, std::string password, const std::string& address,
                      OnSession done) {
  constexpr std::size_t most_waiting = 20;
  if (workers_.waiting() > most_waiting)
    return done(Error{"too_many_requests", "too many logins in progress: try again shortly"});
  if (wire::check_name(name)) return done(Error{"wrong_password", "wrong name or password"});
  const std::string attempt = store::fold_name(name) + '\n' + address;
  if (throttle_.is_blocked(attempt, environment_.now()))
    return done(Error{"too_many_requests", "too many wrong passwords: try again in ten minutes"});
  workers_.post([this, name, password = std::move(password), attempt, done = std::move(done)] {
    const auto found = store_.person_by_claimed(name);
    if (!found) return environment_.post([done] { done(unavailable()); });
    const store::Person person = found->value_or(store::Person());
    // A name that nobody has takes as long as one with another password.
    const std::string hash =
        person.password_hash.empty() ? password_hash("nobody") : person.password_hash;
    const bool matches = password_matches(hash, password) && !person.password_hash.empty();
    environment_.post([this, person, matches, attempt, done] {
      if (matches) return give_token(person, {}, done);
      throttle_.record_failure(attempt, environment_.now());
      done(Error{"wrong_password", "wrong name or password"});
    });
  });
}

void Accounts::log_out(std::string_view token, OnDone done) {
  store::Write write;
  write.dropped_tokens.push_back(token_hash(token));
  this->write(std::move(write), std::move(done));
}

}  // namespace hotaka::server
