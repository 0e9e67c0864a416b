#include "support/memory_store.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "store/connection.h"
#include "store/names.h"
#include "store/writer.h"

namespace hotaka::store {

namespace {

struct Content {
  std::map<std::string, Person> people;
  std::map<std::string, Token> tokens;
  std::map<TableId, Table> tables;
  std::map<TableId, std::map<std::int64_t, std::string>> journals;
  std::map<std::pair<std::string, std::string>, Rating> ratings;
  std::int64_t alive_at = 0;
  std::map<std::pair<SanctionKind, std::string>, Sanction> sanctions;
  std::vector<AuditEntry> audit;
  std::vector<Report> reports;

  WriteResult add(const Write& write) {
    if (write.alive_at != 0) alive_at = write.alive_at;
    if (const WriteResult result = add_people(write); !result) return result;
    for (const Table& table : write.tables) {
      auto& place = tables[table.id];
      if (!place.id.empty() && place.state == TableState::finished) continue;
      const auto created = place.id.empty() ? table.created : place.created;
      place = table;
      place.created = created;
    }
    for (const TableId& id : write.closed_tables) {
      const auto found = tables.find(id);
      if (found != tables.end() && found->second.state == TableState::waiting) tables.erase(found);
    }
    if (write.moderation) {
      if (WriteResult outcome = add(*write.moderation); !outcome) return outcome;
    }
    for (const Entry& entry : write.entries) {
      check(entry);
      check(entry.table);
      check(entry.line);
      if (!journals[entry.table].emplace(entry.index, entry.line).second) {
        return {WriteError::conflict, "this journal entry was written before"};
      }
    }
    for (const Finish& finish : write.finishes) {
      if (WriteResult outcome = end(finish); !outcome) return outcome;
    }
    return {};
  }

  bool is_taken(const std::string& name, const std::string& person) const {
    return std::ranges::any_of(people, [&](const auto& other) {
      return other.first != person && !other.second.claimed.empty() &&
             name_key(other.second.claimed) == name_key(name);
    });
  }

  WriteResult add_people(const Write& write) {
    const WriteResult taken{WriteError::name_taken, "this name belongs to somebody else"};
    const WriteResult missing{WriteError::missing, "there is no such person or session"};
    for (const Person& person : write.people) {
      if (is_taken(person.name, person.id)) return taken;
      if (!person.claimed.empty() && is_taken(person.claimed, person.id)) return taken;
      if (!people.emplace(person.id, person).second)
        return {WriteError::invalid, "this person is there already"};
    }
    for (const Rename& rename : write.renames) {
      if (is_taken(rename.name, rename.person)) return taken;
      if (!people.contains(rename.person)) return missing;
      people[rename.person].name = rename.name;
    }
    for (const Claim& claim : write.claims) {
      if (!people.contains(claim.person) || !people[claim.person].claimed.empty())
        return {WriteError::already_claimed, "the person has claimed a name"};
      if (is_taken(claim.name, claim.person)) return taken;
      Person& person = people[claim.person];
      person.name = person.claimed = claim.name;
      person.password_hash = claim.password_hash;
    }
    for (const PasswordChange& change : write.password_changes) {
      const auto found = people.find(change.person);
      if (found == people.end() || found->second.password_hash != change.old_hash)
        return {WriteError::outdated, "the password has changed"};
      found->second.password_hash = change.new_hash;
    }
    for (const auto& hash : write.dropped_tokens) tokens.erase(hash);
    for (const SessionEnd& end : write.ended_sessions) {
      const auto ended = std::erase_if(tokens, [&](const auto& one) {
        return one.second.person == end.person &&
               (end.session.empty() ? one.first != end.kept_hash
                                    : session_id(one.first) == end.session);
      });
      if (ended == 0 && !end.session.empty()) return missing;
    }
    for (const Token& token : write.tokens) {
      if (!people.contains(token.person)) return missing;
      tokens.emplace(token.hash, token).first->second.last_seen = token.last_seen;
      const auto all = tokens_of(token.person);
      for (std::size_t i = most_tokens; i < all.size(); ++i) tokens.erase(all[i].hash);
    }
    for (const TokenSeen& seen : write.seen_tokens) {
      if (tokens.contains(seen.hash)) tokens[seen.hash].last_seen = seen.at;
    }
    for (const Rewrite& rewrite : write.rewrites) {
      for (const Entry& entry : rewrite.entries) journals[entry.table][entry.index] = entry.line;
    }
    for (const std::string& person : write.deleted_people) {
      if (std::ranges::any_of(tables_of(person), [](const Table& table) {
            return table.state != TableState::finished;
          }))
        return {WriteError::has_tables, "the person has tables that are not over"};
      if (people.erase(person) == 0) return missing;
      forget(person);
    }
    for (const Prune& prune : write.prunes) {
      for (const std::string& guest : prune.guests) {
        if (!is_idle(guest, prune.seen_before)) continue;
        people.erase(guest);
        forget(guest);
      }
      std::erase_if(tokens,
                    [&](const auto& one) { return one.second.last_seen < prune.tokens_before; });
    }
    return {};
  }

