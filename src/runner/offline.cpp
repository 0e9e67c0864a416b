#include "runner/offline.h"

#include <algorithm>

#include "base/text.h"
#include "fair/hex.h"
#include "runner/bots_exist.h"
#include "runner/rematch.h"
#include "wire/messages.h"

namespace hotaka::runner {

namespace {

using table::Place;
using table::Stage;
using table::Table;
using table::Time;

// People of this device are me0, me1, .. by place.
std::string person_at(int place) { return "me" + to_text(place); }

// The player whose view the device shows: the person to decide, or else the first person seated.
int looker(const Table& table) {
  const auto is_person = [&](std::size_t player) {
    return table.places()[player].kind == Place::Kind::person;
  };
  if (const int player = table.turn().player;
      player != nobody && is_person(static_cast<std::size_t>(player)))
    return player;
  for (std::size_t i = 0; i < table.places().size(); ++i) {
    if (is_person(i)) return static_cast<int>(i);
  }
  return nobody;
}

wire::Beside beside_of(const Table& table) {
  wire::Beside beside;
  for (std::size_t i = 0; i < table.places().size(); ++i) beside.here.add(static_cast<int>(i));
  return beside;
}

}  // namespace

Offline::Entry* Offline::find(std::string_view id) {
  const auto found =
      std::ranges::find_if(entries_, [&](const Entry& entry) { return entry.table->id() == id; });
  return found == entries_.end() ? nullptr : &*found;
}

MaybeError Offline::make_room() {
  if (entries_.size() < most_tables) return std::nullopt;
  for (const Stage unwanted : {Stage::finished, Stage::waiting}) {
    const auto found = std::ranges::find_if(
        entries_, [&](const Entry& entry) { return entry.table->stage() == unwanted; });
    if (found == entries_.end()) continue;
    entries_.erase(found);
    return std::nullopt;
  }
  return Error{"too_many_tables", "there are too many games that are not over: finish one"};
}

Offline::Entry& Offline::add(std::unique_ptr<Table> table) {
  return entries_.emplace_back(Entry{std::move(table), {}, nullptr, -1, nobody, 0});
}

Result<std::unique_ptr<Table>> Offline::make_table(table::Setup setup, Time now) {
  if (auto error = make_room()) return *error;
  fair::Secret secret;
  std::string id;
  do {  // an id of a table that came back is not taken twice
    const std::string number = to_text(static_cast<std::int64_t>(++made_));
    const std::span<const std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(number.data()),
                                              number.size());
    secret = fair::Secret{fair::hmac_sha256(seed_.bytes, bytes)};
    id = "here" + fair::to_hex(fair::commitment(secret)).substr(0, 10);
  } while (find(id) != nullptr);
  return Table::make(id, std::move(setup), {person_at(0), name_}, secret, now);
}

// --- Journals

table::Step Offline::take_step(Entry& entry) {
  auto step = entry.table->take_step();
  if (step.empty()) return step;
  JournalPart part{entry.table->id(), step.first, step.lines + '\n', ""};
  wire::append_listing(part.listing, *entry.table);
  journal_.push_back(std::move(part));
  return step;
}

MaybeError Offline::restore(std::string_view journal, Time alive_at, Time now) {
  std::vector<std::string> lines;
  for (const std::string_view line : split(journal, '\n')) lines.emplace_back(line);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  auto table = Table::restore(lines);
  if (!table) return table.error();
  (void)release((*table)->id());
  if (auto error = make_room()) return error;
  Entry& entry = add(std::move(*table));
  entry.table->resume(alive_at, now);
  (void)take_step(entry);
  return std::nullopt;
}

bool Offline::release(std::string_view id) {
  return std::erase_if(entries_, [&](const Entry& entry) { return entry.table->id() == id; }) > 0;
}

// --- Messages

void Offline::tell_table(Entry& entry, std::optional<std::int64_t> since, Number to, Time now,
                         std::string& out) {
  (void)take_step(entry);
  wire::append_table(out, *entry.table, looker(*entry.table), beside_of(*entry.table), since, to,
                     now);
  out += '\n';
}

