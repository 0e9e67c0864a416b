// Addresses in one notation, and what limits count.

#include <gtest/gtest.h>

#include "server/address.h"

namespace hotaka::server {
namespace {

TEST(Address, each_has_one_notation) {
  EXPECT_EQ(normalize_address("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(normalize_address("::ffff:127.0.0.1"), "127.0.0.1");
  EXPECT_EQ(normalize_address("::FFFF:7f00:1"), "127.0.0.1");
  EXPECT_EQ(normalize_address("2001:DB8:0:0:0:0:0:1"), "2001:db8::1");
  EXPECT_EQ(normalize_address("fe80::1%eth0"), "fe80::1");
  EXPECT_EQ(normalize_address("::1"), "::1");
}

TEST(Address, what_is_none_is_empty) {
  for (const char* text :
       {"", "unknown", "192.0.2.1, 192.0.2.2", "192.0.2.1:80", "[::1]", "192.0.2", "192.0.2.256",
        " 192.0.2.1", "::ffff:192.0.2.1x", "0x7f.1", "1:2", "%eth0", "127.1"})
    EXPECT_EQ(normalize_address(text), "") << text;
}

TEST(Address, limits_count_ipv4_addresses_and_ipv6_networks) {
  EXPECT_EQ(limit_key("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(limit_key("::ffff:192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(limit_key("2001:db8:0:1:aaaa:bbbb:cccc:dddd"), "2001:db8:0:1::/64");
  EXPECT_EQ(limit_key("2001:db8:0:1::1"), limit_key("2001:db8:0:1:ffff::"));
  EXPECT_NE(limit_key("2001:db8:0:1::1"), limit_key("2001:db8:0:2::1"));
  EXPECT_EQ(limit_key(""), "");
}

TEST(Address, this_machine_is_known) {
  EXPECT_TRUE(is_loopback("127.0.0.1"));
  EXPECT_TRUE(is_loopback("127.9.9.9"));
  EXPECT_TRUE(is_loopback("::1"));
  EXPECT_FALSE(is_loopback("192.0.2.127"));
  EXPECT_FALSE(is_loopback("::2"));
}

}  // namespace
}  // namespace hotaka::server
