#include "fair/sha256.h"

#include <algorithm>

namespace hotaka::fair {

Sha256& Sha256::add(Bytes bytes) {
  total_ += bytes.size();
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), block_size - filled_);
    std::copy_n(bytes.begin(), count, block_.begin() + static_cast<std::ptrdiff_t>(filled_));
    bytes = bytes.subspan(count);
    filled_ += count;
    if (filled_ == block_size) take_block();
  }
  return *this;
}

void Sha256::take_block() {
  static const TakeBlock take = fastest_take_block();
  take(state_, block_);
  filled_ = 0;
}

Digest Sha256::finish() {
  const std::uint64_t bits = total_ * 8;
  // A one bit, zeros up to the last eight bytes of a block, then the length in bits.
  block_[filled_++] = 0x80;
  if (filled_ > block_size - 8) {
    std::fill(block_.begin() + static_cast<std::ptrdiff_t>(filled_), block_.end(), std::uint8_t{0});
    take_block();
  }
  std::fill(block_.begin() + static_cast<std::ptrdiff_t>(filled_), block_.end(), std::uint8_t{0});
  for (std::size_t i = 0; i < 8; ++i)
    block_[block_size - 1 - i] = static_cast<std::uint8_t>(bits >> (8 * i));
  take_block();
  Digest digest;
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest[i] = static_cast<std::uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

Digest sha256(Bytes message) { return Sha256().add(message).finish(); }

HmacSha256::HmacSha256(Bytes key) {
  std::array<std::uint8_t, 64> inner{};
  if (key.size() > inner.size()) {
    const Digest shorter = sha256(key);
    std::copy(shorter.begin(), shorter.end(), inner.begin());
  } else {
    std::copy(key.begin(), key.end(), inner.begin());
  }
  std::array<std::uint8_t, 64> outer = inner;
  for (auto& byte : inner) byte ^= 0x36;
  for (auto& byte : outer) byte ^= 0x5c;
  inner_.add(inner);
  outer_.add(outer);
}

Digest HmacSha256::of(Bytes message) const {
  Sha256 inner = inner_;
  Sha256 outer = outer_;
  return outer.add(inner.add(message).finish()).finish();
}

}  // namespace hotaka::fair
