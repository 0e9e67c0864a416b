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
  if (on) watching_.push_back(connection);
}

const std::string& Lobby::json() {
  const table::Time now = environment_.now();
  if (json_.empty() || is_stale_ || now - made_at_ >= pause) make_json();
  return json_;
}

void Lobby::make_json() {
  constexpr std::size_t most = 100;
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
  if (shown.size() > most) shown.resize(most);
  std::string& out = json_ = "[";
  for (const LiveTable* live : shown) {
    if (out.size() > 1) out += ',';
    wire::append_listing(out, *live->table);
  }
  out += ']';
  made_at_ = now;
  is_stale_ = false;
}

std::optional<table::Time> Lobby::flush() {
  if (!is_changed_ || watching_.empty()) return std::nullopt;
  const table::Time now = environment_.now();
  if (now - sent_at_ < pause) return sent_at_ + pause;
  is_changed_ = false;
  sent_at_ = now;
  make_json();
  const SharedText text = share(wire::lobby_message(json_, std::nullopt));
  for (const ConnectionId connection : watching_) environment_.send(connection, text);
  return std::nullopt;
}

}  // namespace hotaka::server
