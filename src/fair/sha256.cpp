#include "fair/sha256.h"

#include <algorithm>
#include <bit>

namespace hotaka::fair {

namespace {

// The first 32 bits of the fractions of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

constexpr std::uint32_t small_sigma_0(std::uint32_t x) {
  return std::rotr(x, 7) ^ std::rotr(x, 18) ^ (x >> 3U);
}
constexpr std::uint32_t small_sigma_1(std::uint32_t x) {
  return std::rotr(x, 17) ^ std::rotr(x, 19) ^ (x >> 10U);
}
constexpr std::uint32_t big_sigma_0(std::uint32_t x) {
  return std::rotr(x, 2) ^ std::rotr(x, 13) ^ std::rotr(x, 22);
}
constexpr std::uint32_t big_sigma_1(std::uint32_t x) {
  return std::rotr(x, 6) ^ std::rotr(x, 11) ^ std::rotr(x, 25);
}

}  // namespace

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
  std::array<std::uint32_t, 64> words{};
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t byte = 0; byte < 4; ++byte) words[i] = words[i] << 8U | block_[4 * i + byte];
  }
  for (std::size_t i = 16; i < words.size(); ++i) {
    words[i] =
        small_sigma_1(words[i - 2]) + words[i - 7] + small_sigma_0(words[i - 15]) + words[i - 16];
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint32_t choice = (e & f) ^ (~e & g);
    const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
    const std::uint32_t first = h + big_sigma_1(e) + choice + round_constants[i] + words[i];
    const std::uint32_t second = big_sigma_0(a) + majority;
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const std::array<std::uint32_t, 8> added{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += added[i];
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
