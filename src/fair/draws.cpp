#include "fair/draws.h"

#include <algorithm>
#include <vector>

namespace hotaka::fair {

namespace {

constexpr std::string_view purpose = "hotaka-fair-1";
constexpr std::size_t longest_id = 64;

}  // namespace

Digest commitment(const Secret& secret) { return sha256(secret.bytes); }

Problem check_id(std::string_view id) {
  const bool plain = std::ranges::all_of(id, [](char c) { return c > ' ' && c <= '~'; });
  if (plain && !id.empty() && id.size() <= longest_id) return std::nullopt;
  return "id must be 1 to 64 plain characters without blanks";
}

Key make_key(const Secret& secret, std::string_view id, std::span<const Seed> seeds) {
  std::vector<std::uint8_t> message(purpose.begin(), purpose.end());
  message.insert(message.end(), id.begin(), id.end());
  for (const Seed& seed : seeds) {
    message.push_back(seed ? static_cast<std::uint8_t>(seed->size()) : 0);
    if (seed) message.insert(message.end(), seed->begin(), seed->end());
  }
  return hmac_sha256(secret.bytes, message);
}

std::uint32_t DrawSource::next_word() {
  if (used_ == words_.size()) {
    std::array<std::uint8_t, 12> message{};
    for (std::size_t i = 0; i < 8; ++i)
      message[i] = static_cast<std::uint8_t>(draw_ >> (56 - 8 * i));
    for (std::size_t i = 0; i < 4; ++i)
      message[8 + i] = static_cast<std::uint8_t>(block_ >> (24 - 8 * i));
    words_ = hmac_.of(message);
    ++block_;
    used_ = 0;
  }
  std::uint32_t word = 0;
  for (int i = 0; i < 4; ++i) word = word << 8U | words_[used_++];
  return word;
}

std::uint32_t DrawSource::below(std::uint32_t bound) {
  constexpr std::uint64_t all = std::uint64_t{1} << 32U;
  const std::uint64_t limit = all / bound * bound;  // words from here on would favour small numbers
  std::uint32_t word = next_word();
  while (word >= limit) word = next_word();
  return word % bound;
}

}  // namespace hotaka::fair
