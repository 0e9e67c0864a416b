#include "server/lobby.h"

#include <algorithm>

#include "wire/messages.h"

namespace hotaka::server {

using table::Stage;

namespace {

constexpr table::Time pause = 500;  // ms between two lists

}  // namespace

void Lobby::watch(ConnectionId connection, bool on) {
  std::erase(watching_, connection);
  if (!on) return;
  watching_.push_back(connection);
  (void)json();
  for (const auto& [id, entry] : entries_) {
    const auto [told, is_new] = told_.emplace(id, entry);
    if (!is_new && told->second != entry) told->second.clear();
  }
}

const std::string& Lobby::json() {
  const table::Time now = environment_.now();
  if (json_.empty() || is_stale_ || now - made_at_ >= pause) make_json();
  return json_;
}

std::vector<const LiveTable*> Lobby::listed() {
  constexpr std::size_t most = 100;
  constexpr int most_of_a_host = 3;
  constexpr int most_of_an_account = 10;
  constexpr table::Time old = 3'600'000;
  const table::Time now = environment_.now();
  std::vector<const LiveTable*> shown;
  registry_.each([&](const LiveTable& live) {
    if (!live.table->setup().open) return;
    const bool is_watched = !subscriptions_.of(live.id).empty();
    const Stage stage = live.table->stage();
    const bool waits = stage == Stage::waiting && (is_watched || now - live.table->created() < old);
    const bool runs = stage == Stage::running && live.table->setup().watch && is_watched;
    if (waits || runs) shown.push_back(&live);
  });
  std::ranges::sort(shown, [](const LiveTable* a, const LiveTable* b) {
    // Those that wait first, newest first.
    if (a->table->stage() != b->table->stage()) return a->table->stage() < b->table->stage();
    if (a->table->created() != b->table->created())
      return a->table->created() > b->table->created();
    return a->id < b->id;
  });
  // Nobody fills the list alone, whoever they say they are.
  std::map<std::string_view, int> of_host;
  std::map<std::string_view, int> of_account;
  std::erase_if(shown, [&](const LiveTable* live) {
    return ++of_host[live->table->host_person()] > most_of_a_host ||
           (!live->account.empty() && ++of_account[live->account] > most_of_an_account);
  });
  if (shown.size() > most) shown.resize(most);
  return shown;
}

void Lobby::make_json() {
  entries_.clear();
  json_ = "[";
  for (const LiveTable* live : listed()) {
    std::string& entry = entries_[live->id];
    wire::append_listing(entry, *live->table);
    if (json_.size() > 1) json_ += ',';
    json_ += entry;
  }
  json_ += ']';
  made_at_ = environment_.now();
  is_stale_ = false;
}

std::optional<table::Time> Lobby::flush() {
  if (!is_changed_ || watching_.empty()) return std::nullopt;
  const table::Time now = environment_.now();
  if (now - sent_at_ < pause) return sent_at_ + pause;
  is_changed_ = false;
  sent_at_ = now;
  make_json();
  std::string changed = "[";
  std::string gone = "[";
  for (const auto& [id, entry] : entries_) {
    const auto told = told_.find(id);
    if (told != told_.end() && told->second == entry) continue;
    if (changed.size() > 1) changed += ',';
    changed += entry;
  }
  for (const auto& [id, entry] : told_) {
    if (entries_.contains(id)) continue;
    if (gone.size() > 1) gone += ',';
    json::append_string(gone, id);
  }
  told_ = entries_;
  if (changed.size() == 1 && gone.size() == 1) return std::nullopt;
  const SharedText text = share(wire::lobby_changes(changed + ']', gone + ']'));
  for (const ConnectionId connection : watching_) environment_.send(connection, text);
  return std::nullopt;
}

}  // namespace hotaka::server
