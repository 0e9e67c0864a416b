#include "server/crypto.h"

#include <sodium.h>

#include <array>

#include "fair/hex.h"

namespace hotaka::server {

bool init_crypto() { return sodium_init() >= 0; }

fair::Secret new_secret() {
  fair::Secret secret;
  randombytes_buf(secret.bytes.data(), secret.bytes.size());
  return secret;
}

std::uint64_t random_number() {
  std::uint64_t number = 0;
  randombytes_buf(&number, sizeof number);
  return number;
}

std::string new_id(std::string_view prefix, int letters) {
  constexpr std::string_view alphabet =
      "23456789abcdefghjkmnpqrstvwxyz";  // none looks like another
  std::string id(prefix);
  for (int i = 0; i < letters; ++i)
    id += alphabet[randombytes_uniform(static_cast<std::uint32_t>(alphabet.size()))];
  return id;
}

std::string new_token() { return fair::to_hex(new_secret().bytes); }

std::string token_hash(std::string_view token) {
  return fair::to_hex(
      fair::sha256({reinterpret_cast<const std::uint8_t*>(token.data()), token.size()}));
}

// Slow for those who try many, with memory that a small machine can spare.
constexpr std::size_t hash_memory = std::size_t{32} << 20U;
constexpr unsigned long long hash_rounds = 4;

std::string password_hash(const std::string& password) {
  std::array<char, crypto_pwhash_STRBYTES> out{};
  if (crypto_pwhash_str(out.data(), password.data(), password.size(), hash_rounds, hash_memory) !=
      0)
    return {};
  return out.data();
}

bool password_matches(const std::string& hash, const std::string& password) {
  return !hash.empty() &&
         crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
}

}  // namespace hotaka::server
