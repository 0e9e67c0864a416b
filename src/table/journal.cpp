// A table from its journal, and its game as a record.

#include "base/text.h"
#include "fair/hex.h"
#include "fair/proof.h"
#include "table/table.h"

namespace hotaka::table {

Result<std::unique_ptr<Table>> Table::restore(std::span<const std::string> lines) {
  if (lines.empty()) return Error{"bad_journal", "the journal is empty"};
  std::unique_ptr<Table> table(new Table);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    auto read = read_event(lines[i]);
    MaybeError error = read ? std::nullopt : MaybeError(read.error());
    if (!error) error = table->commit(std::move(read->event), read->at, lines[i]);
    if (error)
      return Error{"bad_journal", "line " + to_text(static_cast<std::int64_t>(i)) +
                                      " of the journal: " + error->message};
  }
  return table;
}

Step Table::take_step() { return std::exchange(step_, {}); }

std::string Table::record() const {
  fair::Proof proof;
  proof.id = id_;
  proof.commit = fair::commitment(secret_);
  proof.seeds.resize(static_cast<std::size_t>(game_->seat_count()));
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (!places_[i].seed.empty()) proof.seeds[i] = *fair::from_hex<16>(places_[i].seed, "the seed");
  }
  if (stage_ == Stage::finished) proof.secret = secret_;
  std::string extras;
  const auto append_texts = [&](std::string_view name, auto text_of) {
    extras += '"' + std::string(name) + "\":[";
    for (const Place& place : places_) {
      if (extras.back() != '[') extras += ',';
      json::append_string(extras, text_of(place));
    }
    extras += "],";
  };
  append_texts("names", [](const Place& place) { return place.name; });
  append_texts("bots", [](const Place& place) {
    return place.kind == Place::Kind::bot ? place.level : std::string();
  });
  if (setup_.time.on()) {
    extras += "\"time\":";
    append_time(extras, setup_.time);
    extras += ',';
  }
  fair::append_member(extras, proof);
  std::string out;
  const std::string_view options(setup_.options);
  record::append_header(out, setup_.game, setup_.edition, options.substr(1, options.size() - 2),
                        extras);
  // Entries only; what was taken back is left out.
  std::vector<std::string_view> entries;
  for (const std::string_view line : split(game_lines(), '\n')) {
    const auto read = read_event(line);
    if (!read) continue;
    const auto keep = [&]<class E>(const E&) {
      if constexpr (std::constructible_from<record::Entry, E>) entries.push_back(line);
      if (std::same_as<E, Undone> && !entries.empty()) entries.pop_back();
    };
    std::visit(keep, read->event);
  }
  for (const std::string_view entry : entries) {
    out += entry;
    out += '\n';
  }
  return out;
}

}  // namespace hotaka::table