void Offline::tell_update(Entry& entry, Number to, Time now, std::string& out) {
  const auto step = take_step(entry);
  wire::Update(*entry.table, step, now).append(out, looker(*entry.table), to);
  out += '\n';
}

void Offline::tell_news(Entry& entry, Time now, std::string& out) {
  const auto step = take_step(entry);
  const wire::Update update(*entry.table, step, now);
  const int place = looker(*entry.table);
  if (!update.concerns(place)) return;
  update.append(out, place, std::nullopt);
  out += '\n';
}

void Offline::message(std::string_view text, Time now, std::string& out) {
  const wire::ClientMessage message = wire::read_message(text);
  if (!message.request) {
    refuse(message.request.error(), message.number, out);
    return;
  }
  const auto take = [&](const auto& wanted) { this->take(wanted, message.number, now, out); };
  std::visit(take, *message.request);
}

void Offline::refuse(const Error& error, Number to, std::string& out, std::string_view table) {
  out += wire::refusal(error, to, table) + '\n';
}

void Offline::take(const wire::Ping& ping, Number to, Time now, std::string& out) {
  out += wire::pong_message(ping.echo, now, to) + '\n';
}

void Offline::take(const wire::WatchLobby&, Number to, Time, std::string& out) {
  out += wire::lobby_message("[]", to) + '\n';
}

void Offline::take(const wire::Rename& rename, Number to, Time, std::string& out) {
  name_ = rename.name;
  out += wire::ok_message(to) + '\n';
}

void Offline::take(const wire::Create& wanted, Number to, Time now, std::string& out) {
  auto made = make_table(wanted.setup, now);
  if (made) {
    tell_table(add(std::move(*made)), std::nullopt, to, now, out);
  } else {
    refuse(made.error(), to, out);
  }
}

void Offline::take(const wire::Join& wanted, Number to, Time now, std::string& out) {
  if (Entry* entry = find_or_refuse(wanted.table, to, out))
    tell_table(*entry, wanted.since, to, now, out);
}

void Offline::take(const wire::Rematch& wanted, Number to, Time now, std::string& out) {
  if (Entry* entry = find_or_refuse(wanted.table, to, out)) rematch(*entry, to, now, out);
}

// There is nobody to part from, or to chat with.
void Offline::take(const wire::Part&, Number to, Time, std::string& out) {
  refuse({"unknown_message", "not available offline"}, to, out);
}

void Offline::take(const wire::Chat&, Number to, Time, std::string& out) {
  refuse({"unknown_message", "not available offline"}, to, out);
}

void Offline::take(const wire::Report&, Number to, Time, std::string& out) {
  refuse({"unknown_message", "not available offline"}, to, out);
}

void Offline::take(const wire::AtTable& wanted, Number to, Time now, std::string& out) {
  if (Entry* entry = find_or_refuse(wanted.table, to, out))
    execute(*entry, wanted.command, to, now, out);
}

Offline::Entry* Offline::find_or_refuse(std::string_view id, Number to, std::string& out) {
  Entry* const entry = find(id);
  if (entry == nullptr)
    refuse({"no_local_table", "there is no such table on this device"}, to, out);
  return entry;
}

void Offline::get_ready(Table& table, Time now) {
  for (std::size_t i = 0; i < table.places().size(); ++i) {
    const Place& place = table.places()[i];
    if (place.kind == Place::Kind::person && !place.ready)
      (void)table.set_ready(static_cast<int>(i), true, now);
  }
}

