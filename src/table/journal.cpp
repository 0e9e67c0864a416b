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
    if (!error && (i == 0) != std::holds_alternative<Created>(read->event))
      error = Error{"bad_journal", "a journal begins with the table"};
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
  std::string extras = "\"names\":[";
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (i > 0) extras += ',';
    json::append_string(extras, places_[i].name);
  }
  extras += "],\"bots\":[";
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (i > 0) extras += ',';
    json::append_string(extras, places_[i].kind == Place::Kind::bot ? places_[i].level : "");
  }
  extras += "],";
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
  for (const std::string_view line : split(lines_, '\n')) {
    if (line.empty()) continue;
    const auto read = read_event(line);
    if (!read) continue;
    const Event& event = read->event;
    if (std::holds_alternative<Undone>(event)) {
      if (!entries.empty()) entries.pop_back();
    } else if (std::holds_alternative<Acted>(event) || std::holds_alternative<Drew>(event) ||
               std::holds_alternative<Ended>(event) || std::holds_alternative<Resulted>(event)) {
      entries.push_back(line);
    }
  }
  for (const std::string_view entry : entries) {
    out += entry;
    out += '\n';
  }
  return out;
}

}  // namespace hotaka::table
