#include "server/moderation.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <memory>

#include "server/address.h"
#include "server/log.h"

namespace hotaka::server {

std::string utc_text(table::Time time) {
  const std::time_t seconds = time / 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &parts);
  return text.data();
}

Error banned_error(const Sanction& ban) {
  Error error = {"banned", "you are banned until " + utc_text(ban.until) +
                               (ban.why.empty() ? "" : ": " + ban.why)};
  error.until = ban.until;
  return error;
}

Error muted_error(table::Time until) {
  Error error = {"muted", "you cannot chat until " + utc_text(until)};
  error.until = until;
  return error;
}

MaybeError Moderation::open() {
  const auto found = store_.sanctions();
  if (!found) return found.error();
  for (const Sanction& one : *found) sanctions_[{one.kind, one.subject}] = one;
  return std::nullopt;
}

const Sanction* Moderation::find(SanctionKind kind, const std::string& subject) const {
  if (sanctions_.empty()) return nullptr;
  const auto found = sanctions_.find({kind, subject});
  if (found == sanctions_.end() || found->second.until <= environment_.now()) return nullptr;
  return &found->second;
}

MaybeError Moderation::check_person(const std::string& person) const {
  const Sanction* const ban = find(SanctionKind::ban, person);
  return ban == nullptr ? MaybeError() : banned_error(*ban);
}

MaybeError Moderation::check_address(std::string_view client) const {
  return sanctions_.empty() ? MaybeError() : check_person(limit_key(client));
}

table::Time Moderation::muted_until(const std::string& person) const {
  const Sanction* const mute = find(SanctionKind::mute, person);
  return mute == nullptr ? 0 : mute->until;
}

std::vector<Sanction> Moderation::in_force() const {
  std::vector<Sanction> all;
  for (const auto& [key, one] : sanctions_) {
    if (one.until > environment_.now()) all.push_back(one);
  }
  std::ranges::sort(all, std::greater(), &Sanction::since);
  return all;
}

void Moderation::apply(const store::Moderation& change) {
  for (const Sanction& one : change.imposed) sanctions_[{one.kind, one.subject}] = one;
  for (const Sanction& one : change.lifted) sanctions_.erase({one.kind, one.subject});
}

void Moderation::store(store::Moderation change, OnDone done) {
  const auto stored = std::make_shared<const store::Moderation>(std::move(change));
  store::Write write;
  write.moderation = stored;
  store_.write(std::move(write), [this, stored,
                                  done = std::move(done)](const store::WriteResult& outcome) {
    environment_.post([this, stored, done, outcome] {
      if (outcome) {
        apply(*stored);
        return done(std::nullopt);
      }
      if (outcome.error == store::WriteError::missing)
        return done(Error{"not_found", "there is no such person any more"});
      if (outcome.error == store::WriteError::name_taken)
        return done(Error{"name_taken", "somebody else has claimed this name: choose another one"});
      log("could not store", {{"why", outcome.why}});
      done(Error{"not_stored", "this could not be saved, so nothing was changed: see the log"});
    });
  });
}

void Moderation::sweep() {
  constexpr table::Time day = 86'400'000;
  const table::Time now = environment_.now();
  if (now - swept_at_ < day) return;
  swept_at_ = now;
  std::erase_if(sanctions_, [now](const auto& one) { return one.second.until <= now; });
  store({.forget_before = now}, [](const MaybeError&) {});
}

}  // namespace hotaka::server