void Offline::execute(Entry& entry, table::Command command, Number to, Time now, std::string& out) {
  // The device acts for the player to decide, takes any seat, and is the host.
  const auto* const sit = std::get_if<table::Sit>(&command);
  const bool is_host = std::holds_alternative<table::SetBot>(command) ||
                       std::holds_alternative<table::Start>(command);
  const int player = is_host                                   ? 0
                     : sit != nullptr && sit->player != nobody ? sit->player
                                                               : looker(*entry.table);
  const Stage before = entry.table->stage();
  // What was due before comes first.
  if (entry.table->game().is_real_time() && run_real_time(entry, now))
    tell_update(entry, std::nullopt, now, out);
  // There is no way between this client and its host: an action is done when it arrives.
  if (auto* act = std::get_if<table::Act>(&command)) act->t.reset();
  MaybeError error = check_bots(*entry.table, command);
  // Everybody is here: whoever presses the button says it for all.
  if (std::holds_alternative<table::Start>(command)) get_ready(*entry.table, now);
  const bool has_begun = before == Stage::waiting && entry.table->stage() != before;
  if (!error && !has_begun) error = entry.table->execute(command, {person_at(player), name_}, now);
  if (error) {
    refuse(*error, to, out);
    return;
  }
  const bool seats_changed = before != Stage::running ||
                             std::holds_alternative<table::Leave>(command) ||
                             std::holds_alternative<table::Return>(command);
  if (seats_changed) {
    tell_table(entry, std::nullopt, to, now, out);
  } else {
    tell_update(entry, to, now, out);
  }
}

void Offline::rematch(Entry& entry, Number to, Time now, std::string& out) {
  if (entry.table->stage() != Stage::finished) {
    refuse({"not_over", "the game is not over yet"}, to, out, entry.table->id());
    return;
  }
  const auto places = entry.table->places();  // the table may have to go for the next one
  auto made = make_table(entry.table->setup(), now);
  if (!made) {
    refuse(made.error(), to, out);
    return;
  }
  Table& next = **made;
  fill_rematch(next, places, now, [&](int place, const Place& old) {
    (void)next.sit(place, {person_at(place), old.name}, old.seed, now);
  });
  get_ready(next, now);
  tell_table(add(std::move(*made)), std::nullopt, to, now, out);
}

// --- Time

bool Offline::let_bot_think(Entry& entry, Time now, std::string& out) {
  Table& table = *entry.table;
  const auto [player, seat, is_held, by_bot] = table.turn();
  if (!by_bot || is_held) return false;
  if (entry.thinks_at != table.version()) {
    const std::string& level = table.places()[static_cast<std::size_t>(player)].level;
    entry.bot = bots::make_any_bot(table.setup().game, level);
    if (entry.bot == nullptr) return false;
    entry.bot->begin(table.game(), seat, table.history_for(seat), table.bot_seed(seat));
    entry.thinks_at = table.version();
    entry.work = 0;
  }
  constexpr std::uint64_t slice = 1000;
  entry.work += slice;
  if (entry.bot->think(slice) && entry.work < bots::usual_work) return true;
  const std::string action = entry.bot->best();
  entry.bot.reset();
  table::Act act;
  act.seat = seat;
  act.action = action;
  if (!table.act(player, act, now)) tell_update(entry, std::nullopt, now, out);
  return true;
}

bool Offline::run_real_time(Entry& entry, Time now) {
  bool changed = false;
  while (const auto due = entry.queue.next(*entry.table, now))
    changed |= !runner::execute(*entry.table, *due);
  return changed;
}

void Offline::tick(Time now, std::string& out) {
  for (Entry& entry : entries_) {
    bool changed = false;
    if (entry.table->game().is_real_time()) {
      changed = run_real_time(entry, now);
    } else {
      changed = entry.table->tick(now);
    }
    if (changed) tell_news(entry, now, out);
    (void)let_bot_think(entry, now, out);
  }
}

std::optional<Time> Offline::wait(Time now) {
  std::optional<Time> first;
  const auto at = [&](std::optional<Time> time) {
    if (time && (!first || *time < *first)) first = time;
  };
  for (Entry& entry : entries_) {
    const Table& table = *entry.table;
    at(entry.queue.next_time(table));
    if (const auto turn = table.turn(); turn.by_bot && !turn.is_held) at(now);
  }
  if (!first) return std::nullopt;
  return std::max<Time>(0, *first - now);
}

}  // namespace hotaka::runner
