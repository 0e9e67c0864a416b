#pragma once
// From a committed secret and everybody's seeds to dice and deals (docs/fairness.md).

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/rng.h"
#include "fair/sha256.h"
#include "games/any_game.h"

namespace hotaka::fair {

// The server's, published when the game is over and never before.
struct Secret {
  std::array<std::uint8_t, 32> bytes{};
  bool operator==(const Secret&) const = default;
};

// A seat's own part; nothing for a seat that gave none.
using Seed = std::optional<std::array<std::uint8_t, 16>>;

// What is shown before anybody gives a seed.
Digest commitment(const Secret& secret);

// What is wrong with the id of a game.
Problem check_id(std::string_view id);

// All chance of a game follows from its key. `seeds` has one for each seat, in order.
using Key = Digest;
Key make_key(const Secret& secret, std::string_view id, std::span<const Seed> seeds);

// The choices of one chance entry, which is draw number `draw` of the game.
class DrawSource final : public Chooser {
 public:
  DrawSource(const HmacSha256& hmac, std::uint64_t draw) : hmac_(hmac), draw_(draw) {}
  std::uint32_t below(std::uint32_t bound) override;

 private:
  std::uint32_t next_word();

  HmacSha256 hmac_;  // under the game's key
  std::uint64_t draw_;
  std::uint32_t block_ = 0;  // the number of the next block
  Digest words_{};
  std::size_t used_ = sizeof(Digest);  // bytes of `words_` that were taken
};

// Deals a whole game, one chance entry after the other.
class Dealer {
 public:
  // `drawn` is how many chance entries the game has already, where it is taken up again.
  explicit Dealer(const Key& key, std::uint64_t drawn = 0) : hmac_(key), drawn_(drawn) {}

  std::uint64_t drawn() const { return drawn_; }
  // The source for the next chance entry.
  DrawSource next() { return {hmac_, drawn_++}; }
  // The member of the next chance entry, such as `"roll":[5,2]`; the game itself does not change.
  std::string next(const AnyGame& game) {
    DrawSource source = next();
    return game.draw_chance(source);
  }

 private:
  HmacSha256 hmac_;  // under the game's key
  std::uint64_t drawn_;
};

}  // namespace hotaka::fair
