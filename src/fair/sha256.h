#pragma once
// SHA-256 (FIPS 180-4) and HMAC-SHA256 (RFC 2104).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "fair/sha256_block.h"

namespace hotaka::fair {

using Bytes = std::span<const std::uint8_t>;
using Digest = std::array<std::uint8_t, 32>;

class Sha256 {
 public:
  Sha256& add(Bytes bytes);
  Digest finish();  // nothing may be added afterwards

 private:
  static constexpr std::size_t block_size = sizeof(Sha256Block);

  void take_block();

  Sha256State state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  Sha256Block block_{};
  std::size_t filled_ = 0;  // of the block; always less than all of it
  std::uint64_t total_ = 0;
};

Digest sha256(Bytes message);

// For many messages under one key: what the key alone decides is done once.
class HmacSha256 {
 public:
  explicit HmacSha256(Bytes key);
  Digest of(Bytes message) const;

 private:
  Sha256 inner_;
  Sha256 outer_;
};

inline Digest hmac_sha256(Bytes key, Bytes message) { return HmacSha256(key).of(message); }

}  // namespace hotaka::fair
