// From a secret and seeds to dice and deals, by the letter of docs/fairness.md.

#include "fair/draws.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <fstream>

#include "fair/hex.h"
#include "fair/proof.h"
#include "support/paths.h"

namespace {

using namespace hotaka;

// The worked example of docs/fairness.md.
fair::Proof example() {
  fair::Proof proof;
  proof.id = "example";
  fair::Secret& secret = proof.secret.emplace();
  for (std::size_t i = 0; i < secret.bytes.size(); ++i)
    secret.bytes[i] = static_cast<std::uint8_t>(i);
  proof.commit = fair::commitment(secret);
  proof.seeds.resize(2);
  auto& seed = proof.seeds[0].emplace();
  for (std::size_t i = 0; i < seed.size(); ++i) seed[i] = static_cast<std::uint8_t>(0xa0 + i);
  return proof;
}

fair::Key example_key() {
  const fair::Proof proof = example();
  return fair::make_key(*proof.secret, proof.id, proof.seeds);
}

std::unique_ptr<AnyGame> game(std::string_view name, std::vector<GivenOption> options = {}) {
  return std::move(*make_game(name, "", options));
}

std::string page() {
  std::ifstream file(source_path() + "/docs/fairness.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Fair, the_worked_example_is_what_the_program_makes) {
  const std::string text = page();
  const auto stands = [&](const std::string& words) {
    return text.find(words) != std::string::npos;
  };
  const fair::Key key = example_key();
  EXPECT_TRUE(stands(fair::to_hex(example().secret->bytes)));
  EXPECT_TRUE(stands(fair::to_hex(example().commit)));
  EXPECT_TRUE(stands(fair::to_hex(key))) << fair::to_hex(key);
  std::string header;
  append_member(header, example());
  EXPECT_TRUE(stands(header)) << header;
  fair::Dealer dealer(key);
  auto dragons = game("dragons");
  for (int i = 0; i < 2; ++i) {
    const std::string member = dealer.next(*dragons);
    EXPECT_TRUE(stands("{" + member + "}")) << member;
    const auto colon = member.find(':');
    const auto key_text = std::string_view(member).substr(1, colon - 2);
    EXPECT_FALSE(
        dragons->chance(key_text, json::Value(std::string_view(member).substr(colon + 1))));
  }
  EXPECT_EQ(dealer.drawn(), 2U);
  const auto two = game("spirits", {{"players", OptionValue::from_text("2")},
                                    {"deal", OptionValue::from_text("balanced")}});
  fair::Dealer other(key);
  const std::string drawn = other.next(*two);
  EXPECT_TRUE(stands("{" + drawn + "}")) << drawn;
}

// The stream of a draw, written down again with another library.
std::vector<std::uint32_t> stream(const fair::Key& key, std::uint8_t draw, std::uint8_t blocks) {
  std::vector<std::uint32_t> words;
  for (std::uint8_t block = 0; block < blocks; ++block) {
    const std::array<std::uint8_t, 12> message{0, 0, 0, 0, 0, 0, 0, draw, 0, 0, 0, block};
    fair::Digest digest;
    crypto_auth_hmacsha256(digest.data(), message.data(), message.size(), key.data());
    for (std::size_t i = 0; i < digest.size(); i += 4)
      words.push_back(static_cast<std::uint32_t>(digest[i]) << 24U | digest[i + 1] << 16U |
                      digest[i + 2] << 8U | digest[i + 3]);
  }
  return words;
}

TEST(Fair, words_that_would_favour_small_numbers_are_left_out) {
  ASSERT_GE(sodium_init(), 0);
  const fair::Key key = example_key();
  int refused = 0;
  for (const std::uint32_t bound : {3U << 30U, 0x80000001U, 6U, 28U, 1U, 1U << 31U}) {
    for (std::uint8_t draw = 0; draw < 20; ++draw) {
      const std::uint64_t limit = (std::uint64_t{1} << 32U) / bound * bound;
      fair::DrawSource source(fair::HmacSha256(key), draw);
      for (const std::uint32_t word : stream(key, draw, 5)) {
        if (word >= limit) {
          ++refused;
        } else {
          ASSERT_EQ(source.below(bound), word % bound) << bound;
        }
      }
    }
  }
  EXPECT_GT(refused, 500);
}

TEST(Fair, large_draw_numbers_are_eight_bytes) {
  const fair::Key key = example_key();
  const std::uint64_t number = 0x0102030405060708U;
  const std::array<std::uint8_t, 12> message{1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0};
  const fair::Digest digest = fair::hmac_sha256(key, message);
  EXPECT_EQ(fair::DrawSource(fair::HmacSha256(key), number).below(256), digest[3]);
}

TEST(Fair, a_dealer_can_be_taken_up_again) {
  const auto ratuki = game("ratuki");
  fair::Dealer whole(example_key());
  std::vector<std::string> all;
  for (int i = 0; i < 6; ++i) all.push_back(whole.next(*ratuki));
  fair::Dealer later(example_key(), 4);
  EXPECT_EQ(later.next(*ratuki), all[4]);
  EXPECT_EQ(later.next(*ratuki), all[5]);
  EXPECT_EQ(later.drawn(), 6U);
  EXPECT_NE(all[4], all[5]);
}

TEST(Fair, everything_that_goes_into_the_key_changes_it) {
  const fair::Proof proof = example();
  const auto key = [](const fair::Proof& one) {
    return fair::make_key(*one.secret, one.id, one.seeds);
  };
  std::vector<fair::Key> keys{key(proof)};
  const auto with = [&](auto&& change) {
    fair::Proof other = proof;
    change(other);
    keys.push_back(key(other));
  };
  with([](fair::Proof& other) { other.id = "examples"; });
  with([](fair::Proof& other) { other.secret->bytes[31] ^= 1; });
  with([](fair::Proof& other) { (*other.seeds[0])[15] ^= 1; });
  with([](fair::Proof& other) { std::swap(other.seeds[0], other.seeds[1]); });
  with([](fair::Proof& other) { other.seeds[0].reset(); });
  with([](fair::Proof& other) { other.seeds[1].emplace(); });
  with([](fair::Proof& other) { other.seeds.emplace_back(); });
  std::sort(keys.begin(), keys.end());
  EXPECT_EQ(std::adjacent_find(keys.begin(), keys.end()), keys.end());
}

TEST(Fair, a_proof_reads_as_it_was_written) {
  fair::Proof proof = example();
  for (int i = 0; i < 2; ++i) {
    std::string text;
    append_member(text, proof);
    const auto read =
        fair::read_proof(json::Value(std::string_view(text).substr(text.find(':') + 1)));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, proof);
    proof.secret.reset();
  }
}

TEST(Fair, a_wrong_proof_is_refused_with_a_sentence) {
  const std::string commit = "\"commit\":\"" + std::string(64, '0') + "\"";
  const auto complaint = [](const std::string& text) {
    EXPECT_FALSE(json::check(text)) << text;
    const auto read = fair::read_proof(json::Value(text));
    return read ? "" : read.error().message;
  };
  const std::string ids = "id must be 1 to 64 plain characters without blanks";
  EXPECT_EQ(complaint("{\"v\":1,\"id\":\"a\"," + commit + ",\"seeds\":[],\"more\":true}"), "");
  EXPECT_EQ(complaint("[]"), "fair must be an object, {..}");
  EXPECT_EQ(complaint("{}"), "v, the version of the proof, is missing");
  EXPECT_EQ(complaint("{\"v\":2}"), "v must be 1: this program knows version 1 of proofs");
  EXPECT_EQ(complaint("{\"v\":1}"), "id, the name of the game, is missing");
  EXPECT_EQ(complaint("{\"v\":1,\"id\":3}"), "id must be a text");
  EXPECT_EQ(complaint("{\"v\":1,\"id\":\"\"}"), ids);
  EXPECT_EQ(complaint("{\"v\":1,\"id\":\"a b\"}"), ids);
  EXPECT_EQ(complaint("{\"v\":1,\"id\":\"\\u0010\"}"), ids);
  EXPECT_EQ(complaint("{\"v\":1,\"id\":\"" + std::string(65, 'a') + "\"}"), ids);
  EXPECT_EQ(complaint("{\"v\":1,\"id\":\"a\"}"),
            "commit, the commitment to the secret, is missing");
  EXPECT_EQ(complaint("{\"commit\":null}"), "commit must be a text");
  EXPECT_EQ(complaint("{\"commit\":\"12\"}"),
            "commit must be 64 hexadecimal digits (0 to 9, a to f), not 2");
  EXPECT_EQ(complaint("{\"v\":1,\"id\":\"a\"," + commit + "}"),
            "seeds, one for each seat, are missing");
  EXPECT_EQ(complaint("{\"seeds\":{}}"), "seeds must be a list with a text for each seat");
  EXPECT_EQ(complaint("{\"seeds\":[\"\",4]}"),
            "the seed of seat 1 must be a text, empty if there is none");
  EXPECT_EQ(complaint("{\"seeds\":[\"1\"]}"),
            "the seed of seat 0 must be 32 hexadecimal digits (0 to 9, a to f), not 1");
  EXPECT_EQ(complaint("{\"secret\":\"g\"}"),
            "secret must be 64 hexadecimal digits (0 to 9, a to f), and \"g\" is none of them");
}

TEST(Fair, seeds_belong_to_seats) {
  fair::Proof proof = example();
  EXPECT_FALSE(check_seats(proof, *game("dragons")));
  EXPECT_EQ(check_seats(proof, *game("spirits")),
            "seeds must have one text for each of the 4 seats, not 2");
  proof.seeds.resize(4);
  const auto three = game("spirits", {{"players", OptionValue::from_text("3")}});
  EXPECT_FALSE(check_seats(proof, *three));
  proof.seeds[3].emplace();
  EXPECT_EQ(check_seats(proof, *three), "nobody sits in seat 3, so its seed must be empty");
  EXPECT_FALSE(check_seats(proof, *game("spirits")));
}

}  // namespace
