#pragma once
// What must not be guessed: ids, tokens, the secrets of tables, passwords.

#include <string>
#include <string_view>

#include "fair/draws.h"

namespace hotaka::server {

// Once, before anything else here; false if the machine gives no random numbers.
bool init_crypto();

fair::Secret new_secret();
std::uint64_t random_number();
std::string new_id(std::string_view prefix, int letters);
std::string new_token();
// What is stored of a token.
std::string token_hash(std::string_view token);

// Argon2id; slow on purpose, so never in the loop's thread.
std::string password_hash(const std::string& password);
bool password_matches(const std::string& hash, const std::string& password);

}  // namespace hotaka::server
