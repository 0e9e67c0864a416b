// The C ABI for browsers and Node. Text goes in through a buffer that the caller fills, and comes
// out as a pointer and a length; numbers of 64 bits are BigInt on the other side. Calls are short,
// so that a page stays smooth and the engine compiles them well.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/text.h"
#include "bots/signature.h"
#include "fair/hex.h"
#include "fair/verify.h"
#include "games/any_game.h"
#include "games/signature.h"
#include "games/workload.h"
#include "record/json_lines.h"
#include "record/lines.h"
#include "runner/offline.h"
#include "wire/messages.h"

namespace {

using namespace hotaka;

// One module serves one page, one call at a time: these are its registers.
struct Registers {
  std::vector<char> in;
  std::string out;
};

Registers& registers() {
  static Registers only;
  return only;
}

runner::Offline& offline() {
  static runner::Offline only;
  return only;
}

std::string_view input(std::uint32_t size) { return {registers().in.data(), size}; }

// Nothing behind the last game.
const GameType* game_at(std::int32_t index) {
  const auto all = all_games();
  return index >= 0 && static_cast<std::size_t>(index) < all.size()
             ? all[static_cast<std::size_t>(index)]
             : nullptr;
}

std::int32_t replay_input(std::uint32_t size, record::JsonLines::Tell tell) {
  std::string& out = registers().out;
  out.clear();
  record::JsonLines lines(out, "input", tell);
  record::Replay replay(lines);
  record::replay_text(replay, input(size));
  return static_cast<std::int32_t>(replay.errors());
}

}  // namespace

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

// --- Text in and out
EXPORT(input_buffer) char* input_buffer(std::uint32_t size) {
  registers().in.resize(size);
  return registers().in.data();
}
EXPORT(output_text) const char* output_text() { return registers().out.data(); }
EXPORT(output_size) std::uint32_t output_size() {
  return static_cast<std::uint32_t>(registers().out.size());
}

// --- Games, by their index in the list
EXPORT(game_name) std::int32_t game_name(std::int32_t game) {
  const GameType* type = game_at(game);
  registers().out = type == nullptr ? "" : type->traits().name;
  return static_cast<std::int32_t>(registers().out.size());
}
EXPORT(signature_parts) std::int32_t signature_part_count() { return signature_parts; }
EXPORT(signature_part) std::uint64_t signature_number(std::int32_t game, std::int32_t part) {
  return game_at(game)->signature_part(part).number;
}
EXPORT(fold) std::uint64_t fold(std::uint64_t so_far, std::uint64_t number) {
  return fold_signature(so_far, number);
}

EXPORT(bot_count) std::int32_t bot_count(std::int32_t game) {
  return bots::bot_count(game_at(game)->traits().name);
}
EXPORT(bot_signature) std::uint64_t bot_signature(std::int32_t game, std::int32_t bot) {
  return bots::bot_signature(game_at(game)->traits().name, bot);
}

// --- Tables on this device: the messages of docs/protocol.md, one a line. Times are those of the
// page's clock in ms.
EXPORT(offline_seed) std::int32_t offline_seed(std::uint32_t size) {
  const auto seed = fair::from_hex<32>(input(size), "the seed");
  if (!seed) {
    registers().out = seed.error().message;
    return 0;
  }
  offline().set_seed(fair::Secret{*seed});
  return 1;
}
EXPORT(offline_message) std::int32_t offline_message(std::uint32_t size, double now) {
  registers().out.clear();
  offline().message(input(size), static_cast<std::int64_t>(now), registers().out);
  return static_cast<std::int32_t>(registers().out.size());
}
EXPORT(offline_tick) std::int32_t offline_tick(double now) {
  registers().out.clear();
  offline().tick(static_cast<std::int64_t>(now), registers().out);
  return static_cast<std::int32_t>(registers().out.size());
}
// How many ms until the next tick is wanted; negative if none is.
EXPORT(offline_wait) double offline_wait(double now) {
  const auto wait = offline().wait(static_cast<std::int64_t>(now));
  return wait ? static_cast<double>(*wait) : -1.0;
}

// What was journaled since the last call: for each part
// {"first":VERSION,"lines":COUNT,"listing":{..}} and then so many lines, which continue the journal
// of the listed table.
EXPORT(offline_journal) std::int32_t offline_journal() {
  std::string& out = registers().out;
  out.clear();
  for (const runner::JournalPart& part : offline().take_journal()) {
    out += "{\"first\":" + to_text(part.first) +
           ",\"lines\":" + to_text(std::ranges::count(part.lines, '\n')) +
           ",\"listing\":" + part.listing + "}\n" + part.lines;
  }
  return static_cast<std::int32_t>(out.size());
}
// Takes a table back; the input is its whole journal. 0 with the message `refused` as output if
// that cannot be.
EXPORT(offline_restore)
std::int32_t offline_restore(std::uint32_t size, double alive_at, double now) {
  const auto error = offline().restore(input(size), static_cast<std::int64_t>(alive_at),
                                       static_cast<std::int64_t>(now));
  if (!error) return 1;
  registers().out = wire::refusal(*error);
  return 0;
}
// Forgets the table whose id is the input; 0 if there is none.
EXPORT(offline_release) std::int32_t offline_release(std::uint32_t size) {
  return offline().release(input(size)) ? 1 : 0;
}

// --- Replaying: the input is a whole record file, the output what `hotaka replay --json` prints.
// Returns how many games were wrong.
EXPORT(replay) std::int32_t replay_record(std::uint32_t size) {
  return replay_input(size, record::JsonLines::Tell::legal);
}
// The same with the open position after each entry instead of the legal actions.
EXPORT(positions) std::int32_t record_positions(std::uint32_t size) {
  return replay_input(size, record::JsonLines::Tell::position);
}

// --- Verifying: the input is a whole record file, the output what `hotaka verify` prints, with
// --json if `json` is not 0. Returns how many games were wrong.
EXPORT(verify) std::int32_t verify_record(std::uint32_t size, std::int32_t json) {
  using Form = fair::Verifier::Form;
  std::string& out = registers().out;
  out.clear();
  return static_cast<std::int32_t>(
      fair::verify_text(input(size), json != 0 ? Form::json : Form::words, out));
}

// --- Counting: the input is {"game":..,"position":..} and, where they are not the default,
// "edition" and "options". How many sequences of `depth` actions there are; -1 with a message as
// output if something is wrong.
EXPORT(perft) std::int64_t perft_position(std::uint32_t size, std::int32_t depth) {
  const auto refuse = [](std::string_view message) {
    registers().out = message;
    return std::int64_t{-1};
  };
  json::Fields fields;
  if (const auto problem = fields.read(input(size))) return refuse(problem->what);
  std::vector<GivenOption> options;
  if (const auto given = fields.value("options")) options = given_options(*given);
  const auto game =
      make_game_at(fields.text("game").value_or(""), fields.text("edition").value_or(""), options,
                   fields.text("position").value_or(""));
  if (!game) return refuse(game.error().message);
  const auto count = (*game)->count_sequences(depth);
  if (!count) return refuse("this game does not count sequences");
  return static_cast<std::int64_t>(*count);
}

// --- Measuring: plays at least so many actions of a workload and returns how many.
EXPORT(workload) double workload(std::int32_t index, std::int32_t actions, std::int32_t seed) {
  const auto all = all_workloads();
  return static_cast<double>(all[static_cast<std::size_t>(index)].run(
      static_cast<std::uint64_t>(actions), static_cast<std::uint64_t>(seed)));
}
