#include "support/memory_store.h"

#include <algorithm>
#include <map>
#include <utility>

#include "store/connection.h"
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

  WriteResult add(const Write& write) {
    if (write.alive_at != 0) alive_at = write.alive_at;
    for (const Person& person : write.people) {
      for (const auto& [id, other] : people) {
        if (id != person.id && !person.claimed.empty() &&
            fold_name(other.claimed) == fold_name(person.claimed)) {
          return {WriteError::name_taken, "this name belongs to somebody else"};
        }
      }
      auto& place = people[person.id];
      const auto created = place.id.empty() ? person.created : place.created;
      place = person;
      place.created = created;
    }
    for (const Token& token : write.tokens) {
      auto& place = tokens[token.hash];
      if (place.hash.empty()) {
        place = token;
      } else {
        place.last_seen = token.last_seen;
      }
    }
    for (const auto& hash : write.dropped_tokens) tokens.erase(hash);
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

  Result<std::optional<Person>> person_by_token(const std::string& hash) override {
    const std::lock_guard lock(mutex_);
    const auto found = content_.tokens.find(hash);
    if (found == content_.tokens.end()) return std::optional<Person>();
    return find(content_.people, found->second.person);
  }

  Result<std::optional<Person>> person_by_claimed(const std::string& name) override {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, person] : content_.people) {
      if (!person.claimed.empty() && fold_name(person.claimed) == fold_name(name)) {
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

 private:
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
