#include "server/people.h"

#include <algorithm>

#include "base/text.h"
#include "server/secrets.h"

namespace hotaka::server {

bool is_well_formed(std::string_view text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (static_cast<unsigned char>(text[i]) == 0xED &&
        static_cast<unsigned char>(text[i + 1]) > 0x9F)
      return false;
  }
  return true;
}

namespace {

// Characters that nobody sees but that turn or hide what stands beside them.
bool has_hidden_marks(std::string_view text) {
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    if (text[i] != '\xE2') continue;
    const auto second = static_cast<unsigned char>(text[i + 1]);
    const auto third = static_cast<unsigned char>(text[i + 2]);
    if (second == 0x80 && ((third >= 0x8B && third <= 0x8F) || (third >= 0xA8 && third <= 0xAE)))
      return true;  // U+200B to 200F, U+2028 to 202E
    if (second == 0x81 && third >= 0xA0 && third <= 0xAF) return true;  // U+2060 to 206F
  }
  return false;
}

}  // namespace

MaybeError check_name(std::string_view name) {
  constexpr std::size_t most_bytes = 96;
  constexpr std::ptrdiff_t most_letters = 24;
  const auto letters = count_characters(name);
  const bool clean = std::ranges::all_of(
      name, [](char c) { return static_cast<unsigned char>(c) >= 32 && c != 127; });
  const bool edges = !name.empty() && (name.front() == ' ' || name.back() == ' ');
  if (name.empty() || name.size() > most_bytes || letters > most_letters || !clean || edges ||
      !is_well_formed(name) || has_hidden_marks(name))
    return Error{"bad_name",
                 "a name has 1 to 24 characters that can be seen, and no blanks at its ends"};
  return std::nullopt;
}

std::string_view People::token_of(const Request& request) {
  constexpr std::string_view bearer = "Bearer ";
  const std::string_view given = request.header("Authorization");
  if (given.starts_with(bearer)) return given.substr(bearer.size());
  return request.cookie("hotaka");
}

Result<std::optional<store::Person>> People::known(std::string_view token) {
  if (token.empty()) return std::optional<store::Person>();
  return store_.person_by_token(token_hash(token));
}

void People::write(store::Write write, OnDone done) {
  store_.write(std::move(write), [this, done = std::move(done)](const store::WriteResult& outcome) {
    loop_.post([done, outcome] {
      if (outcome) {
        done(std::nullopt);
      } else if (outcome.error == store::WriteError::name_taken) {
        done(Error{"name_taken", "this name belongs to somebody else: choose another one"});
      } else {
        done(Error{"not_stored", "this could not be stored: " + outcome.why});
      }
    });
  });
}

void People::give_token(const store::Person& person, store::Write write, OnMade done) {
  Made made{person, new_token()};
  const std::int64_t now = wall_clock();
  write.tokens.push_back({token_hash(made.token), person.id, now, now});
  this->write(std::move(write), [made, done = std::move(done)](const auto& problem) {
    if (problem) {
      done(*problem);
    } else {
      done(made);
    }
  });
}

void People::make_guest(std::string_view name, OnMade done) {
  store::Person person;
  person.id = new_id("p", 12);
  person.name = name.empty() ? "Guest " + new_id("", 4) : std::string(name);
  person.created = wall_clock();
  store::Write write;
  write.people.push_back(person);
  give_token(person, std::move(write), std::move(done));
}

void People::rename(store::Person person, std::string_view name, OnDone done) {
  person.name = name;
  store::Write write;
  write.people.push_back(std::move(person));
  this->write(std::move(write), std::move(done));
}

void People::claim(store::Person person, std::string name, std::string password, OnDone done) {
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

namespace {

std::string guesser(const std::string& name, const std::string& address) {
  return store::fold_name(name) + '\n' + address;
}

}  // namespace

bool People::too_many_wrong(const std::string& name, const std::string& address) const {
  return guesses_.too_many(guesser(name, address), wall_clock());
}

void People::log_in(const std::string& name, std::string password, const std::string& address,
                    OnMade done) {
  const auto found = store_.person_by_claimed(name);
  if (!found) {
    done(Error{"unavailable", "this cannot be looked up at the moment: try again soon"});
    return;
  }
  workers_.post([this, person = found->value_or(store::Person()), password = std::move(password),
                 guesser = guesser(name, address), done = std::move(done)]() mutable {
    // A name that nobody has takes as long as one with another password.
    const std::string hash =
        person.password_hash.empty() ? password_hash("nobody") : person.password_hash;
    const bool fits = password_fits(hash, password) && !person.password_hash.empty();
    if (fits) {
      give_token(person, {}, std::move(done));
    } else {
      loop_.post([this, guesser = std::move(guesser), done = std::move(done)] {
        guesses_.wrong(guesser, wall_clock());
        done(Error{"wrong_password", "name and password do not fit"});
      });
    }
  });
}

void People::log_out(std::string_view token, OnDone done) {
  store::Write write;
  write.dropped_tokens.push_back(token_hash(token));
  this->write(std::move(write), std::move(done));
}

}  // namespace hotaka::server