  void forget(const std::string& person) {
    std::erase_if(tokens, [&](const auto& one) { return one.second.person == person; });
    std::erase_if(ratings, [&](const auto& one) { return one.first.first == person; });
    for (auto& [id, table] : tables) std::erase(table.people, person);
    std::erase_if(sanctions, [&](const auto& one) { return one.first.second == person; });
    std::erase_if(reports,
                  [&](const Report& one) { return one.by == person || one.about == person; });
  }

  bool is_idle(const std::string& person, std::int64_t seen_before) const {
    const auto found = people.find(person);
    if (found == people.end() || !found->second.claimed.empty()) return false;
    const auto seen = tokens_of(person);
    return tables_of(person).empty() && (seen.empty() || seen[0].last_seen < seen_before) &&
           std::ranges::none_of(ratings, [&](const auto& one) {
             return one.first.first == person && one.second.games > 0;
           });
  }

  // Last seen first.
  std::vector<Token> tokens_of(const std::string& person) const {
    std::vector<Token> found;
    for (const auto& [hash, token] : tokens) {
      if (token.person == person) found.push_back(token);
    }
    std::ranges::sort(found, std::greater(),
                      [](const Token& token) { return std::pair(token.last_seen, token.created); });
    return found;
  }

  // The last one first.
  std::vector<Table> tables_of(const std::string& person) const {
    std::vector<Table> found;
    for (const auto& [id, table] : tables) {
      if (std::ranges::find(table.people, person) != table.people.end()) found.push_back(table);
    }
    std::ranges::sort(found, std::greater(), &Table::updated);
    return found;
  }

  WriteResult add(const Moderation& moderation) {
    if (const std::int64_t before = moderation.forget_before; before != 0) {
      std::erase_if(sanctions, [&](const auto& one) { return one.second.until < before; });
      std::erase_if(reports, [&](const Report& one) { return one.at < before - reports_are_kept; });
    }
    for (const Sanction& one : moderation.imposed) {
      check(one.why);
      sanctions[{one.kind, std::string(id(one.subject))}] = one;
    }
    for (const Sanction& one : moderation.lifted) sanctions.erase({one.kind, one.subject});
    for (const auto& [person, name] : moderation.renamed) {
      const auto found = people.find(person);
      if (found == people.end()) return {WriteError::missing, "there is no such person"};
      if (is_taken(name, person))
        return {WriteError::name_taken, "this name belongs to somebody else"};
      found->second.name = name;
      if (!found->second.claimed.empty()) found->second.claimed = name;
    }
    for (const TableId& table : moderation.closed_tables) {
      const auto found = tables.find(table);
      if (found != tables.end() && found->second.state != TableState::finished) tables.erase(found);
    }
    for (const Report& one : moderation.reports) reports.insert(reports.begin(), one);
    for (const AuditEntry& one : moderation.audit) audit.insert(audit.begin(), one);
    return {};
  }

  WriteResult end(const Finish& finish) {
    const auto found = tables.find(finish.table);
    if (found == tables.end()) return {WriteError::invalid, "there is no such table to finish"};
    if (found->second.state == TableState::finished) return {};
    found->second.state = TableState::finished;
    found->second.updated = finish.at;
    if (!finish.rate) return {};
    std::vector<Rating> changed;
    for (const std::string& player : finish.players) {
      const auto rating = ratings.find({player, finish.game});
      changed.push_back(rating != ratings.end() ? rating->second : Rating{player, finish.game});
    }
    finish.rate(changed);
    for (const Rating& rating : changed) {
      for (const Value& value : {Value(id(rating.person)), Value(rating.rating),
                                 Value(rating.deviation), Value(rating.volatility)}) {
        check(value);
      }
      ratings[{rating.person, rating.game}] = rating;
    }
    return {};
  }
};

class MemoryStore final : public Store, private Sink {
 public:
  using Store::write;
  void write(TakeWrites take, WriteCallback done) override {
    writer_.push(std::move(take), std::move(done));
  }

  Result<std::vector<Table>> open_tables() override {
    const std::lock_guard lock(mutex_);
    std::vector<Table> out;
    for (const auto& [id, table] : content_.tables) {
      if (table.state != TableState::finished) out.push_back(table);
    }
    return out;
  }

  Result<std::optional<Table>> table(const TableId& id) override {
    const std::lock_guard lock(mutex_);
    return find(content_.tables, id);
  }

  Result<std::vector<Entry>> journal(const TableId& id, std::int64_t from_index) override {
    const std::lock_guard lock(mutex_);
    std::vector<Entry> out;
    const auto found = content_.journals.find(id);
    if (found == content_.journals.end()) return out;
    const auto& lines = found->second;
    for (auto it = lines.lower_bound(from_index); it != lines.end(); ++it) {
      out.push_back({id, it->first, it->second});
    }
    return out;
  }

