#include "fair/verify.h"

#include <algorithm>

#include "base/json.h"
#include "base/text.h"
#include "fair/difference.h"

namespace hotaka::fair {

namespace {

std::string place_of(const record::Replay& replay) {
  return "entry " + to_text(replay.entry()) + " (line " + to_text(replay.line_number()) + ")";
}

constexpr std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::verified: return "verified";
    case Verdict::wrong: return "wrong";
    case Verdict::no_proof: return "no proof";
    case Verdict::no_secret: break;
  }
  return "no secret";
}

}  // namespace

// --- Listening

void Verifier::turn_to(const record::Replay& replay) {
  if (replay.game() == game_) return;
  tell();
  game_ = replay.game();
  finding_ = {};
  if (!expected_.is_empty()) {
    finding_.comparison = {
        "there is nothing in it to compare with the commitment or the seeds that you gave", false};
  }
}

void Verifier::begin(const record::Replay& replay) {
  const auto& fair = replay.header().fair;
  if (!fair) return;
  finding_.has_proof = true;
  finding_.keys = replay.state().traits().chance_keys;
  finding_.drawn.resize(finding_.keys.size());
  const auto proof = read_proof(json::Value(*fair));
  const Problem problem =
      proof ? check_seats(*proof, replay.state()) : Problem(proof.error().message);
  if (problem) {
    finding_.bad_proof = *problem;
    return;
  }
  finding_.proof = *proof;
  if (finding_.comparison) finding_.comparison = compare(expected_, *proof);
  if (!proof->secret) return;
  finding_.commitment_holds = commitment(*proof->secret) == proof->commit;
  finding_.dealer = Dealer(make_key(*proof->secret, proof->id, proof->seeds));
}

void Verifier::before_chance(const record::Replay& replay, const record::Drew& drew) {
  if (!finding_.dealer) return;
  const std::string drawn = finding_.dealer->next(replay.state());
  const auto recorded = replay.state().spell_chance(drew.key, json::Value(drew.value));
  if (!recorded) return;  // the rules refuse it, too, and say why
  const auto key = std::ranges::find(finding_.keys, drew.key, &ChanceKey::key);
  ++finding_.drawn[static_cast<std::size_t>(key - finding_.keys.begin())];
  const auto different = difference(*recorded, drawn);
  if (!different) return;
  if (finding_.differing++ > 0) return;
  finding_.first_difference = place_of(replay) + ": " + *different;
  finding_.different_entry = replay.entry();
}

void Verifier::on_entry(const record::Replay& replay) {
  turn_to(replay);
  if (replay.entry() == 0) begin(replay);
}

void Verifier::on_last(const record::Replay& replay) { finding_.over = replay.over(); }

void Verifier::on_error(const record::Replay& replay, const std::string& why) {
  turn_to(replay);
  finding_.broken_rule =
      place_of(replay) + " is refused: " + why + " (the rest of this game was not looked at)";
}

void Verifier::finish() {
  tell();
  game_ = -1;
}

// --- Telling

std::int64_t Verifier::Finding::draws() const {
  std::int64_t all = 0;
  for (const auto count : drawn) all += count;
  return all;
}

Verdict Verifier::Finding::verdict() const {
  if (!broken_rule.empty() || !bad_proof.empty()) return Verdict::wrong;
  if (comparison && !comparison->matches) return Verdict::wrong;
  if (!has_proof) return Verdict::no_proof;
  if (!dealer) return over ? Verdict::wrong : Verdict::no_secret;
  return commitment_holds && differing == 0 ? Verdict::verified : Verdict::wrong;
}

// "1 draw of who begins and 57 rolls"
std::string Verifier::Finding::drawn_words() const {
  std::string words;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (drawn[i] == 0) continue;
    if (!words.empty()) words += " and ";
    words += to_text(drawn[i]) + " ";
    words += drawn[i] == 1 ? keys[i].one : keys[i].many;
  }
  return words;
}

std::string Verifier::Finding::words() const {
  std::string words;
  const auto say = [&](const std::string& sentence) {
    if (sentence.empty()) return;
    if (!words.empty()) words += "; ";
    words += sentence;
  };
  if (!bad_proof.empty()) {
    say("the proof cannot be used: " + bad_proof);
  } else if (!has_proof) {
    say("the record carries no proof of its dice and deals");
  } else if (!dealer) {
    say(over ? "the game is over, but its secret is missing, so nothing can be recomputed"
             : "the secret is not published yet, so nothing can be recomputed");
  } else {
    say(commitment_holds ? "the commitment matches the secret"
                         : "the commitment does not match the secret");
    if (draws() == 0) {
      say("there is no chance entry to recompute");
    } else if (differing == 0) {
      say(drawn_words() + " recomputed, all as recorded");
    } else {
      say(first_difference);
      say(drawn_words() + " recomputed, " + to_text(differing) + " not as recorded");
    }
  }
  if (comparison) say(comparison->words);
  say(broken_rule);
  return words;
}

void Verifier::tell() {
  if (game_ < 0) return;
  const Verdict verdict = finding_.verdict();
  ++counts_[static_cast<std::size_t>(verdict)];
  if (form_ == Form::words) {
    out_ += "game " + to_text(game_) + (verdict == Verdict::wrong ? ": WRONG: " : ": ") +
            finding_.words() + "\n";
    return;
  }
  out_ += "{\"game\":" + to_text(game_) + ",\"verdict\":\"";
  out_ += name_of(verdict);
  out_ +=
      "\",\"draws\":" + to_text(finding_.draws()) + ",\"differing\":" + to_text(finding_.differing);
  if (finding_.differing > 0) out_ += ",\"entry\":" + to_text(finding_.different_entry);
  out_ += ",\"words\":";
  json::append_string(out_, finding_.words());
  out_ += "}\n";
}

std::string Verifier::sum() const {
  std::int64_t games = 0;
  for (const auto count : counts_) games += count;
  return to_text(games) + (games == 1 ? " game: " : " games: ") +
         to_text(count(Verdict::verified)) + " verified, " + to_text(count(Verdict::wrong)) +
         " wrong, " + to_text(count(Verdict::no_secret)) + " not yet to be verified, " +
         to_text(count(Verdict::no_proof)) + " without a proof";
}

bool Verifier::is_good() const {
  if (expected_.is_empty()) return count(Verdict::wrong) == 0;
  std::int64_t games = 0;
  for (const auto count : counts_) games += count;
  return games > 0 && count(Verdict::verified) == games;
}

std::int64_t verify_text(std::string_view text, Verifier::Form form, std::string& out) {
  Verifier verifier(out, form);
  record::Replay replay(verifier);
  record::replay_text(replay, text);
  verifier.finish();
  if (form == Verifier::Form::words) out += verifier.sum() + "\n";
  return verifier.count(Verdict::wrong);
}

}  // namespace hotaka::fair
