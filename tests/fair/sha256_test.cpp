// Our SHA-256 and HMAC against published values and against libsodium.

#include "fair/sha256.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include "base/rng.h"
#include "fair/hex.h"

namespace {

using namespace hotaka;

std::vector<std::uint8_t> bytes(std::string_view text) { return {text.begin(), text.end()}; }
std::vector<std::uint8_t> repeated(int byte, std::size_t count) {
  return std::vector<std::uint8_t>(count, static_cast<std::uint8_t>(byte));
}
std::string hash(const std::vector<std::uint8_t>& message) {
  return fair::to_hex(fair::sha256(message));
}
std::string mac(const std::vector<std::uint8_t>& key, const std::vector<std::uint8_t>& message) {
  return fair::to_hex(fair::hmac_sha256(key, message));
}

TEST(Fair, sha256_of_the_examples_of_FIPS_180) {
  EXPECT_EQ(hash({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash(bytes("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash(bytes("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hash(repeated('a', 1'000'000)),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Fair, hmac_of_the_examples_of_RFC_4231) {
  EXPECT_EQ(mac(repeated(0x0b, 20), bytes("Hi There")),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(mac(bytes("Jefe"), bytes("what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(mac(repeated(0xaa, 20), repeated(0xdd, 50)),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
  std::vector<std::uint8_t> counted(25);
  for (std::size_t i = 0; i < counted.size(); ++i) counted[i] = static_cast<std::uint8_t>(i + 1);
  EXPECT_EQ(mac(counted, repeated(0xcd, 50)),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
  EXPECT_EQ(
      mac(repeated(0xaa, 131), bytes("Test Using Larger Than Block-Size Key - Hash Key First")),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  EXPECT_EQ(mac(repeated(0xaa, 131),
                bytes("This is a test using a larger than block-size key and a larger than "
                      "block-size data. The key needs to be hashed before being used by the "
                      "HMAC algorithm.")),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
}

TEST(Fair, both_agree_with_libsodium_for_every_length) {
  ASSERT_GE(sodium_init(), 0);
  Rng rng(1);
  const auto some = [&](std::size_t size) {
    std::vector<std::uint8_t> made(size);
    for (auto& byte : made) byte = static_cast<std::uint8_t>(rng.below(256));
    return made;
  };
  for (std::size_t size = 0; size < 1000; ++size) {
    const auto message = some(size < 300 ? size : rng.below(5000));
    fair::Digest expected;
    crypto_hash_sha256(expected.data(), message.data(), message.size());
    EXPECT_EQ(fair::sha256(message), expected) << message.size();
    // In two pieces, cut anywhere.
    const std::size_t cut = rng.below(static_cast<std::uint32_t>(message.size()) + 1);
    const fair::Bytes all(message);
    EXPECT_EQ(fair::Sha256().add(all.first(cut)).add(all.subspan(cut)).finish(), expected);
    const auto key = some(1 + rng.below(200));  // libsodium wants a key that is there
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key.data(), key.size());
    crypto_auth_hmacsha256_update(&state, message.data(), message.size());
    crypto_auth_hmacsha256_final(&state, expected.data());
    EXPECT_EQ(fair::hmac_sha256(key, message), expected) << key.size() << " " << message.size();
  }
}

TEST(Fair, the_fastest_way_through_a_block_and_the_plain_one_agree) {
  Rng rng(2);
  for (int round = 0; round < 1000; ++round) {
    fair::Sha256State plain;
    for (auto& word : plain) word = static_cast<std::uint32_t>(rng.next());
    fair::Sha256Block block;
    for (auto& byte : block) byte = static_cast<std::uint8_t>(rng.below(256));
    fair::Sha256State fast = plain;
    fair::take_block_plainly(plain, block);
    fair::fastest_take_block()(fast, block);
    ASSERT_EQ(fast, plain);
  }
}

TEST(Fair, hexadecimal_digits_have_one_spelling) {
  const std::array<std::uint8_t, 3> some{0x00, 0x9a, 0xff};
  EXPECT_EQ(fair::to_hex(some), "009aff");
  EXPECT_EQ(*fair::from_hex<3>("009aff", "it"), some);
  EXPECT_EQ(fair::from_hex<3>("009a", "it").error().message,
            "it must be 6 hexadecimal digits (0 to 9, a to f), not 4");
  EXPECT_EQ(fair::from_hex<3>("009aff0", "it").error().message,
            "it must be 6 hexadecimal digits (0 to 9, a to f), not 7");
  EXPECT_EQ(fair::from_hex<3>("009aFf", "it").error().message,
            "it must be 6 hexadecimal digits (0 to 9, a to f), and \"F\" is none of them");
  EXPECT_EQ(fair::from_hex<3>("", "it").error().message,
            "it must be 6 hexadecimal digits (0 to 9, a to f), not 0");
}

}  // namespace
