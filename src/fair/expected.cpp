#include "fair/expected.h"

#include "base/text.h"
#include "fair/hex.h"

namespace hotaka::fair {

namespace {

std::string spelled(const Seed& seed) { return seed ? to_hex(*seed) : "empty"; }

}  // namespace

Problem Expected::take_commit(std::string_view text) {
  const auto bytes = from_hex<32>(text, "--commit");
  if (!bytes) return bytes.error().message;
  commit = *bytes;
  return std::nullopt;
}

Problem Expected::take_seed(std::string_view text) {
  const std::string what = "--seed " + in_quotes(text);
  const auto colon = text.find(':');
  const auto seat = parse_number(text.substr(0, colon), 9);
  if (colon == std::string_view::npos || !seat) {
    return what +
           " must be SEAT:HEX, such as 0:a0a1a2a3a4a5a6a7a8a9aaabacadaeaf; seats count from 0";
  }
  const auto place = static_cast<std::size_t>(*seat);
  for (const auto& [other, seed] : seeds)
    if (other == place) return what + " is the second seed for this seat: give one for each seat";
  const std::string_view digits = text.substr(colon + 1);
  if (digits.empty()) {
    seeds.push_back({place, Seed()});
    return std::nullopt;
  }
  const auto bytes = from_hex<16>(digits, "the seed in " + what);
  if (!bytes) return bytes.error().message;
  seeds.push_back({place, Seed(*bytes)});
  return std::nullopt;
}

Comparison compare(const Expected& expected, const Proof& proof) {
  Comparison result;
  const auto say = [&](bool matches, const std::string& sentence) {
    result.matches = result.matches && matches;
    if (!result.words.empty()) result.words += "; ";
    result.words += sentence;
  };
  if (expected.commit) {
    const bool same = *expected.commit == proof.commit;
    say(same, same ? "the commitment is the one that you gave"
                   : "the commitment is " + to_hex(proof.commit) + " in the record, but you gave " +
                         to_hex(*expected.commit));
  }
  for (const auto& [place, seed] : expected.seeds) {
    const std::string seat = "seat " + to_text(static_cast<std::int64_t>(place));
    if (place >= proof.seeds.size()) {
      say(false, "there is no " + seat + ", for which you gave a seed");
    } else if (proof.seeds[place] == seed) {
      say(true, "the seed of " + seat + " is the one that you gave");
    } else {
      say(false, "the seed of " + seat + " is " + spelled(proof.seeds[place]) +
                     " in the record, but you gave " + spelled(seed));
    }
  }
  return result;
}

}  // namespace hotaka::fair
