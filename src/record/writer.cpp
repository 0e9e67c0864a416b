#include "record/writer.h"

namespace hotaka::record {

namespace {

void close(std::string& out, std::string_view extras) {
  if (!extras.empty()) {
    out += ',';
    out += extras;
  }
  out += "}\n";
}

}  // namespace

void write_header(std::string& out, std::string_view game, std::string_view edition,
                  std::string_view options, std::string_view extras) {
  out += "{\"hgr\":1,\"game\":";
  json::append_string(out, game);
  if (!edition.empty()) {
    out += ",\"edition\":";
    json::append_string(out, edition);
  }
  if (!options.empty()) {
    out += ",\"options\":{";
    out += options;
    out += '}';
  }
  close(out, extras);
}

void write_chance(std::string& out, std::string_view chance, std::string_view extras) {
  out += '{';
  out += chance;
  close(out, extras);
}

void write_action(std::string& out, Seat seat, std::string_view action,
                  std::optional<std::int64_t> t, std::string_view extras) {
  out += '{';
  if (t) {
    out += "\"t\":";
    append_number(out, *t);
    out += ',';
  }
  out += "\"seat\":";
  append_number(out, seat);
  out += ",\"do\":";
  json::append_string(out, action);
  close(out, extras);
}

void write_end(std::string& out, std::string_view why, Seat seat, std::string_view extras) {
  out += "{\"end\":";
  json::append_string(out, why);
  out += ",\"seat\":";
  append_number(out, seat);
  close(out, extras);
}

void write_result(std::string& out, const Outcome& outcome, std::string_view extras) {
  out += "{\"result\":";
  append_outcome(out, outcome);
  close(out, extras);
}

void append_outcome(std::string& out, const Outcome& outcome, Codes codes) {
  const char* separator = "";
  out += "{\"winners\":[";
  for (int player = 0; player < static_cast<int>(outcome.scores.size()); ++player) {
    if (!outcome.winners.has(player)) continue;
    out += separator;
    append_number(out, player);
    separator = ",";
  }
  out += "],\"scores\":[";
  separator = "";
  for (const auto score : outcome.scores) {
    out += separator;
    append_number(out, score);
    separator = ",";
  }
  out += "],\"reason\":";
  json::append_string(out, outcome.reason.message);
  if (codes == Codes::yes) {
    out += ",\"code\":";
    json::append_string(out, outcome.reason.code);
  }
  out += '}';
}

}  // namespace hotaka::record
