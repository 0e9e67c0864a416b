#include "server/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <optional>

namespace hotaka::server {

namespace {

// The 16 bytes of an address; IPv4 as IPv6 has it.
std::optional<in6_addr> parse_address(std::string_view text) {
  const std::string address(text.substr(0, text.find('%')));
  in6_addr bytes{};
  if (inet_pton(AF_INET6, address.c_str(), &bytes) == 1) return bytes;
  if (inet_pton(AF_INET6, ("::ffff:" + address).c_str(), &bytes) == 1 &&
      IN6_IS_ADDR_V4MAPPED(&bytes) && address.find(':') == std::string::npos)
    return bytes;
  return std::nullopt;
}

std::string write_address(const in6_addr& bytes) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const bool is_ipv4 = IN6_IS_ADDR_V4MAPPED(&bytes) != 0;
  const unsigned char* const begin = bytes.s6_addr + (is_ipv4 ? 12 : 0);
  inet_ntop(is_ipv4 ? AF_INET : AF_INET6, begin, text.data(), text.size());
  return text.data();
}

}  // namespace

std::string normalize_address(std::string_view text) {
  const auto bytes = parse_address(text);
  return bytes ? write_address(*bytes) : "";
}

std::string limit_key(std::string_view address) {
  auto bytes = parse_address(address);
  if (!bytes) return std::string(address);
  if (IN6_IS_ADDR_V4MAPPED(&*bytes)) return write_address(*bytes);
  std::fill(bytes->s6_addr + 8, bytes->s6_addr + 16, std::uint8_t{0});
  return write_address(*bytes) + "/64";
}

std::string network_of(std::string_view limit_key) {
  auto bytes = parse_address(limit_key.substr(0, limit_key.find('/')));
  if (!bytes) return std::string(limit_key);
  const bool is_ipv4 = IN6_IS_ADDR_V4MAPPED(&*bytes) != 0;
  std::fill(bytes->s6_addr + (is_ipv4 ? 15 : 6), bytes->s6_addr + 16, std::uint8_t{0});
  return write_address(*bytes) + (is_ipv4 ? "/24" : "/48");
}

bool is_loopback(std::string_view address) {
  return address.starts_with("127.") || address == "::1";
}

}  // namespace hotaka::server
