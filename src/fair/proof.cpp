#include "fair/proof.h"

#include "base/text.h"
#include "fair/hex.h"

namespace hotaka::fair {

namespace {

Result<Seed> read_seed(json::Value value, std::size_t seat) {
  const std::string what = "the seed of seat " + to_text(static_cast<std::int64_t>(seat));
  std::string scratch;
  if (!value.is(json::Kind::string))
    return Error{"bad_proof", what + " must be a text, empty if there is none"};
  const std::string_view text = value.string(scratch);
  if (text.empty()) return Seed();
  const auto bytes = from_hex<16>(text, what);
  if (!bytes) return Error{"bad_proof", bytes.error().message};
  return Seed(*bytes);
}

// Reads the members one by one and remembers which there were.
struct Reading {
  Proof proof;
  bool has_version = false;
  bool has_id = false;
  bool has_commit = false;
  bool has_seeds = false;
  std::string scratch;

  Problem take(std::string_view name, json::Value member) {
    if (name == "v") {
      has_version = true;
      return member.whole() == 1 ? std::nullopt
                                 : Problem("v must be 1: this program knows version 1 of proofs");
    }
    if (name == "id") return take_id(member);
    if (name == "commit") {
      has_commit = true;
      return take_32(member, "commit", proof.commit);
    }
    if (name == "seeds") return take_seeds(member);
    if (name == "secret") return take_32(member, "secret", proof.secret.emplace().bytes);
    return std::nullopt;
  }

  Problem take_id(json::Value member) {
    has_id = true;
    if (!member.is(json::Kind::string)) return "id must be a text";
    proof.id = member.string(scratch);
    return check_id(proof.id);
  }

  Problem take_32(json::Value member, std::string_view name, Digest& into) {
    if (!member.is(json::Kind::string)) return std::string(name) + " must be a text";
    const auto bytes = from_hex<32>(member.string(scratch), name);
    if (!bytes) return bytes.error().message;
    into = *bytes;
    return std::nullopt;
  }

  Problem take_seeds(json::Value member) {
    has_seeds = true;
    if (!member.is(json::Kind::array)) return "seeds must be a list with a text for each seat";
    Problem problem;
    member.each_element([&](json::Value element) {
      const auto seed = read_seed(element, proof.seeds.size());
      if (!seed) {
        problem = seed.error().message;
        return false;
      }
      proof.seeds.push_back(*seed);
      return true;
    });
    return problem;
  }

  Problem missing() const {
    if (!has_version) return "v, the version of the proof, is missing";
    if (!has_id) return "id, the name of the game, is missing";
    if (!has_commit) return "commit, the commitment to the secret, is missing";
    if (!has_seeds) return "seeds, one for each seat, are missing";
    return std::nullopt;
  }
};

}  // namespace

void append_member(std::string& out, const Proof& proof) {
  out += "\"fair\":{\"v\":1,\"id\":";
  json::append_string(out, proof.id);
  out += ",\"commit\":\"" + to_hex(proof.commit) + "\",\"seeds\":[";
  bool first = true;
  for (const Seed& seed : proof.seeds) {
    if (!first) out += ',';
    first = false;
    out += '"';
    if (seed) out += to_hex(*seed);
    out += '"';
  }
  out += ']';
  if (proof.secret) out += ",\"secret\":\"" + to_hex(proof.secret->bytes) + "\"";
  out += '}';
}

Result<Proof> read_proof(json::Value value) {
  if (!value.is(json::Kind::object)) return Error{"bad_proof", "fair must be an object, {..}"};
  Reading reading;
  Problem problem;
  std::string scratch;
  value.each_member([&](json::Value key, json::Value member) {
    problem = reading.take(key.string(scratch), member);
    return !problem;
  });
  if (!problem) problem = reading.missing();
  if (problem) return Error{"bad_proof", *problem};
  return reading.proof;
}

Problem check_seats(const Proof& proof, const AnyGame& game) {
  const auto seats = static_cast<std::size_t>(game.seat_count());
  if (proof.seeds.size() != seats) {
    return "seeds must have one text for each of the " + to_text(game.seat_count()) +
           " seats, not " + to_text(static_cast<std::int64_t>(proof.seeds.size()));
  }
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const Seat number = static_cast<Seat>(seat);
    if (proof.seeds[seat] && game.decides_for(number) != number)
      return "nobody sits in seat " + to_text(number) + ", so its seed must be empty";
  }
  return std::nullopt;
}

}  // namespace hotaka::fair
