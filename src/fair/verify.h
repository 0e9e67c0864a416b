#pragma once
// Computes all chance of recorded games again and says, game by game, what was found.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fair/draws.h"
#include "fair/expected.h"
#include "fair/proof.h"
#include "record/replay.h"

namespace hotaka::fair {

enum class Verdict : std::uint8_t { verified, wrong, no_proof, no_secret };

// Listens to a replay. Appends one line for each game to `out`; whoever owns it empties it from
// time to time. After the replay's finish() comes finish().
class Verifier final : public record::Replay::Listener {
 public:
  enum class Form : std::uint8_t { words, json };

  // `expected` is compared with every game.
  Verifier(std::string& out, Form form, Expected expected = {})
      : out_(out), form_(form), expected_(std::move(expected)) {}

  void before_chance(const record::Replay& replay, const record::Drew& drew) override;
  void on_entry(const record::Replay& replay) override;
  void on_error(const record::Replay& replay, const std::string& why) override;
  void on_last(const record::Replay& replay) override;
  void finish();

  std::int64_t count(Verdict verdict) const { return counts_[static_cast<std::size_t>(verdict)]; }
  // Whether nothing is wrong; with something to compare with, whether there is a game and all are
  // verified, since a record without a proof would be the easiest way out for a cheat.
  bool is_good() const;
  // "3 games: 2 verified, 1 without a proof, .."
  std::string sum() const;

 private:
  // What is known of the game that is being read.
  struct Finding {
    std::optional<Proof> proof;
    std::optional<Dealer> dealer;  // where there is a secret
    std::string bad_proof;
    std::string first_difference;
    std::string broken_rule;
    std::int64_t different_entry = 0;
    std::int64_t differing = 0;
    std::vector<std::int64_t> drawn{};  // by the game's chance keys
    std::span<const ChanceKey> keys{};
    std::optional<Comparison> comparison;  // where something was expected
    bool has_proof = false;
    bool commitment_holds = false;
    bool over = false;

    std::int64_t draws() const;
    Verdict verdict() const;
    std::string words() const;
    std::string drawn_words() const;
  };

  void turn_to(const record::Replay& replay);
  void begin(const record::Replay& replay);
  void tell();

  std::string& out_;
  Form form_;
  Expected expected_;
  std::int64_t game_ = -1;
  Finding finding_;
  std::array<std::int64_t, 4> counts_{};
};

// Verifies a whole file that is in memory; returns how many games are wrong.
std::int64_t verify_text(std::string_view text, Verifier::Form form, std::string& out);

}  // namespace hotaka::fair