  Result<std::size_t> open_journals(const OnJournal& on_journal) override {
    std::size_t count = 0;
    const auto tables = open_tables();
    for (const Table& table : *tables) {
      auto entries = journal(table.id, 0);
      if (entries->empty()) continue;
      ++count;
      on_journal(table.id, std::move(*entries));
    }
    return count;
  }

  Result<std::optional<Person>> person(const std::string& id) override {
    const std::lock_guard lock(mutex_);
    return find(content_.people, id);
  }

  Result<std::optional<SignedIn>> person_by_token(const std::string& hash) override {
    const std::lock_guard lock(mutex_);
    const auto token = find(content_.tokens, hash);
    const auto person = token ? find(content_.people, token->person) : std::nullopt;
    return person ? std::optional(SignedIn{*person, *token}) : std::nullopt;
  }
  Result<std::vector<Token>> tokens_of(const std::string& person) override {
    const std::lock_guard lock(mutex_);
    return content_.tokens_of(person);
  }
  Result<std::vector<Table>> tables_of(const std::string& person) override {
    const std::lock_guard lock(mutex_);
    return content_.tables_of(person);
  }
  Result<IdleGuests> idle_guests(const std::string& after, std::int64_t seen_before) override {
    const std::lock_guard lock(mutex_);
    IdleGuests found;
    for (const auto& [id, person] : content_.people) {
      if (id > after && person.created < seen_before && content_.is_idle(id, seen_before))
        found.guests.push_back(id);
    }
    return found;
  }

  Result<std::optional<Person>> person_by_claimed(const std::string& name) override {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, person] : content_.people) {
      if (!person.claimed.empty() && name_key(person.claimed) == name_key(name)) {
        return std::optional(person);
      }
    }
    return std::optional<Person>();
  }

  Result<std::int64_t> alive_at() override {
    const std::lock_guard lock(mutex_);
    return content_.alive_at;
  }

  Result<std::vector<Rating>> ratings(const std::string& person) override {
    const std::lock_guard lock(mutex_);
    std::vector<Rating> out;
    for (const auto& [key, rating] : content_.ratings) {
      if (key.first == person && rating.games > 0) out.push_back(rating);
    }
    return out;
  }

  Result<std::vector<Sanction>> sanctions() override {
    const std::lock_guard lock(mutex_);
    std::vector<Sanction> out;
    for (const auto& [key, sanction] : content_.sanctions) out.push_back(sanction);
    std::ranges::sort(out, std::greater(), &Sanction::since);
    return out;
  }
  Result<std::vector<AuditEntry>> audit(std::int64_t limit) override {
    return newest(content_.audit, limit);
  }
  Result<std::vector<Report>> reports(std::int64_t limit) override {
    return newest(content_.reports, limit);
  }
  Result<std::vector<Person>> people_like(const std::string& text, std::int64_t limit) override {
    const std::lock_guard lock(mutex_);
    const auto has = [&](const std::string& name) {
      return name_key(name).find(name_key(text)) != std::string::npos;
    };
    std::vector<Person> out;
    for (const auto& [id, person] : content_.people) {
      if (id != text && !has(person.name) && !has(person.claimed)) continue;
      out.push_back(person);
      out.back().password_hash.clear();
    }
    std::ranges::sort(out, std::greater(), &Person::created);
    if (std::cmp_greater(out.size(), limit)) out.resize(static_cast<std::size_t>(limit));
    return out;
  }

 private:
  template <class T>
  std::vector<T> newest(const std::vector<T>& all, std::int64_t limit) {
    const std::lock_guard lock(mutex_);
    return {all.begin(), all.begin() + std::min<std::ptrdiff_t>(std::ssize(all), limit)};
  }

  // Slow, but what fails must leave no trace.
  WriteResult commit(const std::vector<const Write*>& writes) override {
    const std::lock_guard lock(mutex_);
    Content after = content_;
    try {
      for (const Write* write : writes) {
        if (WriteResult result = after.add(*write); !result) return result;
      }
    } catch (const Failure& failure) {
      return {failure.error, failure.what()};
    }
    content_ = std::move(after);
    return {};
  }

  // Nobody else writes meanwhile, so each may be seen before the end.
  WriteResult add(const Write& write) override { return commit({&write}); }
  WriteResult end() override { return {}; }

  template <class T>
  static std::optional<T> find(const std::map<std::string, T>& all, const std::string& key) {
    const auto found = all.find(key);
    return found == all.end() ? std::nullopt : std::optional(found->second);
  }

  std::mutex mutex_;
  Content content_;
  Writer writer_{*this};
};

}  // namespace

std::unique_ptr<Store> memory_store() { return std::make_unique<MemoryStore>(); }

}  // namespace hotaka::store
