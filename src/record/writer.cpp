#include "base/text.h"
#include "record/entry.h"

namespace hotaka::record {

void append_members(std::string& out, const Drew& drew) {
  out += '"';
  out += drew.key;
  out += "\":";
  out += drew.value;
}

void append_members(std::string& out, const Acted& acted) {
  if (acted.t) {
    out += "\"t\":";
    append_number(out, *acted.t);
    out += ',';
  }
  out += "\"seat\":";
  append_number(out, acted.seat);
  out += ",\"do\":";
  json::append_string(out, acted.action);
  if (acted.hold) out += ",\"hold\":true";
  if (acted.bot.empty()) return;
  out += ",\"bot\":";
  json::append_string(out, acted.bot);
}

void append_members(std::string& out, const Ended& ended) {
  out += "\"end\":";
  json::append_string(out, ended.how);
  out += ",\"seat\":";
  append_number(out, ended.seat);
}

void append_members(std::string& out, const Resulted& resulted) {
  out += "\"result\":";
  append_outcome(out, resulted.outcome);
}

void append_header(std::string& out, std::string_view game, std::string_view edition,
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
  if (!extras.empty()) {
    out += ',';
    out += extras;
  }
  out += "}\n";
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
