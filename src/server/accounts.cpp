#include "server/accounts.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "base/text.h"
#include "server/address.h"
#include "server/crypto.h"
#include "server/log.h"
#include "server/personal_data.h"
#include "store/names.h"

namespace hotaka::server {

namespace {

constexpr std::int64_t day = 86'400'000;

Error unavailable() { return {"unavailable", "the database is not responding: try again shortly"}; }
Error wrong_password() { return {"wrong_password", "wrong name or password"}; }

MaybeError check_password(const std::string& password) {
  constexpr std::ptrdiff_t least = 8;
  constexpr std::size_t most = 200;  // bytes
  if (is_utf8(password) && count_characters(password) >= least && password.size() <= most)
    return std::nullopt;
  return Error{"bad_password", "a password has at least 8 characters and at most 200 bytes"};
}

// A stored hash of nothing that anybody knows: to check a password against it takes as long as
// against one of somebody, so a name that nobody has is not told from one with another password.
constexpr auto nobodys_hash =
    "$argon2id$v=19$m=32768,t=4,p=1$aG90YWthaG90YWthaG90YQ$"
    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

Error error_of(const store::WriteResult& outcome) {
  switch (outcome.error) {
    case store::WriteError::name_taken:
      return {"name_taken",
              "this name, or one that looks like it, is already taken: choose another one"};
    case store::WriteError::already_claimed:
      return {"already_claimed", "you have already claimed a name"};
    case store::WriteError::outdated:
      return {"wrong_password", "the password has just been changed elsewhere: log in again"};
    case store::WriteError::has_tables:
      return {"has_tables", "you still have tables that are not over: finish or leave them first"};
    case store::WriteError::missing: return {"no_session", "this session has ended: sign in again"};
    default: break;
  }
  log("could not store", {{"why", outcome.why}});
  return {"not_stored", "this could not be saved: try again shortly"};
}

}  // namespace

// --- Tokens

void Accounts::find_by_token(std::string_view token, OnSignedIn done) {
  using Found = std::optional<SignedIn>;
  if (token.empty()) return done(Found());
  read<Found>(
      store_, environment_,
      [hash = token_hash(token)](store::Store& store) { return store.person_by_token(hash); },
      [this, done = std::move(done)](const Result<Found>& found) {
        if (!found) return done(unavailable());
        if (!*found) return done(found);
        const SignedIn& who = **found;
        const int days = who.person.claimed.empty() ? days_of_guest : days_of_token;
        if (environment_.now() - who.token.last_seen >= days * day) return done(Found());
        if (const MaybeError error = gate_(who.person.id)) return done(*error);
        touch(who);
        done(found);
      });
}

void Accounts::touch(const SignedIn& who) {
  if (environment_.now() - who.token.last_seen < day) return;
  store::Write write;
  write.seen_tokens.push_back({who.token.hash, environment_.now()});
  this->write(std::move(write), [](const MaybeError&) {});
}

void Accounts::write(store::Write write, OnDone done) {
  store_.write(std::move(write), [this, done = std::move(done)](const store::WriteResult& outcome) {
    environment_.post(
        [done, outcome] { done(outcome ? std::nullopt : MaybeError(error_of(outcome))); });
  });
}

void Accounts::give_token(const store::Person& person, const Client& from, store::Write write,
                          OnSession done) {
  NewSession made{person, new_token()};
  const std::int64_t now = environment_.now();
  write.tokens.push_back({token_hash(made.token), person.id, now, now, from.device});
  this->write(std::move(write), [made, done = std::move(done)](const MaybeError& error) {
    done(error ? Result<NewSession>(*error) : made);
  });
}

// --- Names

void Accounts::create_guest(std::string_view name, const Client& from, OnSession done) {
  store::Person person;
  person.id = new_id("p", 12);
  person.name = "Guest " + new_id("", 4);
  person.created = environment_.now();
  if (!name.empty()) {
    auto clean = store::clean_name(name);
    if (!clean) return done(clean.error());
    person.name = std::move(*clean);
  }
  // This machine's own address may be that of a proxy.
  if (!is_loopback(from.address) && !guests_.take(limit_key(from.address), environment_.now()))
    return done(Error{"too_many_requests",
                      "too many new guests from your network: try again later, or log in"});
  store::Write write;
  write.people.push_back(person);
  give_token(person, from, std::move(write), std::move(done));
}

void Accounts::rename(const std::string& person, const std::string& name, OnName done) {
  auto clean = store::clean_name(name);
  if (!clean) return done(clean.error());
  store::Write write;
  write.renames.push_back({person, *clean});
  this->write(std::move(write), [clean, done = std::move(done)](const MaybeError& error) {
    done(error ? Result<std::string>(*error) : clean);
  });
}

void Accounts::claim(const SignedIn& who, const std::string& name, const std::string& password,
                     const Client& from, const OnSession& done) {
  const auto clean = store::clean_name(name);
  if (!clean) return done(clean.error());
  if (auto error = check_password(password)) return done(*error);
  if (!who.person.claimed.empty()) return done(error_of({store::WriteError::already_claimed, ""}));
  const auto hash = std::make_shared<std::string>();
  passwords_.push({.name = who.person.id,
                   .address = limit_key(from.address),
                   .work =
                       [this, hash, password] {
                         *hash = hashes_.make(password);
                         return true;
                       },
                   .done =
                       [this, hash, who, from, name = *clean, done] {
                         if (hash->empty()) return done(unavailable());
                         store::Person person = who.person;
                         person.name = person.claimed = name;
                         store::Write write;
                         write.claims.push_back({person.id, name, *hash});
                         write.dropped_tokens.push_back(who.token.hash);
                         give_token(person, from, std::move(write), done);
                       },
                   .refuse = done});
}

// --- Passwords

void Accounts::log_in(const std::string& name, const std::string& password, const Client& from,
                      const OnSession& done) {
  constexpr std::size_t most = 200;  // bytes of a name
  const std::string key = store::name_key(std::string_view(name).substr(0, most));
  if (name.size() > most || key.empty() || check_password(password)) return done(wrong_password());
  using Found = Result<std::optional<store::Person>>;
  const auto found = std::make_shared<Found>(unavailable());
  passwords_.push({.name = key,
                   .address = limit_key(from.address),
                   .work =
                       [this, found, name, password] {
                         *found = store_.person_by_claimed(name);
                         if (!*found) return true;  // nobody knows whether it was right
                         const bool is_known =
                             (*found)->has_value() && !(**found)->password_hash.empty();
                         const bool matches = hashes_.match(
                             is_known ? (**found)->password_hash : nobodys_hash, password);
                         if (!is_known || !matches) **found = std::nullopt;
                         return is_known && matches;
                       },
                   .done =
                       [this, found, from, done] {
                         if (!*found) return done(unavailable());
                         if (!**found) return done(wrong_password());
                         if (const MaybeError error = gate_((**found)->id)) return done(*error);
                         give_token(***found, from, {}, done);
                       },
                   .refuse = done});
}

void Accounts::change_password(const SignedIn& who, const std::string& old_password,
                               const std::string& new_password, const Client& from,
                               const OnSession& done) {
  if (who.person.claimed.empty())
    return done(Error{"not_claimed", "guests have no password: claim a name first"});
  if (auto error = check_password(new_password)) return done(*error);
  const auto hash = std::make_shared<std::string>();
  passwords_.push({.name = who.person.id,
                   .address = limit_key(from.address),
                   .work =
                       [this, hash, stored = who.person.password_hash, old_password, new_password] {
                         if (!hashes_.match(stored, old_password)) return false;
                         *hash = hashes_.make(new_password);
                         return true;
                       },
                   .done =
                       [this, hash, who, from, done] {
                         if (hash->empty())
                           return done(Error{"wrong_password", "the old password is wrong"});
                         store::Write write;
                         write.password_changes.push_back(
                             {who.person.id, who.person.password_hash, *hash});
                         write.ended_sessions.push_back({who.person.id, ""});
                         give_token(who.person, from, std::move(write), done);
                       },
                   .refuse = done});
}

// --- Sessions

void Accounts::end_sessions(const store::SessionEnd& end, OnDone done) {
  store::Write write;
  write.ended_sessions.push_back(end);
  this->write(std::move(write), std::move(done));
}

void Accounts::log_out(std::string_view token, OnDone done) {
  store::Write write;
  write.dropped_tokens.push_back(token_hash(token));
  this->write(std::move(write), std::move(done));
}

void Accounts::sessions(const SignedIn& who, OnText done) {
  read<std::string>(
      store_, environment_,
      [who](store::Store& store) -> Result<std::string> {
        const auto tokens = store.tokens_of(who.person.id);
        if (!tokens) return unavailable();
        return sessions_json(*tokens, who.token.hash);
      },
      std::move(done));
}

// --- Everything about a person

void Accounts::export_data(const SignedIn& who, OnText done) {
  if (!exports_.take(who.person.id, environment_.now()))
    return done(Error{"too_many_requests", "you have just downloaded your data: try again later"});
  read<std::string>(
      store_, environment_,
      [person = who.person](store::Store& store) -> Result<std::string> {
        auto text = export_of(store, person);
        return text ? std::move(text) : unavailable();
      },
      std::move(done));
}

void Accounts::remove(const SignedIn& who, const std::string& password, const Client& from,
                      OnDone done) {
  if (who.person.claimed.empty()) return erase(who.person.id, nullptr, std::move(done));
  const auto matches = std::make_shared<bool>(false);
  passwords_.push({.name = who.person.id,
                   .address = limit_key(from.address),
                   .work = [this, matches, stored = who.person.password_hash,
                            password] { return *matches = hashes_.match(stored, password); },
                   .done =
                       [this, matches, person = who.person.id, done] {
                         if (*matches) return erase(person, nullptr, done);
                         done(Error{"wrong_password", "the password is wrong"});
                       },
                   .refuse = done});
}

// Where it fails half done it can be asked for again: the person is the last to go.
void Accounts::erase(const std::string& person, std::shared_ptr<const store::Moderation> logged,
                     OnDone done) {
  using Done = std::monostate;
  read<Done>(
      store_, environment_,
      [person](store::Store& store) -> Result<Done> {
        const auto tables = store.tables_of(person);
        if (!tables) return unavailable();
        if (std::ranges::any_of(*tables, [](const store::Table& table) {
              return table.state != store::TableState::finished;
            }))
          return error_of({store::WriteError::has_tables, ""});
        const auto error =
            without_name(store, person, [&](std::vector<store::Rewrite> some) -> MaybeError {
              store::Write write;
              write.rewrites = std::move(some);
              const auto outcome = store.write_now(std::move(write));
              return outcome ? std::nullopt : MaybeError(error_of(outcome));
            });
        return error ? Result<Done>(*error) : Done();
      },
      [this, person, logged = std::move(logged),
       done = std::move(done)](const Result<Done>& result) {
        if (!result) return done(result.error());
        store::Write write;
        write.moderation = logged;
        write.deleted_people.push_back(person);
        this->write(std::move(write), done);
      });
}

void Accounts::prune() {
  if (is_pruning_) return;
  is_pruning_ = true;
  const std::int64_t now = environment_.now();
  const std::int64_t seen_before = now - days_of_guest * day;
  read<store::IdleGuests>(
      store_, environment_,
      [after = pruned_until_, seen_before](store::Store& store) {
        return store.idle_guests(after, seen_before);
      },
      [this, now, seen_before](const Result<store::IdleGuests>& found) {
        is_pruning_ = false;
        if (!found) return;
        pruned_until_ = found->last;
        store::Write write;
        write.prunes.push_back({found->guests, seen_before, now - days_of_token * day});
        this->write(std::move(write), [](const MaybeError&) {});
      });
}

}  // namespace hotaka::server
