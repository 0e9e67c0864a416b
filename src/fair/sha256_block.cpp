#include "fair/sha256_block.h"

#include <bit>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace hotaka::fair {

namespace {

// The first 32 bits of the fractions of the cube roots of the first 64 primes.
alignas(16) constexpr std::array<std::uint32_t, 64> round_constants{
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

#if defined(__x86_64__)

bool has_sha_instructions() {
  constexpr unsigned extended_features = 7;
  constexpr unsigned sha_bit = 1U << 29U;
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __get_cpuid_count(extended_features, 0, &a, &b, &c, &d) != 0 && (b & sha_bit) != 0;
}

__m128i four_from(const void* place) { return _mm_loadu_si128(static_cast<const __m128i*>(place)); }

// The instructions want the eight words in two registers, a b e f and c d g h from the top down,
// and do two rounds each.
__attribute__((target("sha,sse4.1"))) void take_block_by_instructions(Sha256State& state,
                                                                      const Sha256Block& block) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const __m128i badc = _mm_shuffle_epi32(four_from(&state[0]), 0xb1);
  const __m128i hgfe = _mm_shuffle_epi32(four_from(&state[4]), 0x1b);
  const __m128i first_abef = _mm_alignr_epi8(badc, hgfe, 8);
  const __m128i first_cdgh = _mm_blend_epi16(hgfe, badc, 0xf0);
  __m128i abef = first_abef;
  __m128i cdgh = first_cdgh;
  __m128i words[4];  // the last sixteen
#pragma GCC unroll 16
  for (std::size_t four = 0; four < 16; ++four) {
    __m128i& word = words[four % 4];
    if (four < 4) {
      word = _mm_shuffle_epi8(four_from(&block[16 * four]), big_endian);
    } else {
      const __m128i& last = words[(four - 1) % 4];
      const __m128i seven_ago = _mm_alignr_epi8(last, words[(four - 2) % 4], 4);
      const __m128i begun = _mm_sha256msg1_epu32(word, words[(four - 3) % 4]);
      word = _mm_sha256msg2_epu32(_mm_add_epi32(begun, seven_ago), last);
    }
    const __m128i added = _mm_add_epi32(word, four_from(&round_constants[4 * four]));
    cdgh = _mm_sha256rnds2_epu32(cdgh, abef, added);
    abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(added, 0x0e));
  }
  const __m128i abef_upwards = _mm_shuffle_epi32(_mm_add_epi32(abef, first_abef), 0x1b);
  const __m128i ghcd_upwards = _mm_shuffle_epi32(_mm_add_epi32(cdgh, first_cdgh), 0xb1);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(&state[0]),
                   _mm_blend_epi16(abef_upwards, ghcd_upwards, 0xf0));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(&state[4]),
                   _mm_alignr_epi8(ghcd_upwards, abef_upwards, 8));
}

#endif

}  // namespace

void take_block_plainly(Sha256State& state, const Sha256Block& block) {
  std::array<std::uint32_t, 64> words{};
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t byte = 0; byte < 4; ++byte) words[i] = words[i] << 8U | block[4 * i + byte];
  }
  for (std::size_t i = 16; i < words.size(); ++i) {
    words[i] =
        small_sigma_1(words[i - 2]) + words[i - 7] + small_sigma_0(words[i - 15]) + words[i - 16];
  }
  auto [a, b, c, d, e, f, g, h] = state;
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
  const Sha256State added{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += added[i];
}

TakeBlock fastest_take_block() {
#if defined(__x86_64__)
  if (has_sha_instructions()) return take_block_by_instructions;
#endif
  return take_block_plainly;
}

}  // namespace hotaka::fair
